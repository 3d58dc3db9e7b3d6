import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isProblem } from '#contract/problems.ts';
import type { Breaker } from '#server/concurrency/breaker.ts';
import { openEmbedded, type EmbeddedDatabase } from '#server/db/connection/pglite.ts';
import { openPostgres, requireSuitable } from '#server/db/connection/postgres.ts';
import type { Replicas } from '#server/db/connection/replicas.ts';
import { runInTransactionScope } from '#server/db/connection/transaction.ts';
import { copyBeforeUpgrade, type UpgradeCopy } from '#server/db/connection/upgrade-copies.ts';
import type { Db, DatabaseLog, Tx } from './kysely.ts';
import { compareMigrations, migrate } from './migrate.ts';

export type { Db, Tx } from './kysely.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database; unused with `url`. */
  dataDir: string;
  /** PostgreSQL 15+; without it the embedded database is opened. */
  url?: string;
  /** The pooler in transaction mode that statements go through; then replicas are behind one, too. */
  poolerUrl?: string | undefined;
  replicaUrls?: readonly string[];
  /** Most connections to PostgreSQL; 10. */
  connections?: number;
  /** Milliseconds that a replica may be behind; 10,000. */
  replicaLag?: number;
  /** Milliseconds that a statement may take on PostgreSQL, and that it may be silent beyond; 30,000 and 5,000. */
  times?: { statement: number; silence: number };
  /** Milliseconds for which a server that does not answer is asked again before it is given up; 0. */
  wait?: number;
  log?: DatabaseLog;
  /** The names of the migrations that are applied; all. */
  migrations?: ReadonlySet<string>;
  /** How the embedded database is copied before migrations change it; without it, it is not. */
  upgradeCopies?: UpgradeCopies;
}

/** How many copies from before upgrades are kept, 0 for none, the variable that says so, and who hears of each that is made. */
export interface UpgradeCopies {
  keep: number;
  variable: string;
  onCopied?: (copy: UpgradeCopy) => void;
}

export interface Database {
  db: Db;
  /** Reads that may lag behind and are short: a replica, or on PostgreSQL a pool whose statements end after 250 ms. */
  reads: Db;
  /** Which replicas are read; null without any. */
  replicas: Replicas | null;
  /** Refuses callers at once while PostgreSQL does not answer; null on the embedded database. */
  breaker: Breaker | null;
  /** The primary past the breaker: for who finds out whether it answers. */
  unguarded: Db;
  driver: 'pglite' | 'postgres';
  /** PostgreSQL's address, at which another process can read it, too; undefined where this process alone can. */
  url: string | undefined;
  /** Copies the folder of the embedded database while it goes on working; undefined on PostgreSQL, and in memory. */
  copyTo?: ((folder: string) => Promise<void>) | undefined;
  /** @throws when the database does not answer. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens the database, migrated: PostgreSQL where `url` names it, else the embedded one in `dataDir`.
 *
 * @throws Problem `data-in-use`, `database-unavailable`, `database-unsuitable`, `migration-changed`, `migration-unknown`,
 * `upgrade-no-room`, `upgrade-copy-failed`.
 */
export async function openDatabase({
  dataDir,
  url,
  poolerUrl,
  replicaUrls = [],
  connections = 10,
  replicaLag,
  times,
  wait = 0,
  log,
  migrations,
  upgradeCopies,
}: DatabaseOptions): Promise<Database> {
  const logged = log ? { log } : {};
  const opened =
    url === undefined
      ? await openEmbedded({ dir: dataDir, ...logged })
      : openPostgres({
          url: poolerUrl ?? url,
          pooled: poolerUrl !== undefined,
          replicaUrls,
          max: connections,
          ...(replicaLag !== undefined && { replicaLag }),
          ...(times && { statementTimeout: times.statement, silence: times.silence }),
          ...logged,
        });
  try {
    if ('unguarded' in opened) {
      await waitForServer(opened.unguarded, wait, log);
    }
    if ('copyTo' in opened && upgradeCopies !== undefined) {
      await copyWhereMigrationsWait(opened, { dir: dataDir, wanted: migrations }, upgradeCopies);
    }
    await (poolerUrl === undefined || url === undefined
      ? prepare(opened.db, url !== undefined, migrations)
      : prepareDirectly(url, { migrations, wait, log }));
  } catch (error) {
    await opened.close();
    throw error;
  }
  return databaseOver(url === undefined ? 'pglite' : 'postgres', { ...opened, url });
}

async function copyWhereMigrationsWait(
  { db, copyTo }: EmbeddedDatabase,
  { dir, wanted }: { dir: string; wanted: ReadonlySet<string> | undefined },
  { keep, variable, onCopied }: UpgradeCopies,
): Promise<void> {
  const { applied, missing } = await compareMigrations(db, wanted);
  const [from, to] = [applied.at(-1), missing.at(-1)?.name].map((name) => name?.slice(0, 4));
  if (from === undefined || to === undefined) return;
  const copy = await copyBeforeUpgrade(dir, { from, to, keep, variable }, copyTo);
  if (copy !== null) {
    onCopied?.(copy);
  }
}

async function prepare(db: Db, isServer: boolean, migrations: ReadonlySet<string> | undefined): Promise<void> {
  if (isServer) {
    await requireSuitable(db);
  }
  await migrate(db, migrations);
}

/** Milliseconds between two tries to reach a server. */
const PAUSE = 500;

/**
 * Returns once a server answers. It is asked for so many milliseconds again and again: after a power cut a site may be up before its database.
 *
 * @throws Problem `database-unavailable` when it does not until then.
 */
async function waitForServer(server: Db, milliseconds: number, log: DatabaseLog | undefined): Promise<void> {
  const until = performance.now() + milliseconds;
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(server);
      return;
    } catch (error) {
      const isAway = isProblem(error) && error.code === 'database-unavailable';
      if (!isAway || performance.now() + PAUSE > until) throw error;
      if (tries === 1) {
        log?.warn(
          { event: 'database-awaited', seconds: milliseconds / 1000 },
          'The database does not answer yet; it is asked again.',
        );
      }
      await pause(PAUSE);
    }
  }
}

/** Migrations need a session of their own, which no pooler in transaction mode gives. */
async function prepareDirectly(
  url: string,
  {
    migrations,
    wait,
    log,
  }: { migrations: ReadonlySet<string> | undefined; wait: number; log: DatabaseLog | undefined },
): Promise<void> {
  const { db, unguarded, close } = openPostgres({ url, replicaUrls: [], max: 1 });
  try {
    await waitForServer(unguarded, wait, log);
    await prepare(db, true, migrations);
  } finally {
    await close();
  }
}

/** Milliseconds that a check waits for a connection; then it counts that others of this process, in front of it, are answered. */
const PATIENCE = 750;

/** A database from what a driver opened. */
export function databaseOver(
  driver: Database['driver'],
  opened: Pick<Database, 'db' | 'close' | 'copyTo'> & {
    reads?: Db;
    replicas?: Replicas | null;
    breaker?: Breaker;
    unguarded?: Db;
    answeredAt?: () => number;
    url?: string | undefined;
  },
): Database {
  const { db, reads = db, replicas = null, breaker = null, unguarded = db, close, url, copyTo } = opened;
  const { answeredAt = () => -Infinity } = opened;
  return {
    db,
    reads,
    replicas,
    breaker,
    unguarded,
    driver,
    url,
    copyTo,
    close,
    check: async () => {
      const begun = performance.now();
      const own = sql`select 1`.execute(unguarded);
      const others = new Promise<void>((resolve) => {
        setTimeout(() => {
          if (answeredAt() > begun) {
            resolve();
          }
        }, PATIENCE).unref();
      });
      await Promise.race([own, others]);
      own.catch(() => {});
    },
  };
}

/**
 * Runs `work` in a transaction: all of it happens, or nothing. Given a transaction, `work` becomes part of it.
 * Inside, only `tx` may be asked: asking `db` throws.
 */
export function withTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute((tx) => runInTransactionScope(() => work(tx)));
}
