import { sql } from 'kysely';
import type { Db } from '#server/db/kysely.ts';

const MEGABYTE = 1_048_576;
/** How far a crash may lie behind, in bytes of log: half a second of recovery, and the log's place on disk. */
const CHECKPOINT_AFTER = 64 * MEGABYTE;
/** Changes, in bytes of log, after which statistics are taken anew: 8 MB, and a tenth of what there is. */
const VACUUM_AFTER = 8 * MEGABYTE;
const VACUUM_SHARE = 0.1;
/** Few changes wait this long, in milliseconds. */
const VACUUM_EVERY = 6 * 3_600_000;
const LOOK_EVERY = 60_000;

/**
 * Does what a server's background processes would and the embedded database has none for: checkpoint, vacuum, analyze.
 * How much has changed is read off the log's position; PostgreSQL's own counters of changed rows stay at zero here.
 */
export class Upkeep {
  readonly #db: Db;
  readonly #timer: NodeJS.Timeout;
  #vacuumed: { at: number; position: number } | null = null;
  #running: Promise<void> = Promise.resolve();

  /** Looks every minute until `stop`; `failed` is told what went wrong. */
  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db;
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.look()).catch(failed);
    }, LOOK_EVERY).unref();
  }

  /** Looks how much has changed, and tidies if it is due. Tables go one by one, so that others get their turn between. */
  async look(now: number = Date.now()): Promise<void> {
    const { position, size } = await this.#read();
    this.#vacuumed ??= { at: now, position };
    const changed = position - this.#vacuumed.position;
    const due =
      changed > VACUUM_AFTER + size * VACUUM_SHARE || (changed > 0 && now - this.#vacuumed.at >= VACUUM_EVERY);
    if (due) {
      await this.#vacuum();
      this.#vacuumed = { at: now, position: (await this.#read()).position };
    }
    // Last, because a page's first change after a checkpoint logs the whole page.
    if ((await this.#read()).behind > CHECKPOINT_AFTER) {
      await sql`checkpoint`.execute(this.#db);
    }
  }

  async #vacuum(): Promise<void> {
    const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(this.#db);
    for (const { name } of tables) {
      await sql`vacuum (analyze) ${sql.table(name)}`.execute(this.#db);
    }
  }

  /** Does something while nothing is tidied: no checkpoint happens meanwhile. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#running.then(work);
    this.#running = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Ends the looking, after what it is doing. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #read(): Promise<{ position: number; behind: number; size: number }> {
    const { rows } = await sql<{ position: number; behind: number; size: number }>`
      select (pg_current_wal_lsn() - '0/0')::int8 as position, (pg_current_wal_lsn() - redo_lsn)::int8 as behind,
        pg_database_size(current_database()) as size from pg_control_checkpoint()`.execute(this.#db);
    return rows[0]!;
  }
}
