import { pino, type DestinationStream } from 'pino';
import type { Config } from './config/config.ts';

export type Log = ReturnType<typeof createLog>;

/**
 * The process's log: one JSON line a message on standard error, so that standard output stays for answers.
 *
 * @param to where lines go instead.
 */
export function createLog(
  level: Config['logLevel'],
  to: DestinationStream = pino.destination({ dest: 2, sync: false }),
) {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}
