/** A rating curve that can be pointed at: mouse, finger, arrow keys. The table under it says the same without a script. */
import { moment } from "../words";

type Dot = [x: number, y: number, rating: number, number: number, at: string, href: string];

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };

class Curve {
  private at: number;
  private readonly svg: SVGSVGElement;
  private readonly pointed: SVGGElement;
  private readonly output: HTMLOutputElement;

  constructor(
    private readonly figure: HTMLElement,
    private readonly dots: Dot[],
  ) {
    this.at = dots.length - 1;
    this.svg = figure.querySelector("svg")!;
    this.pointed = figure.querySelector(".pointed")!;
    this.output = figure.querySelector("output")!;
    this.become();
  }

  /** A slider to assistive technology: one value out of many along a line. */
  private become(): void {
    this.figure.tabIndex = 0;
    this.figure.setAttribute("role", "slider");
    this.figure.setAttribute("aria-label", this.figure.dataset.label ?? "");
    this.figure.setAttribute("aria-valuemin", String(this.dots[0]![3]));
    this.figure.setAttribute("aria-valuemax", String(this.dots.at(-1)![3]));
    this.svg.setAttribute("aria-hidden", "true");
    this.say();
    this.figure.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("pointermove", (event) => this.point(event));
    this.svg.addEventListener("pointerdown", (event) => this.point(event));
    this.svg.addEventListener("dblclick", () => this.open());
    this.figure.addEventListener("focus", () => this.show());
  }

  private key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (event.key === "Enter") this.open();
    else if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) this.go(this.at + step);
    else return;
    event.preventDefault();
  }

  private point(event: PointerEvent): void {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.svg.viewBox.baseVal.width;
    let nearest = 0;
    for (let i = 1; i < this.dots.length; i++) {
      if (Math.abs(this.dots[i]![0] - x) < Math.abs(this.dots[nearest]![0] - x)) nearest = i;
    }
    this.go(nearest);
  }

  private go(to: number): void {
    this.at = Math.min(this.dots.length - 1, Math.max(0, to));
    this.say();
    this.show();
  }

  private say(): void {
    const [, , rating, number, at] = this.dots[this.at]!;
    const words: Record<string, string> = { rating: String(rating), number: String(number), date: moment(new Date(at), new Date(), true) };
    const text = (this.figure.dataset.text ?? "{rating}").replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
    this.output.textContent = text;
    this.figure.setAttribute("aria-valuenow", String(number));
    this.figure.setAttribute("aria-valuetext", text);
  }

  private show(): void {
    const [x, y] = this.dots[this.at]!;
    this.pointed.removeAttribute("hidden");
    const line = this.pointed.querySelector("line")!;
    line.setAttribute("x1", String(x));
    line.setAttribute("x2", String(x));
    const dot = this.pointed.querySelector("circle")!;
    dot.setAttribute("cx", String(x));
    dot.setAttribute("cy", String(y));
  }

  private open(): void {
    location.assign(this.dots[this.at]![5]);
  }
}

export function startCurves(): void {
  for (const figure of document.querySelectorAll<HTMLElement>("[data-curve]")) {
    const dots = JSON.parse(figure.querySelector("script")?.textContent ?? "[]") as Dot[];
    if (dots.length > 1) new Curve(figure, dots);
  }
}
