import type { Config } from '#server/config/config.ts';
import { toEvent, type Failure } from './sentry-event.ts';

/** Tells somebody's Sentry of unexpected errors. */
export interface ErrorReports {
  /** Puts an error in line; never waits, never throws. */
  report(failure: Failure): void;
  /** Sends what is in line, for two seconds at most. */
  close(): Promise<void>;
}

/** Something that was thrown and ends what a process did, as it is reported. */
export function failure(thrown: unknown, message: string): Failure {
  return { error: thrown instanceof Error ? thrown : new Error(String(thrown)), message, tags: {}, at: new Date() };
}

/** Errors that wait, and that are sent in a minute; what comes beyond is counted and left out. */
const MAX = { waiting: 30, perMinute: 60 };
/** Milliseconds an answer may take, that the same error is not told again, and that the end of the process waits. */
const TIMES = { answer: 5000, same: 60_000, end: 2000 };
/** Seconds that nothing is sent after a 429 that names none. */
const REST = 60;

/**
 * Sends errors to an address of Sentry's kind, `https://key@host/project`, as envelopes, one after the other. The same
 * error, by its class and place, is told once a minute. While the other side wants none (429) all are left out.
 */
export function createErrorReports(
  { dsn, environment }: NonNullable<Config['errorReports']>,
  release: string,
  now: () => number = Date.now,
): ErrorReports {
  const { username: key, pathname, origin } = new URL(dsn);
  const project = pathname.slice(pathname.lastIndexOf('/') + 1);
  const address = `${origin}${pathname.slice(0, -project.length)}api/${project}/envelope/`;
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=komawari/${release}, sentry_key=${key}`,
  };
  const waiting: Failure[] = [];
  const told = new Map<string, number>();
  const minute = { began: 0, sent: 0 };
  let restUntil = 0;
  let sending: Promise<void> | null = null;

  /** Whether there is room for one more, and it is another one than a moment ago. */
  function isWanted({ error }: Failure): boolean {
    const at = now();
    if (at - minute.began > 60_000) {
      Object.assign(minute, { began: at, sent: 0 });
      told.clear();
    }
    const place = `${error.name} ${error.stack?.split('\n', 3)[1] ?? error.message}`;
    if (at < restUntil || waiting.length >= MAX.waiting || minute.sent >= MAX.perMinute) return false;
    if (at - (told.get(place) ?? -Infinity) < TIMES.same) return false;
    told.set(place, at);
    minute.sent += 1;
    return true;
  }

  async function sendAll(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (now() < restUntil) continue;
      const event = toEvent(next, { release, environment });
      const item = JSON.stringify(event);
      const body = `${JSON.stringify({ event_id: event.event_id, sent_at: new Date(now()).toISOString() })}\n${JSON.stringify(
        { type: 'event', length: Buffer.byteLength(item) },
      )}\n${item}\n`;
      // Where nobody answers, the log has the error all the same.
      await fetch(address, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMES.answer),
      }).then(
        (answer) => {
          if (answer.status === 429) {
            restUntil = now() + 1000 * (Number(answer.headers.get('retry-after')) || REST);
          }
          return answer.body?.cancel();
        },
        () => {},
      );
    }
  }

  return {
    report(failure) {
      if (!isWanted(failure)) return;
      waiting.push(failure);
      sending ??= sendAll().finally(() => {
        sending = null;
      });
    },
    async close() {
      if (sending === null) return;
      const late = new AbortController();
      const patience = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TIMES.end);
        late.signal.addEventListener('abort', () => clearTimeout(timer));
      });
      await Promise.race([sending, patience]);
      late.abort();
    },
  };
}
