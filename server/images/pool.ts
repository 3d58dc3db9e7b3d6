import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createAssembler, sendInParts } from './message-parts.ts';

/** How a question ended: answered, or without an answer because the child took too long, took too much memory, or died. */
export type Outcome<Answer> = { answer: Answer } | { lost: Lost };
type Lost = 'timeout' | 'memory' | 'died';

export interface Pool<Question, Answer> {
  /** Promises the outcome of one question; questions wait for a free child. Rejects when no child can be started, and once the pool is closed. */
  run(question: Question): Promise<Outcome<Answer>>;
  /** Kills every child and rejects what is unanswered. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at what children hold: a decoder fills some megabytes in that time. */
const LOOK_MS = 50;

interface Job<Question, Answer> {
  question: Question;
  resolve(outcome: Outcome<Answer>): void;
  reject(error: Error): void;
}

interface Worker<Question, Answer> {
  child: ChildProcess;
  job: Job<Question, Answer> | null;
  lost: Lost;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Promises a pool of child processes that run `module` (a file that answers every message with one message, put together and sent as
 * `message-parts.ts` says where they hold many bytes), at most `processes` of them.
 * Children start when they are needed, inherit no environment but `env` and where Node keeps what it compiled, are killed after `timeoutMs` on one question, once they hold `memoryBytes`, and
 * after `idleMs` without a question, and never keep this process alive while they idle. Memory is looked at twenty times a second, where the system tells it (Linux).
 */
export function createPool<Question, Answer>(options: {
  module: URL;
  processes: number;
  timeoutMs: number;
  memoryBytes?: number;
  idleMs: number;
  env: Record<string, string>;
}): Pool<Question, Answer> {
  type PoolWorker = Worker<Question, Answer>;
  const workers = new Set<PoolWorker>();
  const waiting: Job<Question, Answer>[] = [];
  let closed = false;
  let watch: NodeJS.Timeout | undefined;

  function start(): PoolWorker {
    const compiled = getCompileCacheDir();
    const child = fork(fileURLToPath(options.module), {
      serialization: 'advanced',
      execArgv: [],
      env: { ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }), ...options.env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: PoolWorker = { child, job: null, lost: 'died', timer: undefined };
    workers.add(worker);
    const assembled = createAssembler();
    child.on('message', (message) => {
      // Other answers than objects are no parts.
      const answer = typeof message === 'object' && message !== null && !ArrayBuffer.isView(message) ? assembled(message) : message;
      if (answer !== null || message === null) { rest(worker, answer as Answer); }
    });
    child.on('exit', () => bury(worker, (job) => job.resolve({ lost: worker.lost })));
    child.on('error', (error) => bury(worker, (job) => job.reject(error)));
    return worker;
  }

  function end(worker: PoolWorker, lost: Lost): void {
    worker.lost = lost;
    worker.child.kill('SIGKILL');
  }

  /** A limit that the system would keep needs a shell to set it: what children hold is looked at instead, while there is work. */
  function watchMemory(): void {
    const { memoryBytes } = options;
    if (memoryBytes === undefined || watch !== undefined) { return; }
    watch = setInterval(() => {
      const busy = [...workers].filter(({ job }) => job !== null);
      if (busy.length === 0) { clearInterval(watch); watch = undefined; return; }
      for (const worker of busy) {
        void heldBy(worker.child.pid).then((bytes) => { if (bytes > memoryBytes && worker.job !== null) { end(worker, 'memory'); } });
      }
    }, LOOK_MS).unref();
  }

  function rest(worker: PoolWorker, answer: Answer): void {
    const { job, child } = worker;
    clearTimeout(worker.timer);
    worker.job = null;
    worker.timer = setTimeout(() => child.kill('SIGKILL'), options.idleMs).unref();
    child.unref();
    child.channel?.unref();
    job?.resolve({ answer });
    assign();
  }

  function bury(worker: PoolWorker, end: (job: Job<Question, Answer>) => void): void {
    if (!workers.delete(worker)) { return; }
    clearTimeout(worker.timer);
    if (worker.job !== null) { end(worker.job); }
    if (!closed) { assign(); }
  }

  function give(worker: PoolWorker, job: Job<Question, Answer>): void {
    const { child } = worker;
    clearTimeout(worker.timer);
    worker.job = job;
    watchMemory();
    child.ref();
    child.channel?.ref();
    worker.timer = setTimeout(() => {
      end(worker, 'timeout');
    }, options.timeoutMs);
    // A child that cannot be written to is dying, and its exit ends the job.
    void sendInParts(job.question as object, (message, done) => { child.send(message, () => done()); }, () => worker.job === job && child.connected);
  }

  function assign(): void {
    while (waiting.length > 0) {
      const free = [...workers].find(({ job, child }) => job === null && child.connected && !child.killed);
      if (free === undefined && workers.size >= options.processes) { return; }
      give(free ?? start(), waiting.shift() as Job<Question, Answer>);
    }
  }

  return {
    run(question) {
      if (closed) { return Promise.reject(new Error('the pool is closed')); }
      return new Promise((resolve, reject) => {
        waiting.push({ question, resolve, reject });
        assign();
      });
    },
    async close() {
      closed = true;
      clearInterval(watch);
      const unanswered = [...waiting.splice(0), ...[...workers].flatMap(({ job }) => job ?? [])];
      const exits = [...workers].map(({ child, timer }) => {
        clearTimeout(timer);
        child.ref();
        const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        child.kill('SIGKILL');
        return exit;
      });
      for (const job of unanswered) { job.reject(new Error('the pool is closed')); }
      await Promise.all(exits);
    },
  };
}

/** Bytes of memory that a process holds; 0 where the system does not tell. */
async function heldBy(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then((text) => Number(text.split(' ')[1]), () => 0);
  return pages * 4096;
}
