/** Gives back arrays that are done with: they lie outside the heap, whose collector does not know how much memory waits for it. Only where Node offers it. */
export function collectGarbage(): void {
  globalThis.gc?.();
}
