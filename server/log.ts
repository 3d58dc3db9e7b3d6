import { pino } from 'pino';
import type { Config } from './config.ts';

export type Log = ReturnType<typeof createLog>;

/** The process's log: one JSON line a message on standard error, so that standard output stays for answers. */
export function createLog(level: Config['logLevel']) {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: false }));
}
