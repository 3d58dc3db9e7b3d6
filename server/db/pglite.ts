import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type DatabaseConnection, type Dialect, type Driver, type QueryResult } from 'kysely';
import { problem } from '#contract/problems.ts';
import type { Db } from './database.ts';
import { lockFile } from './lock.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import type { Answer, Request, WorkerData } from './pglite-worker.ts';
import type { Schema } from './schema.ts';

/** Where the migrated template lies that makes a first start take less than a second. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/komawari/', import.meta.url));

/** Pages of the database kept in memory. More makes counting large catalogues faster and an idle site larger. */
const SHARED_BUFFERS = '64MB';

/** Rows changed before the database tidies itself; the embedded database has no autovacuum. */
const VACUUM_AFTER = 20_000;
const VACUUM_CHECK = 60_000;

export interface EmbeddedOptions {
  dir: string;
  /** `false` in tests only: what is written may be lost in a power cut. */
  durable?: boolean;
}

export interface Embedded { db: Db; close(): Promise<void> }

/**
 * Opens the embedded database of a folder, makes it from the template when there is none, and locks it.
 *
 * A killed first start leaves nothing that stands in the way of the next.
 *
 * @throws Problem `data-in-use` when another process has it open.
 */
export async function openEmbedded({ dir, durable = true }: EmbeddedOptions): Promise<Embedded> {
  mkdirSync(dirname(dir), { recursive: true });
  const unlock = await lockFile(`${dir}.lock`);
  if (unlock === null) { throw problem('data-in-use', { path: dirname(dir) }); }
  try {
    if (!existsSync(join(dir, 'PG_VERSION'))) { await create(dir); }
    const engine = await startEngine({ dir, template: null, durable, sharedBuffers: SHARED_BUFFERS });
    const db = kyselyOver(engine);
    const tidy = setInterval(() => { void vacuumWhenDue(engine); }, VACUUM_CHECK);
    tidy.unref();
    return {
      db,
      async close() {
        clearInterval(tidy);
        await engine.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A database without a lock, a template or a schedule, for tests and for making the template. */
export async function openBare(dir: string, template: string | null): Promise<Embedded> {
  const engine = await startEngine({ dir, template, durable: false, sharedBuffers: '16MB' });
  return { db: kyselyOver(engine), close: () => engine.close() };
}

/** The file a migrated, empty database can be unpacked from; made when it is missing or migrations changed. */
export async function template(): Promise<string> {
  const version = JSON.parse(readFileSync(fileURLToPath(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)), 'utf8')).version as string;
  const hash = createHash('sha256').update(version);
  for (const name of readdirSync(MIGRATIONS).sort()) { hash.update(name).update(readFileSync(join(MIGRATIONS, name))); }
  const file = join(CACHE, `template-${hash.digest('hex').slice(0, 16)}.tar.gz`);
  if (existsSync(file)) { return file; }
  mkdirSync(CACHE, { recursive: true });
  const work = join(CACHE, `making-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const engine = await startEngine({ dir: work, template: null, durable: false, sharedBuffers: '16MB' });
  await migrate(kyselyOver(engine));
  await engine.dump(`${work}.tar.gz`);
  await engine.close();
  renameSync(`${work}.tar.gz`, file);
  rmSync(work, { recursive: true, force: true });
  return file;
}

async function create(dir: string): Promise<void> {
  const making = `${dir}.making`;
  rmSync(making, { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
  const engine = await startEngine({ dir: making, template: await template(), durable: false, sharedBuffers: '16MB' });
  await engine.close();
  renameSync(making, dir);
}

interface Engine {
  query(sql: string, params: readonly unknown[]): Promise<Answer>;
  dump(file: string): Promise<void>;
  close(): Promise<void>;
  changed: number;
  idle(): boolean;
}

async function startEngine(data: WorkerData): Promise<Engine> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: data, execArgv: ['--disable-warning=ExperimentalWarning'] });
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let last = 0;
  let gone: Error | null = null;
  const fail = (error: Error) => {
    gone ??= error;
    waiting.forEach(({ reject }) => reject(error));
    waiting.clear();
  };
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error) { asked?.reject(Object.assign(new Error(answer.error.message), answer.error)); } else { asked?.resolve(answer); }
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the embedded database has stopped')));
  worker.unref();
  type Call = { kind: 'query'; sql: string; params: unknown[] } | { kind: 'dump'; file: string } | { kind: 'close' };
  const ask = (request: Call) => new Promise<Answer>((resolve, reject) => {
    if (gone) { reject(gone); return; }
    worker.ref();
    const done = <Value>(settle: (value: Value) => void) => (value: Value) => {
      if (waiting.size === 0) { worker.unref(); }
      settle(value);
    };
    waiting.set((last += 1), { resolve: done(resolve), reject: done(reject) });
    worker.postMessage({ ...request, id: last } satisfies Request);
  });
  const engine: Engine = {
    changed: 0,
    idle: () => waiting.size === 0,
    async query(sql, params) {
      const answer = await ask({ kind: 'query', sql, params: [...params] });
      engine.changed += answer.affected ?? 0;
      return answer;
    },
    async dump(file) { await ask({ kind: 'dump', file }); },
    async close() {
      if (gone) { return; }
      await ask({ kind: 'close' });
      worker.removeAllListeners('exit');
      await worker.terminate();
      gone = new Error('the database is closed');
    },
  };
  return engine;
}

async function vacuumWhenDue(engine: Engine): Promise<void> {
  if (engine.changed < VACUUM_AFTER || !engine.idle()) { return; }
  engine.changed = 0;
  await engine.query('vacuum (analyze)', []).catch(() => undefined);
}

function kyselyOver(engine: Engine): Db {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EngineDriver(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<Schema>({ dialect });
}

/**
 * One session for everyone: a transaction owns it until its end, other statements wait in line.
 * A statement on `db` inside a transaction on `tx` would wait for itself; that is why queries take `tx` there.
 */
class EngineDriver implements Driver {
  #engine: Engine;
  #line: Promise<void> = Promise.resolve();
  #release = new WeakMap<DatabaseConnection, () => void>();

  constructor(engine: Engine) { this.#engine = engine; }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const turn = this.#line;
    let leave = () => {};
    this.#line = new Promise((resolve) => { leave = resolve; });
    await turn;
    const connection = new EngineConnection(this.#engine);
    this.#release.set(connection, leave);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> { await connection.executeQuery(CompiledQuery.raw('begin')); }
  async commitTransaction(connection: DatabaseConnection): Promise<void> { await connection.executeQuery(CompiledQuery.raw('commit')); }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> { await connection.executeQuery(CompiledQuery.raw('rollback')); }
  async releaseConnection(connection: DatabaseConnection): Promise<void> { this.#release.get(connection)?.(); }
  async destroy(): Promise<void> {}
}

class EngineConnection implements DatabaseConnection {
  #engine: Engine;
  constructor(engine: Engine) { this.#engine = engine; }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows = [], affected = 0 } = await this.#engine.query(sql, parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(affected) };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> { throw new Error('the embedded database does not stream'); }
}
