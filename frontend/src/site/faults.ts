/** A form that comes back with faults: the first of them has the focus, so that the keyboard begins there. */
export function startFaults(): void {
  document.querySelector<HTMLElement>('main form [aria-invalid="true"]')?.focus();
}
