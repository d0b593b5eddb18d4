/** On a rules page: an example of the game is played on its board, in place of the drawing, once it comes near. */
import type { ExamplesJson } from "./Example.svelte";

const NEAR = "800px";

export function startExamples(): void {
  const source = document.querySelector<HTMLElement>("[data-examples]")?.dataset.examples;
  const figures = document.querySelectorAll<HTMLElement>("figure[data-example]");
  if (!source || figures.length === 0) return;
  const coming = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      coming.disconnect();
      void play(figures, source);
    },
    { rootMargin: NEAR },
  );
  for (const figure of figures) coming.observe(figure);
}

/** Whatever fails, the drawings and the text stay. */
async function play(figures: Iterable<HTMLElement>, source: string): Promise<void> {
  const [{ mount }, { default: Example }, { load }, answer] = await Promise.all([import("svelte"), import("./Example.svelte"), import("../boards/board"), fetch(source).catch(() => null)]);
  if (!answer?.ok) return;
  const found = (await answer.json()) as ExamplesJson;
  const board = await load(found.game);
  for (const figure of figures) {
    const example = found.examples.find(({ key }) => key === figure.dataset.example);
    if (!example) continue;
    figure.replaceChildren();
    figure.classList.replace("diagram", "example");
    mount(Example, { target: figure, props: { found, example, board } });
  }
}
