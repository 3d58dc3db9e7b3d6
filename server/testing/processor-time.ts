/**
 * How long the processor worked on this thread until something was done, in milliseconds, and what came of it. Whatever
 * else this thread does meanwhile counts, too.
 */
export async function processorTimeUntil<Result>(work: () => Promise<Result>): Promise<{ took: number; result: Result }> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { took: (user + system) / 1000, result };
}

/** How long the processor worked for something on this thread, in milliseconds. What else the machine does meanwhile, and waiting, do not count. */
export function processorTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
