/** How long the processor worked for something on this thread, in milliseconds. What else the machine does meanwhile, and waiting, do not count. */
export function processorTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
