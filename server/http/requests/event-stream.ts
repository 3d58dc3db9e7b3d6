import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** Bytes that may wait for a slow client before its connection is given up; it opens it again. */
const MAX_WAITING = 65_536;
/** Connections that one turn of the event loop writes to: 1 ms of the processor. */
const MAX_WRITES = 100;

/** Begins an answer of server-sent events (HTML Standard, "Server-sent events"), which stays open. */
export function beginEventStream(answer: ServerResponse, headers: Record<string, string>): void {
  // Closed when it ends, or a server that stops would wait for the next request on it.
  answer.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  answer.write('retry: 5000\n\n');
}

/** An event as it is sent. */
export function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A sign of life, so that no proxy closes what is quiet. */
export const HEARTBEAT = ': here\n\n';

/** Writes to each watcher what there is for them, unless that is an empty text; after every hundred it is the turn of others. */
export async function writeInTurns<Watcher extends { answer: ServerResponse }>(
  watchers: Iterable<Watcher>,
  textFor: (watcher: Watcher) => string,
): Promise<void> {
  let written = 0;
  for (const watcher of watchers) {
    const text = textFor(watcher);
    if (text === '') continue;
    if (watcher.answer.writableLength > MAX_WAITING) {
      watcher.answer.destroy();
    } else {
      watcher.answer.write(text);
    }
    written += 1;
    if (written % MAX_WRITES === 0) {
      await setImmediate();
    }
  }
}
