import type pg from 'pg';
import { problem } from '#contract/problems.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import { Ending } from './ending.ts';
import { Client, type NamedPool } from '#server/db/kysely.ts';

/** Network failures by Node's codes; a server that starts, stops or is full by PostgreSQL's. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Writing to a server that only reads: the primary has moved, and the address not yet.
  '25006',
]);

/** The options of a connection. */
export interface AttentiveConfig extends NamedPool {
  /** Milliseconds in which a connection is lent, and which the server may take to accept one. */
  lentWithin: number;
  /** Milliseconds without an answer after which a connection is dropped. */
  silentAfter: number;
  /** Milliseconds after which the server is asked to end a statement, where it does not do so by itself. */
  endAfter?: number;
  onSilence: () => void;
  /** Hears of every answer. */
  onAnswer?: () => void;
}

/**
 * A connection that drops itself when an answer is overdue: the server's own limit is of no help where the server, or
 * what lies between, is gone without a word. Statements then throw Problem `database-unavailable`, as for all that cannot be
 * reached.
 */
export class AttentiveClient extends Client {
  readonly #config: AttentiveConfig;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the session's statements may take as long as they want. */
  #isPatient = false;

  /** @param config an `AttentiveConfig`, which the pool hands on as it was given. */
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#config = config as AttentiveConfig;
  }

  /** How a pool asks. */
  override connect = ((connected: (error: Error | null) => void) => {
    const stopCounting = limitConnecting(this, this.#config.lentWithin);
    super.connect((error: Error | null) => {
      stopCounting();
      connected(error);
    });
  }) as pg.Client['connect'];

  protected override async ask(text: string, values?: unknown[]): Promise<unknown> {
    if (text.startsWith('set statement_timeout')) {
      this.#isPatient = true;
    }
    if (text.startsWith('reset statement_timeout')) {
      this.#isPatient = false;
    }
    this.#waiting += 1;
    this.#expect();
    const { endAfter } = this.#config;
    const ending = endAfter === undefined ? null : new Ending(this, this.#config, endAfter);
    try {
      const answer = await super.ask(text, values);
      this.#config.onAnswer?.();
      return answer;
    } catch (error) {
      return throwUnreachable(error as Error);
    } finally {
      this.#waiting -= 1;
      this.#expect();
      await ending?.forget();
    }
  }

  /** Counts the time of the next answer from now on. */
  #expect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === 0 || this.#isPatient) return;
    // Data that arrived while this process was kept from reading is read before the connection is judged.
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (this.#timer === timer) {
          this.#drop();
        }
      });
    }, this.#config.silentAfter);
    this.#timer = timer;
  }

  #drop(): void {
    this.#config.onSilence();
    this.connection.stream.destroy(Object.assign(new Error('the server does not answer'), { code: 'ETIMEDOUT' }));
  }
}

/**
 * Breaks a connection off that is not made within so many milliseconds, by `withTimeout`: whoever waits for it hears `ETIMEDOUT`.
 *
 * @returns what to call once it is made, or has failed.
 */
export function limitConnecting(client: pg.Client, milliseconds: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  withTimeout(milliseconds / 1000, promise).catch((error: unknown) => {
    client.connection.stream.destroy(error as Error);
  });
  return resolve;
}

/** Throws what a driver said, as Problem `database-unavailable` where it could not reach the server. */
export function throwUnreachable(error: Error & { code?: string }): never {
  throw UNREACHABLE.has(error.code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated|connection timeout|not queryable/.test(error.message)
    ? problem('database-unavailable')
    : error;
}
