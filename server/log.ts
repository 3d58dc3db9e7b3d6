import { pino, type DestinationStream } from 'pino';
import type { Config } from './config/config.ts';
import type { ErrorReports } from './error-reports/error-reports.ts';

export type Log = ReturnType<typeof createLog>;

/** Pino's number of `error`. */
const ERROR = 50;
/** Facts of a line that are told beside an error elsewhere: names and numbers of ours. */
const TAGS: readonly string[] = ['reqId', 'event', 'kind', 'job'];

/**
 * The process's log: one JSON line a message on standard error, so that standard output stays for answers.
 *
 * @param to where lines go instead.
 * @param reports is told of every error that a line of the level `error` or above carries.
 */
export function createLog(
  level: Config['logLevel'],
  to: DestinationStream = pino.destination({ dest: 2, sync: false }),
  reports: ErrorReports | null = null,
) {
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(args, method, number) {
      const [details, message] = args as [unknown, unknown?];
      const { err: error } = (typeof details === 'object' && details !== null ? details : {}) as { err?: unknown };
      if (number >= ERROR && error instanceof Error) {
        const facts = Object.entries({ ...this.bindings(), ...(details as object) });
        const tags = Object.fromEntries(
          facts.filter(([name]) => TAGS.includes(name)).map(([name, value]) => [name, String(value)]),
        );
        reports?.report({ error, message: typeof message === 'string' ? message : '', tags, at: new Date() });
      }
      method.apply(this, args);
    },
  };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, ...(reports !== null && { hooks }) }, to);
}
