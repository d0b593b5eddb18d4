/** Zoom and pan of the map: the frame scrolls, the map in it is as many times as wide as the frame. */
import { tick } from "svelte";
import type { Action } from "svelte/action";

import { share } from "../../drawing/quarter";

export const CLOSEST = 4.5;
const STEP = 1.45;
/** Width of a cell that a fingertip hits, in px. */
const FINGER = 45;
const DRAG_PX = 5;
const WHEEL = 300;

export class Lens {
  level = $state(1);
  private frame: HTMLElement | null = null;

  in(): void {
    void this.to(this.level * STEP);
  }

  out(): void {
    void this.to(this.level / STEP);
  }

  whole(): void {
    void this.to(1);
  }

  /** A level at which every space can be hit by a finger. */
  get close(): number {
    const width = this.frame?.clientWidth ?? 1;
    return Math.max(1, FINGER / ((width * share(1)) / 100));
  }

  /** Keeps what lies at that fraction of the frame in its place. */
  async to(level: number, x = 0.5, y = 0.5): Promise<void> {
    const { frame } = this;
    const next = Math.min(CLOSEST, Math.max(1, level));
    if (!frame || next === this.level) return;
    const across = (frame.scrollLeft + x * frame.clientWidth) / frame.scrollWidth;
    const down = (frame.scrollTop + y * frame.clientHeight) / frame.scrollHeight;
    this.level = next;
    await tick();
    frame.scrollLeft = across * frame.scrollWidth - x * frame.clientWidth;
    frame.scrollTop = down * frame.scrollHeight - y * frame.clientHeight;
  }

  /** Brings a point of the map, in percent of its side, to the middle. */
  centre(left: number, top: number): void {
    const { frame } = this;
    if (!frame) return;
    frame.scrollLeft = (left / 100) * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = (top / 100) * frame.scrollHeight - frame.clientHeight / 2;
  }

  /** `use:lens.watch` on the frame: two fingers zoom, the wheel with Ctrl zooms, the mouse drags. */
  watch: Action<HTMLElement> = (frame) => {
    this.frame = frame;
    let pinched: { spread: number; level: number } | null = null;
    let from: { x: number; y: number; left: number; top: number } | null = null;
    let dragged = false;

    const spread = ([a, b]: TouchList | Touch[]) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0);
    const at = (x: number, y: number): [number, number] => {
      const box = frame.getBoundingClientRect();
      return [(x - box.left) / box.width, (y - box.top) / box.height];
    };
    const touchStart = (event: TouchEvent) => {
      pinched = event.touches.length === 2 ? { spread: spread(event.touches), level: this.level } : null;
    };
    const touchMove = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (!pinched || !a || !b) return;
      event.preventDefault();
      void this.to((pinched.level * spread(event.touches)) / pinched.spread, ...at((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      void this.to(this.level * Math.exp(-event.deltaY / WHEEL), ...at(event.clientX, event.clientY));
    };
    const down = (event: PointerEvent) => {
      dragged = false;
      from = event.pointerType === "mouse" && event.button === 0 && this.level > 1 ? { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop } : null;
    };
    const move = (event: PointerEvent) => {
      if (!from || event.buttons === 0) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      dragged ||= Math.hypot(x, y) > DRAG_PX;
      if (!dragged) return;
      frame.scrollLeft = from.left - x;
      frame.scrollTop = from.top - y;
    };
    /** Letting go after a drag plays nothing. */
    const click = (event: MouseEvent) => {
      if (!dragged) return;
      dragged = false;
      event.preventDefault();
      event.stopPropagation();
    };

    const heard: [string, EventListener, AddEventListenerOptions?][] = [
      ["touchstart", touchStart as EventListener, { passive: true }],
      ["touchmove", touchMove as EventListener, { passive: false }],
      ["wheel", wheel as EventListener, { passive: false }],
      ["pointerdown", down as EventListener],
      ["pointermove", move as EventListener],
      ["click", click as EventListener, { capture: true }],
    ];
    for (const [name, listener, options] of heard) frame.addEventListener(name, listener, options);
    return {
      destroy: () => {
        this.frame = null;
        for (const [name, listener, options] of heard) frame.removeEventListener(name, listener, options);
      },
    };
  };
}
