// Loaded into a server before its own code: measures the turns of its event loop while the bench asks it to.
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/** The longest turn of an event loop: the processor's milliseconds of its thread, those of the clock, and those of these that collecting garbage took. */
export interface LongestTurn {
  processor: number;
  clock: number;
  garbage: number;
}

/** The request to a watched server: to begin anew, or to say what was longest since. */
export interface WatchQuestion {
  watch: 'begin' | 'end';
}

interface Turn {
  processor: number;
  from: number;
  to: number;
}

// Children and threads of the server are started with the same flags.
if (isMainThread && process.send !== undefined && process.argv[1]?.endsWith('/server/main.ts')) {
  watchLoop();
}

function watchLoop(): void {
  let longest: Turn = { processor: 0, from: 0, to: 0 };
  let watching = false;
  const pauses: { from: number; to: number }[] = [];
  const seen = (entries: readonly { startTime: number; duration: number }[]) => {
    for (const { startTime, duration } of entries) {
      pauses.push({ from: startTime, to: startTime + duration });
    }
  };
  const observer = new PerformanceObserver((list) => {
    if (watching) {
      seen(list.getEntries());
    }
  });
  observer.observe({ entryTypes: ['gc'] });

  const run = async () => {
    let [processor, from] = [processorNow(), performance.now()];
    while (watching) {
      await setImmediate();
      const [now, to] = [processorNow(), performance.now()];
      if (now - processor > longest.processor) {
        longest = { processor: now - processor, from, to };
      }
      [processor, from] = [now, to];
    }
  };
  process.on('message', (message) => {
    const { watch } = message as WatchQuestion;
    if (watch === 'begin') {
      longest = { processor: 0, from: 0, to: 0 };
      pauses.length = 0;
      watching = true;
      void run();
      process.send!({ watching: true });
    } else if (watch === 'end') {
      watching = false;
      seen(observer.takeRecords());
      const { processor, from, to } = longest;
      const garbage = pauses.reduce(
        (sum, pause) => sum + Math.max(0, Math.min(pause.to, to) - Math.max(pause.from, from)),
        0,
      );
      process.send!({ processor, clock: to - from, garbage } satisfies LongestTurn);
    }
  });
  // The channel keeps no server from ending.
  process.channel?.unref();
}

/** Milliseconds that this thread has worked since it began. */
function processorNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
