import { closeSync, openSync } from 'node:fs';
import { pino } from 'pino';
import type { Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/errors.ts';
import { shortAddress } from '#server/http/access/client-address.ts';
import type { AnsweredRequest } from '#server/http/metrics/observe-requests.ts';
import type { Log } from '#server/log.ts';
import { loggedPath } from './logged-path.ts';

/** A log of what was asked and how it was answered: a line of JSON for each request. */
export interface AccessLog {
  note(answered: AnsweredRequest): void;
  /** Writes what is still waiting. */
  close(): void;
}

/** Bytes that are written at once, milliseconds after which fewer are, and bytes that may wait for a slow disk: what comes beyond is left out. */
const WRITING = { atOnce: 4096, every: 1000, waiting: 16_777_216 };
const MAX_AGENT = 300;

/**
 * Opens the access log of the configuration: standard output, or a file that lines are appended to; null where there is none.
 * Writing never keeps an answer waiting.
 *
 * @throws ConfigError for a file that cannot be written.
 */
export function openAccessLog({ accessLog }: Pick<Config, 'accessLog'>, log: Pick<Log, 'warn'>): AccessLog | null {
  if (accessLog === null) return null;
  const { file, addresses } = accessLog;
  if (file !== null) {
    requireWritable(file);
  }
  const to = pino.destination({
    dest: file ?? 1,
    append: true,
    sync: false,
    minLength: WRITING.atOnce,
    maxLength: WRITING.waiting,
  });
  to.on('error', (error: Error) => log.warn({ err: error }, 'access log'));
  const timer = setInterval(() => to.flush(), WRITING.every).unref();
  return {
    note: (answered) => {
      to.write(`${JSON.stringify(accessLine(answered, addresses))}\n`);
    },
    close() {
      clearInterval(timer);
      to.flushSync();
      if (file !== null) {
        to.end();
      }
    },
  };
}

/** The line of a request. */
function accessLine(
  { request, reply, observed, route, milliseconds, aborted, bytes }: AnsweredRequest,
  addresses: NonNullable<Config['accessLog']>['addresses'],
): Record<string, unknown> {
  return {
    time: new Date().toISOString(),
    id: request.id,
    method: request.method,
    route,
    path: loggedPath(request.url, route),
    status: aborted ? null : reply.raw.statusCode,
    ...(aborted && { aborted }),
    ms: Math.round(milliseconds * 10) / 10,
    bytes,
    cache: observed.cache ?? null,
    user: request.viewing?.viewer.id ?? null,
    host: request.host,
    ...(addresses !== 'none' && { address: addresses === 'whole' ? request.ip : shortAddress(request.ip) }),
    agent: request.headers['user-agent']?.slice(0, MAX_AGENT) ?? null,
  };
}

function requireWritable(file: string): void {
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? '';
    throw new ConfigError({ name: 'ACCESS_LOG', rule: 'unwritable', params: { reason } });
  }
}
