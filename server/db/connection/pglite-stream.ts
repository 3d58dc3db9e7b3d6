import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { EngineOptions, EngineStart } from './pglite-worker.ts';

const PROGRAM = new URL('../../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url);

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The engine's program, compiled once for all databases of the process: each thread would take two seconds of the processors for
 * it, and a backup, a move and a start after a crash open more than one.
 */
function compileProgram(): Promise<WebAssembly.Module> {
  compiled ??= readFile(PROGRAM).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

const images = new Map<string, SharedArrayBuffer>();

/** The bytes of an image, read once for all databases of the process: it is some 65 MB. */
function readImage(path: string): SharedArrayBuffer {
  const kept = images.get(path);
  if (kept !== undefined) return kept;
  const file = openSync(path, 'r');
  const files = new SharedArrayBuffer(fstatSync(file).size);
  readSync(file, new Uint8Array(files));
  closeSync(file);
  images.set(path, files);
  return files;
}

/**
 * The last thread whose database in memory was closed, by its image. It makes the next one in half the time that a new thread
 * takes: it has loaded and optimised the code around the engine.
 */
const resting = new Map<string, Worker>();

/** A thread that rests, once; undefined where there is none. */
function wake({ image }: EngineOptions): Worker | undefined {
  const worker = image === undefined ? undefined : resting.get(image);
  if (worker === undefined) return undefined;
  resting.delete(image!);
  // One that has ended has no number any more.
  if (worker.threadId === -1) return undefined;
  worker.ref();
  worker.postMessage('open');
  return worker;
}

/** Keeps a thread for the next database; it keeps no process alive. */
function rest(worker: Worker, image: string): void {
  // Without these names, those that make it work would go as well.
  for (const name of ['message', 'error', 'exit']) {
    worker.removeAllListeners(name);
  }
  worker.unref();
  void resting.get(image)?.terminate();
  resting.set(image, worker);
}

/**
 * A stream that `pg` takes for a socket: connecting starts the thread of the embedded database, ending closes it cleanly.
 * A thread that dies ends the connection, as a server would.
 */
export class EngineStream extends Duplex {
  readonly #options: EngineOptions;
  readonly #previous: Promise<void>;
  #worker: Worker | null = null;
  /** Settles when the thread, and with it the hold on the folder, is gone. */
  readonly gone: Promise<void>;
  #leave: () => void = () => {};

  /** @param previous a thread that must be gone before this one may touch the folder. */
  constructor(options: EngineOptions, previous: Promise<void>) {
    super();
    this.#options = options;
    this.#previous = previous;
    this.gone = new Promise((resolve) => {
      this.#leave = resolve;
    });
  }

  /** Called by `pg`; there is neither host nor port. */
  connect(): this {
    void Promise.all([compileProgram(), this.#previous]).then(
      ([program]) => this.#begin(program),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  #begin(program: WebAssembly.Module): void {
    if (this.destroyed) return;
    const { image } = this.#options;
    const worker =
      wake(this.#options) ??
      new Worker(new URL('./pglite-worker.ts', import.meta.url), {
        workerData: {
          ...this.#options,
          program,
          ...(image !== undefined && { files: readImage(image) }),
        } satisfies EngineStart,
        execArgv: [],
      });
    this.#worker = worker;
    worker.once('message', () => {
      worker.on('message', (bytes: Uint8Array | 'closed') => {
        if (bytes === 'closed') {
          rest(worker, this.#options.image!);
          this.#left();
        } else {
          this.push(bytes);
        }
      });
      this.emit('connect');
    });
    worker.once('error', (error) => {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    worker.once('exit', () => this.#left());
  }

  /** The thread has ended, or rests. */
  #left(): void {
    this.#worker = null;
    this.#leave();
    if (this.writableEnded) {
      this.push(null);
    } else {
      this.destroy(new Error('the embedded database has stopped'));
    }
  }

  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    this.#worker?.ref();
    return this;
  }
  unref(): this {
    this.#worker?.unref();
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this._writev([{ chunk }], done);
  }

  override _writev(chunks: readonly { chunk: Buffer }[], done: () => void): void {
    // A copy: `pg` writes into its buffer again. The farewell is left out, ending says it.
    const bytes = new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    if (bytes[0] !== TERMINATE) {
      this.#worker?.postMessage(bytes, [bytes.buffer]);
    }
    done();
  }

  override _final(done: () => void): void {
    if (this.#worker === null) {
      done();
      return;
    }
    void this.gone.then(() => done());
    this.#worker.postMessage('close');
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const worker = this.#worker;
    if (worker === null) {
      this.#leave();
    } else {
      void worker.terminate();
    }
    done(error);
  }
}

const TERMINATE = 'X'.charCodeAt(0);
