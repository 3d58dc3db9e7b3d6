import type { ServerResponse } from 'node:http';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { beginEventStream, eventText, HEARTBEAT, writeInTurns } from '#server/http/requests/event-stream.ts';
import { openStreams } from '#server/metrics/counts.ts';
import { threadVersions } from './queries-versions.ts';

/** Connections that one address, and that one process, may hold open. */
const MOST = { address: 8, process: 1000 } as const;
/** Milliseconds between two looks at what others changed, between two that tell someone of reactions alone, and between two signs of life. */
const EVERY = { look: 1000, reactions: 5000, heartbeat: 25_000 } as const;

/** Tells browsers that a thread has changed, by server-sent events. */
export interface Live {
  /**
   * Keeps an answer open and tells it the versions and number of the comments of a thread, now and whenever they change; of reactions alone every five seconds at most.
   *
   * @param address whom the connection counts for.
   * @throws Problem `too-many-requests` when there are too many already; nothing is sent then.
   */
  watch(thread: number, address: string, answer: ServerResponse, headers: Record<string, string>): void;
  /** Looks now: this process has changed something. */
  announce(): void;
  /** Ends every connection. */
  close(): void;
}

interface Watcher {
  thread: number;
  address: string;
  answer: ServerResponse;
  told: number;
  /** As far as they know the reactions, and when they were last told of these alone. */
  reacted: number;
  at: number;
}

/** The live threads of one process: one statement a second, however many watch, and none while nobody does. */
export function createLive({ reads, log }: Pick<Deps, 'reads' | 'log'>): Live {
  const watchers = new Set<Watcher>();
  const open = new Map<string, number>();
  let timers: NodeJS.Timeout[] = [];
  let looking = false;
  let again = false;

  const look = async (): Promise<void> => {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      do {
        again = false;
        const threads = new Set([...watchers].map(({ thread }) => thread));
        const changes = new Map([...threads].map((thread) => [thread, toChange(0, 0, 0)]));
        for (const { thread, version, comments, reacted } of await threadVersions(reads, [...threads])) {
          changes.set(thread, toChange(version, comments, reacted));
        }
        await writeInTurns(watchers, (watcher) => {
          // Who came meanwhile to a thread that was not asked for is told by the look that they began.
          const change = changes.get(watcher.thread);
          if (change === undefined) return '';
          const isNew = change.version !== watcher.told;
          const isReacted = change.reacted !== watcher.reacted && performance.now() - watcher.at >= EVERY.reactions;
          if (!isNew && !isReacted) return '';
          if (isReacted && !isNew) {
            watcher.at = performance.now();
          }
          Object.assign(watcher, { told: change.version, reacted: change.reacted });
          return change.text;
        });
      } while (again);
    } catch (error) {
      log.warn({ err: error }, 'live comments');
    } finally {
      looking = false;
    }
  };

  const leave = (watcher: Watcher) => {
    if (!watchers.delete(watcher)) return;
    openStreams.dec();
    const left = open.get(watcher.address)! - 1;
    if (left === 0) {
      open.delete(watcher.address);
    } else {
      open.set(watcher.address, left);
    }
    if (watchers.size === 0) {
      for (const timer of timers) {
        clearInterval(timer);
      }
      timers = [];
    }
  };

  return {
    watch(thread, address, answer, headers) {
      const own = open.get(address) ?? 0;
      if (own >= MOST.address || watchers.size >= MOST.process) throw problem('too-many-requests', { seconds: 30 });
      const watcher = { thread, address, answer, told: -1, reacted: 0, at: -Infinity };
      watchers.add(watcher);
      openStreams.inc();
      open.set(address, own + 1);
      answer.on('close', () => leave(watcher)).on('error', () => leave(watcher));
      beginEventStream(answer, headers);
      if (timers.length === 0) {
        timers = [
          setInterval(() => void look(), EVERY.look),
          setInterval(() => void writeInTurns(watchers, () => HEARTBEAT), EVERY.heartbeat),
        ];
      }
      void look();
    },
    announce() {
      if (watchers.size > 0) {
        void look();
      }
    },
    close() {
      for (const { answer } of watchers) {
        answer.end();
      }
    },
  };
}

/** How a thread stands, with the event that says so to each of its watchers. */
function toChange(
  version: number,
  comments: number,
  reacted: number,
): { version: number; reacted: number; text: string } {
  return {
    version,
    reacted,
    text: eventText('changed', { version, comments, reacted }),
  };
}
