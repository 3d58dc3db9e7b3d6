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
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { ...this.#options, program } satisfies EngineStart,
      execArgv: [],
    });
    this.#worker = worker;
    worker.once('message', () => {
      worker.on('message', (bytes: Uint8Array) => {
        this.push(bytes);
      });
      this.emit('connect');
    });
    worker.once('error', (error) => {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    worker.once('exit', () => {
      this.#worker = null;
      this.#leave();
      if (this.writableEnded) {
        this.push(null);
      } else {
        this.destroy(new Error('the embedded database has stopped'));
      }
    });
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
    this.#worker.once('exit', () => done());
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
