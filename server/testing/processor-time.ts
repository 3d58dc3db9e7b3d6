/** How long the processor worked for something on this thread, in milliseconds. What else the machine does meanwhile, and waiting, do not count. */
export function processorTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How long an answer took, in milliseconds: the least of up to three times it was asked for, until it took less than `bound`.
 * What else the machine does only ever adds.
 */
export async function answerTime(bound: number, ask: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 3 && least >= bound; turn += 1) {
    const started = performance.now();
    await ask();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

/** Tells how long this thread was at work without letting anyone else come to word, in milliseconds of processor time; to be called whenever something else comes to word. */
export function longestWork(): () => number {
  let longest = 0;
  let before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    return longest;
  };
}
