/** A ref for the field a popup starts with: it has the focus when the popup opens, and when its form changes. */
export function focusOnOpen(field: HTMLElement | null): void {
  // The browser's own sign, for a dialog that opens later; React leaves it out.
  field?.setAttribute('autofocus', '');
  field?.focus();
}
