/** The card in large: which thing is looked at closely, by hover, focus, long press or a tap on what cannot be played. */
import type { Action } from "svelte/action";

import type { Ref } from "../api/types";

const HOVER_MS = 280;
const PRESS_MS = 450;

export const card: { ref: Ref | null; anchor: DOMRect | null } = $state({ ref: null, anchor: null });

export function show(ref: Ref, element: Element): void {
  card.ref = ref;
  card.anchor = element.getBoundingClientRect();
}

export function hide(): void {
  card.ref = null;
}

/** After a click by mouse or finger the piece lets go of the focus, so that Enter confirms instead of pointing again. */
export function release(event: MouseEvent): void {
  if (event.detail > 0) (event.currentTarget as HTMLElement).blur();
}

/** `use:closer={ref}` on anything that has a card. */
export const closer: Action<HTMLElement, Ref | null> = (element, first) => {
  let ref = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** After a click the card stays away until the pointer comes back: it would cover what is played next. */
  let pressed = false;
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => ref && show(ref, element), ms);
  };
  const enter = (event: PointerEvent) => event.pointerType === "mouse" && !pressed && later(HOVER_MS);
  const press = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return later(PRESS_MS);
    pressed = true;
    clearTimeout(timer);
    hide();
  };
  const leave = () => {
    pressed = false;
    clearTimeout(timer);
    if (card.ref === ref) hide();
  };
  const lift = (event: PointerEvent) => event.pointerType !== "mouse" && clearTimeout(timer);
  const focus = () => element.matches(":focus-visible") && ref && show(ref, element);
  element.addEventListener("pointerenter", enter);
  element.addEventListener("pointerdown", press);
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("focus", focus);
  element.addEventListener("blur", leave);
  return {
    update(next) {
      ref = next;
    },
    destroy() {
      leave();
      element.removeEventListener("pointerenter", enter);
      element.removeEventListener("pointerdown", press);
      element.removeEventListener("pointerup", lift);
      element.removeEventListener("pointercancel", lift);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("focus", focus);
      element.removeEventListener("blur", leave);
    },
  };
};
