// The embedded database in a thread of its own, so that a heavy statement never blocks the server. It speaks
// PostgreSQL's wire protocol: `pg` is the client of both databases, so every value has the same type from both.
import { fsyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

export interface EngineOptions {
  dir: string;
  /** The memory the database has for its files, as PostgreSQL writes sizes. */
  sharedBuffers: string;
  /** Whether a commit waits for the disk. */
  durable: boolean;
  /** A tar of the folder of a database, which is then kept in memory: nothing is read from `dir` or written there. */
  image?: string;
}

/** All that a thread is given. */
export interface EngineStart extends EngineOptions {
  /** The engine's program, which a process compiles once for all databases that it opens. */
  program: WebAssembly.Module;
  /** The bytes of `image`, which a process reads once for all databases that it opens of it. */
  files?: SharedArrayBuffer;
}

interface MemoryFile {
  contents: Uint8Array | null;
  stream_ops: { write(stream: { node: MemoryFile }, ...rest: unknown[]): number };
}

const { dir, sharedBuffers, durable, image, program, files } = workerData as EngineStart;
let fsyncs = 0;

/** PGlite's own fsync does nothing, so a power cut takes committed rows. This one is real; it hooks what PGlite does not promise to keep. */
class DurableFS extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const hook = (module: { NODEFS?: { stream_ops: { fsync?(stream: { nfd?: number | null }): number } } }) => {
      if (module.NODEFS === undefined) throw new Error('PGlite no longer shows NODEFS: its fsync cannot be made real');
      module.NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined && nfd !== null) {
          fsyncSync(nfd);
          fsyncs += 1;
        }
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook as never] } };
  }
}

/**
 * The files of a tar, in memory, which all databases of the process share: each has a copy of a file once it writes into it.
 * PGlite's own way of reading one copies each of them several times.
 */
class ImageFS extends MemoryFS {
  readonly #tar: Buffer;

  constructor(tar: SharedArrayBuffer) {
    super();
    this.#tar = Buffer.from(tar);
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module;
    const text = (from: number, length: number) =>
      this.#tar.toString('latin1', from, from + length).replace(/\0.*$/s, '');
    let operations: MemoryFile['stream_ops'] | undefined;
    FS.mkdirTree(PGlite.paths.PGDATA);
    for (let at = 0; this.#tar[at] !== 0;) {
      const [path, size] = [`${PGlite.paths.PGDATA}/${text(at, 100)}`, Number.parseInt(text(at + 124, 12), 8)];
      if (text(at + 156, 1) === '5') {
        FS.mkdirTree(path);
      } else {
        FS.writeFile(path, this.#tar.subarray(at + 512, at + 512 + size), { canOwn: true } as object);
        const { node } = FS.lookupPath(path, {}) as unknown as { node: MemoryFile };
        operations ??= copyingAtWrite(node.stream_ops);
        node.stream_ops = operations;
      }
      at += 512 + Math.ceil(size / 512) * 512;
    }
  }
}

/** How files are used whose contents are shared until they are written into; whatever makes them longer or shorter copies them by itself. */
function copyingAtWrite(operations: MemoryFile['stream_ops']): MemoryFile['stream_ops'] {
  return {
    ...operations,
    write(stream, ...rest) {
      const { node } = stream;
      if (node.contents?.buffer instanceof SharedArrayBuffer) {
        node.contents = copyUsed(node.contents);
      }
      return operations.write(stream, ...rest);
    },
  };
}

/** A copy that takes no memory for the zeros at the end: most of a log's file, which is made in its whole length. */
function copyUsed(contents: Uint8Array): Uint8Array {
  let used = contents.length;
  while (used > 0 && contents[used - 1] === 0) {
    used -= 1;
  }
  const copy = new Uint8Array(contents.length);
  copy.set(contents.subarray(0, used));
  return copy;
}

// statement_timeout does nothing here: no signal reaches a thread that computes.
const settings: Record<string, string> = {
  shared_buffers: sharedBuffers,
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  wal_sync_method: 'fsync',
  max_wal_size: '128MB',
};
// PGlite goes on after any failure of its engine, though memory may be left half-changed. Only PostgreSQL's own way
// out of a failed statement (a jump with this status) is sound; after any other this thread ends, the next statement
// starts another, and the log recovers what was committed.
const JUMP = 100;

async function open(): Promise<PGlite> {
  const opened = await PGlite.create({
    fs: files !== undefined ? new ImageFS(files) : durable ? new DurableFS(dir) : new NodeFS(dir),
    pgliteWasmModule: program,
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => !durable || parameter !== '-F'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  });
  if (durable) {
    await opened.exec('checkpoint');
    if (fsyncs === 0) throw new Error('PGlite does not reach the disk: the hook of its fsync has come loose');
  }
  const engine = opened.Module;
  const next = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      next();
    } catch (error) {
      if ((error as { status?: number }).status !== JUMP) {
        process.exit(1);
      }
      throw error;
    }
  };
  return opened;
}

let pglite = await open();

parentPort!.on('message', (message: Uint8Array | 'close' | 'open') => {
  if (message === 'close') {
    const leave = () => process.exit();
    // One in memory leaves nothing behind it.
    void pglite.close().then(image === undefined ? leave : () => parentPort!.postMessage('closed'), leave);
    return;
  }
  if (message === 'open') {
    void open().then((opened) => {
      pglite = opened;
      parentPort!.postMessage('ready');
    });
    return;
  }
  const answer = pglite.execProtocolRawSync(message);
  // The answer to a greeting is a view of memory that PGlite goes on using; every other one is a copy to give away.
  const own = answer.byteLength === answer.buffer.byteLength ? answer : answer.slice();
  parentPort!.postMessage(own, [own.buffer as ArrayBuffer]);
});
parentPort!.postMessage('ready');
