import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Has this process give way to every other one. On Linux a priority is that of one thread: those that the process has already are
 * each asked to, those to come follow the one that makes them.
 */
export function giveWay(): void {
  let threads = [0];
  try {
    threads = readdirSync('/proc/self/task').map(Number);
  } catch {
    // Elsewhere a priority is that of the process.
  }
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // A thread that has ended meanwhile.
    }
  }
}
