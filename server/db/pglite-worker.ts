// The embedded database in a thread of its own, so that a heavy statement never blocks the server.
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

export interface WorkerData { dir: string; template: string | null; durable: boolean; sharedBuffers: string }
export type Request = { id: number } & ({ kind: 'query'; sql: string; params: unknown[] } | { kind: 'dump'; file: string } | { kind: 'close' });
export type Answer = { id: number; rows?: unknown[]; affected?: number; error?: { message: string; code?: string; detail?: string; constraint?: string } };

const { dir, template, durable, sharedBuffers } = workerData as WorkerData;
let fsyncs = 0;

/** PGlite's file system keeps nothing from a power cut by itself: its fsync does nothing. This one calls the real fsync. */
class DurableFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), (module: { NODEFS?: { stream_ops: Record<string, unknown> } }) => {
      if (!module.NODEFS) { throw new Error('PGlite no longer exposes NODEFS: fsync cannot be made real'); }
      module.NODEFS.stream_ops.fsync = (stream: { nfd?: number }) => {
        if (stream.nfd !== undefined && stream.nfd !== null) { fsyncSync(stream.nfd); }
        fsyncs += 1;
        return 0;
      };
    }] as never;
    return result;
  }
}

const identity = (text: string) => text;
const options: PGliteOptions = {
  extensions: { pg_trgm },
  parsers: { 20: Number, 1082: identity, 1700: identity },
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => !durable || parameter !== '-F'),
    ...(durable ? ['-c', 'wal_sync_method=fsync'] : []),
    '-c', `shared_buffers=${sharedBuffers}`, '-c', 'max_wal_size=128MB', '-c', 'work_mem=16MB', '-c', 'random_page_cost=1.1',
  ],
  fs: durable ? new DurableFS(dir) : new NodeFS(dir),
  ...(template === null ? {} : { loadDataDir: new Blob([readFileSync(template)]) }),
};
const pg = await PGlite.create(options);
if (durable) {
  await pg.exec('create table if not exists fsync_probe (at timestamptz); drop table fsync_probe');
  if (fsyncs === 0) { throw new Error('fsync does not reach the disk: pin the version of PGlite'); }
}

parentPort?.on('message', (request: Request) => { void answer(request); });
parentPort?.postMessage({ id: 0 } satisfies Answer);

async function answer(request: Request): Promise<void> {
  try {
    parentPort?.postMessage(await handle(request));
  } catch (error) {
    const { message, code, detail, constraint } = error as Error & { code?: string; detail?: string; constraint?: string };
    parentPort?.postMessage({ id: request.id, error: { message, ...(code && { code }), ...(detail && { detail }), ...(constraint && { constraint }) } } satisfies Answer);
  }
}

async function handle(request: Request): Promise<Answer> {
  const { id } = request;
  switch (request.kind) {
    case 'query': {
      // Only the simple protocol takes several statements at once, as migrations have them.
      const result = request.params.length === 0 ? (await pg.exec(request.sql)).at(-1) : await pg.query(request.sql, request.params);
      return { id, rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 };
    }
    case 'dump': {
      const dump = await pg.dumpDataDir('gzip');
      writeFileSync(request.file, Buffer.from(await dump.arrayBuffer()));
      const written = openSync(request.file, 'r');
      fsyncSync(written);
      closeSync(written);
      return { id };
    }
    case 'close':
      await pg.close();
      return { id };
  }
}
