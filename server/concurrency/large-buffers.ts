import { setFlagsFromString } from 'node:v8';

/** Works under way that large buffers pass through. */
let works = 0;

/**
 * Does work that many large buffers pass through, such as pages on their way to be rendered. V8 begins a full collection of
 * the heap for every few of them, which is most of what an import costs a site's process; while such work goes on they count
 * as part of the heap instead, and the next collection comes when both together have grown.
 */
export async function withLargeBuffers<Result>(work: () => Promise<Result>): Promise<Result> {
  works += 1;
  countWithHeap(true);
  try {
    return await work();
  } finally {
    works -= 1;
    countWithHeap(works > 0);
  }
}

/** A V8 that does not know the flag says so, and goes on as it is. */
function countWithHeap(on: boolean): void {
  setFlagsFromString(`--${on ? '' : 'no-'}external-memory-accounted-in-global-limit`);
}
