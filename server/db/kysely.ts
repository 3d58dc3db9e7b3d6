import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import { storableValues } from '#server/db/connection/storable.ts';
import { assertNoTransaction } from '#server/db/connection/transaction.ts';
import { statementSeconds, timed, type CallOutcome } from '#server/metrics/counts.ts';
import { measurePool } from '#server/metrics/pools.ts';
import { traced } from '#server/tracing/tracing.ts';
import type { Schema } from './schema.ts';

/** A connection or a transaction alike: what every query takes first. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export interface DatabaseLog {
  warn(details: object, message: string): void;
}

/**
 * A statement that begins with this is prepared once a connection and keeps its plan: for statements that are asked for
 * all the time and whose best plan is the same for all values. All others are planned for their values, every time.
 */
export const PREPARED = '/* kept */';

/** The options of a pool, with the name under which its statements and connections are told to those who watch. */
export interface NamedPool extends pg.PoolConfig {
  poolName: string;
  /** Whether a pooler in transaction mode lends another server's session with every transaction: nothing is prepared then. */
  pooled?: boolean;
  /**
   * Milliseconds in which a connection is lent, by `withTimeout`. The limits of the driver (`connectionTimeoutMillis`) take time in which this
   * thread was kept from its loop for silence of the server.
   */
  lentWithin?: number;
}

/** Whether a statement is prepared. */
export function isPrepared(text: string): boolean {
  return text.startsWith(PREPARED);
}

const names = new Map<string, string>();

/**
 * A connection that prepares the statements that say so; their texts must not be made of values: each is remembered. Every
 * statement of the product goes through here, so that none carries what no text or JSON can hold (`storable.ts`).
 */
export class Client extends pg.Client {
  readonly #note: (outcome: CallOutcome, seconds: number) => void;
  readonly #isPooled: boolean;

  /** @param config a `NamedPool`, which the pool hands on as it was given. */
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { poolName = 'other', pooled = false } = (config ?? {}) as Partial<NamedPool>;
    this.#isPooled = pooled;
    this.#note = (outcome, seconds) => statementSeconds.labels(poolName, outcome).observe(seconds);
  }

  override query = ((text: string, values?: unknown[]) =>
    timed(this.#note, () =>
      traced(
        'statement',
        () => ({ 'db.system.name': 'postgresql', 'db.query.text': text, 'db.namespace': this.database ?? '' }),
        () => this.ask(text, values && storableValues(text, values)),
      ),
    )) as unknown as pg.Client['query'];

  /** How Kysely asks. */
  protected ask(text: string, values?: unknown[]): Promise<unknown> {
    return isPrepared(text) && !this.#isPooled
      ? super.query({ name: nameFor(text), text, values: values ?? [] })
      : super.query(text, values);
  }
}

function nameFor(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Opens a pool that is measured under its name, and whose broken connections end nothing. Who asks it for a connection waits for `lentWithin`
 * at most, and then hears `ETIMEDOUT`.
 */
export function openPool(settings: NamedPool, log: DatabaseLog | undefined): pg.Pool {
  const pool = new Pool(settings);
  handlePoolErrors(pool, log);
  measurePool(settings.poolName, pool);
  return pool;
}

class Pool extends pg.Pool {
  readonly #lentWithin: number | undefined;

  constructor(settings: NamedPool) {
    super(settings);
    this.#lentWithin = settings.lentWithin;
  }

  override connect = (async () => {
    const coming = super.connect();
    if (this.#lentWithin === undefined) return coming;
    try {
      return await withTimeout(this.#lentWithin / 1000, coming);
    } catch (error) {
      // One that comes later is for others.
      coming.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    }
  }) as pg.Pool['connect'];
}

/** Keeps a connection that breaks while it is lent from ending the process; whoever asks it next learns of it. */
function handlePoolErrors(pool: pg.Pool, log: DatabaseLog | undefined): void {
  pool.on('error', (error) => log?.warn({ err: error }, 'database connection'));
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
}

/** Kysely on something that lends connections. */
export function kyselyOver(pool: { connect(): Promise<unknown> }): Db {
  const guarded = {
    options: {},
    async connect() {
      assertNoTransaction();
      return pool.connect();
    },
    async end() {},
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded as PostgresPool }) });
}

/** Whether the database ended a statement because it took too long (PostgreSQL's code `query_canceled`). */
export function isTimedOut(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '57014';
}

/** Whether a disk is full, as the system or PostgreSQL says it. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes((error as Partial<NodeJS.ErrnoException> | null)?.code ?? '');
}

/** Values that no text, JSON or moment of the database can be: bytes that are no UTF-8, the year 0 (PostgreSQL's classes of data exceptions). */
const UNSTORABLE: readonly unknown[] = ['22021', '22P05', '22P02', '22007', '22008'];

/** Whether the database refused a value because nothing of its type can be so; whoever sent it learns no more of it. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.includes((error as { code?: unknown } | null)?.code);
}
