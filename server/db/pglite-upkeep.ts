import type pg from 'pg';

const MEGABYTE = 1_048_576;
/** How far a crash may lie behind, in bytes of log: half a second of recovery, and the log's place on disk. */
const CHECKPOINT_AFTER = 64 * MEGABYTE;
/** Changes, in bytes of log, after which statistics are taken anew: 8 MB, and a tenth of what there is. */
const VACUUM_AFTER = 8 * MEGABYTE;
const VACUUM_SHARE = 0.1;
/** Few changes wait this long. */
const VACUUM_EVERY = 6 * 3_600_000;
const LOOK_EVERY = 60_000;

/** Does what a server's background processes would, which the embedded database has not: checkpoint, vacuum, analyze. */
export class Upkeep {
  readonly #pool: pg.Pool;
  readonly #timer: NodeJS.Timeout;
  #vacuumed: { at: number; position: number } | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(pool: pg.Pool, failed: (error: Error) => void) {
    this.#pool = pool;
    this.#timer = setInterval(() => { this.#running = this.look().catch(failed); }, LOOK_EVERY).unref();
  }

  /** Looks how much has changed, and tidies if it is due. Tables go one by one, so that others get their turn between. */
  async look(now: number = Date.now()): Promise<void> {
    const { rows: [log] } = await this.#pool.query<{ position: number; behind: number; size: number }>(`
      select (pg_current_wal_lsn() - '0/0')::int8 as position, (pg_current_wal_lsn() - redo_lsn)::int8 as behind,
        pg_database_size(current_database()) as size from pg_control_checkpoint()`);
    if (log === undefined) { return; }
    if (log.behind > CHECKPOINT_AFTER) { await this.#pool.query('checkpoint'); }
    this.#vacuumed ??= { at: now, position: log.position };
    const changed = log.position - this.#vacuumed.position;
    const due = changed > VACUUM_AFTER + log.size * VACUUM_SHARE || (changed > 0 && now - this.#vacuumed.at >= VACUUM_EVERY);
    if (!due) { return; }
    const { rows: tables } = await this.#pool.query<{ name: string }>(`select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    for (const { name } of tables) { await this.#pool.query(`vacuum (analyze) ${name}`); }
    const { rows: [after] } = await this.#pool.query<{ position: number }>(`select (pg_current_wal_lsn() - '0/0')::int8 as position`);
    this.#vacuumed = { at: now, position: after!.position };
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
