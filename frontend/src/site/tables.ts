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
  fitSeats();
}
