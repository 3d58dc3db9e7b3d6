import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a question ended: answered, or without an answer because the child took too long or died. */
export type Outcome<Answer> = { answer: Answer } | { lost: 'timeout' | 'died' };

export interface Pool<Question, Answer> {
  /** Promises the outcome of one question; questions wait for a free child. Rejects when no child can be started, and once the pool is closed. */
  run(question: Question): Promise<Outcome<Answer>>;
  /** Kills every child and rejects what is unanswered. */
  close(): Promise<void>;
}

interface Job<Question, Answer> {
  question: Question;
  resolve(outcome: Outcome<Answer>): void;
  reject(error: Error): void;
}

interface Worker<Question, Answer> {
  child: ChildProcess;
  job: Job<Question, Answer> | null;
  late: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Promises a pool of child processes that run `module` (a file that answers every message with one message), at most `processes` of them.
 * Children start when they are needed, inherit no environment but `env`, are killed after `timeoutMs` on one question and after `idleMs` without one,
 * and never keep this process alive while they idle.
 */
export function createPool<Question, Answer>(options: {
  module: URL;
  processes: number;
  timeoutMs: number;
  idleMs: number;
  env: Record<string, string>;
}): Pool<Question, Answer> {
  type PoolWorker = Worker<Question, Answer>;
  const workers = new Set<PoolWorker>();
  const waiting: Job<Question, Answer>[] = [];
  let closed = false;

  function start(): PoolWorker {
    const child = fork(fileURLToPath(options.module), {
      serialization: 'advanced',
      execArgv: [],
      env: options.env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: PoolWorker = { child, job: null, late: false, timer: undefined };
    workers.add(worker);
    child.on('message', (answer) => rest(worker, answer as Answer));
    child.on('exit', () => bury(worker, (job) => job.resolve({ lost: worker.late ? 'timeout' : 'died' })));
    child.on('error', (error) => bury(worker, (job) => job.reject(error)));
    return worker;
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
    child.ref();
    child.channel?.ref();
    worker.timer = setTimeout(() => {
      worker.late = true;
      child.kill('SIGKILL');
    }, options.timeoutMs);
    // A child that cannot be written to is dying, and its exit ends the job.
    child.send(job.question as object, () => {});
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
