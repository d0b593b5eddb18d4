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

/** A finger puts the card away by touching anything; capturing, so that a new card can be shown by the same touch. */
export function hideOnTouch(): () => void {
  const touch = (event: PointerEvent) => event.pointerType !== "mouse" && hide();
  document.addEventListener("pointerdown", touch, true);
  return () => document.removeEventListener("pointerdown", touch, true);
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
  let clicked = false;
  /** A long press has shown the card: letting go must not play the piece. */
  let held = false;

  const later = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const open = () => ref && show(ref, element);
  const close = () => card.ref === ref && hide();

  const enter = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && !clicked) later(HOVER_MS, open);
  };
  const down = (event: PointerEvent) => {
    held = false;
    if (event.pointerType === "mouse") {
      clicked = true;
      clearTimeout(timer);
      close();
    } else {
      later(PRESS_MS, () => {
        held = true;
        open();
      });
    }
  };
  const up = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") clearTimeout(timer);
  };
  const leave = (event: PointerEvent) => {
    clearTimeout(timer);
    clicked = false;
    if (event.pointerType === "mouse") close();
  };
  const click = (event: MouseEvent) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const menu = (event: Event) => held && event.preventDefault();
  const focus = () => element.matches(":focus-visible") && open();
  const blur = () => {
    clearTimeout(timer);
    close();
  };

  const heard: [string, EventListener, boolean?][] = [
    ["pointerenter", enter as EventListener],
    ["pointerdown", down as EventListener],
    ["pointerup", up as EventListener],
    ["pointercancel", up as EventListener],
    ["pointerleave", leave as EventListener],
    ["click", click as EventListener, true],
    ["contextmenu", menu],
    ["focus", focus],
    ["blur", blur],
  ];
  for (const [name, listener, capture] of heard) element.addEventListener(name, listener, capture);
  return {
    update(next) {
      ref = next;
    },
    destroy() {
      blur();
      for (const [name, listener, capture] of heard) element.removeEventListener(name, listener, capture);
    },
  };
};
