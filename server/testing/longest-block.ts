import { setImmediate } from 'node:timers/promises';

/**
 * The longest that something kept this thread from everything else, in the processor's milliseconds: what else the machine
 * does meanwhile, and waiting, do not count.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const state = { over: false };
  const watching = (async () => {
    let before = processorNow();
    while (!state.over) {
      await setImmediate();
      const now = processorNow();
      longest = Math.max(longest, now - before);
      before = now;
    }
  })();
  try {
    await work();
  } finally {
    state.over = true;
    await watching;
  }
  return longest;
}

/** Milliseconds that this thread has worked since it began. */
function processorNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
