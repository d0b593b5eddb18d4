/** Small things forms need from the browser: a share in chance, the zone, a link to copy. */

/** 32 random bytes in hex: the browser's share in the key of every shuffle, drawn when the form is sent. */
function fillNonces(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>("input[data-nonce]")) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** On the settings page: one click to the zone the browser is in, if another one is chosen. */
function offerZone(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-zone-form]");
  const offer = form?.querySelector<HTMLElement>("[data-zone-offer]");
  const button = form?.querySelector<HTMLButtonElement>("[data-zone-use]");
  const select = form?.querySelector<HTMLSelectElement>('select[name="time_zone"]');
  const zone = browserZone();
  if (!offer || !button || !select || select.value === zone) return;
  if (![...select.options].some((option) => option.value === zone)) return;
  button.textContent = zone.replaceAll("_", " ");
  offer.hidden = false;
  button.addEventListener("click", () => {
    select.value = zone;
    offer.hidden = true;
    select.focus();
  });
}

/** Only the numbers of seats that the chosen game has; a number it has not gives way to its largest. */
function fitGame(form: HTMLFormElement, title: HTMLSelectElement): void {
  const offered = (JSON.parse(title.dataset.seats!) as Record<string, number[]>)[title.value];
  if (!offered) return;
  const largest = String(Math.max(...offered));
  for (const option of form.querySelectorAll<HTMLOptionElement>('select[name="seats"] > option')) {
    option.hidden = option.disabled = !offered.includes(Number(option.value));
  }
  const select = form.querySelector<HTMLSelectElement>('select[name="seats"]');
  if (select && !offered.includes(Number(select.value))) select.value = largest;
  for (const radio of form.querySelectorAll<HTMLInputElement>('input[name="seats"]')) {
    radio.closest("label")!.hidden = !offered.includes(Number(radio.value));
    if (radio.checked && !offered.includes(Number(radio.value))) {
      form.querySelector<HTMLInputElement>(`input[name="seats"][value="${largest}"]`)!.checked = true;
    }
  }
}

function fitGames(): void {
  for (const title of document.querySelectorAll<HTMLSelectElement>("select[data-seats]")) {
    const form = title.form!;
    // Before the form's own listeners, which read the number of seats.
    form.addEventListener("change", () => fitGame(form, title), true);
    fitGame(form, title);
  }
}

/** How many seats there are to fill decides which lines of the form are shown; without a script all are. */
function fitSeats(): void {
  const form = document.querySelector<HTMLFormElement>("form.new-table");
  if (!form) return;
  const fit = () => {
    const count = Number(new FormData(form).get("seats"));
    for (const select of form.querySelectorAll<HTMLSelectElement>('select[name^="seat_"]')) {
      const number = Number(select.name.slice("seat_".length));
      select.closest<HTMLElement>(".field")!.hidden = number > count;
    }
  };
  form.addEventListener("change", fit);
  fit();
}

export function startTables(): void {
  document.addEventListener("submit", (event) => fillNonces(event.target as HTMLFormElement), true);
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-zone]")) field.value = browserZone();
  document.addEventListener("focusin", (event) => {
    const field = event.target as HTMLElement;
    if (field instanceof HTMLInputElement && field.matches("input[data-copy]")) field.select();
  });
  offerZone();
  fitGames();
  fitSeats();
}
