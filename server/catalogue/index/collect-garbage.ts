/** Bytes of arrays that a process has before a collection is worth its tens of milliseconds: with less, none of them waits for memory. */
const WORTH_IT = 32 * 1_048_576;

/** Gives back arrays that are done with: they lie outside the heap, whose collector does not know how much memory waits for it. Only where Node offers it. */
export function collectGarbage(): void {
  if (globalThis.gc !== undefined && process.memoryUsage().arrayBuffers >= WORTH_IT) {
    globalThis.gc();
  }
}
