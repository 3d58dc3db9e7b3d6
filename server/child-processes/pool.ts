import { startChild, tracedQuestion, type Child, type ChildOptions, type Outcome } from './child.ts';

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

interface Worker<Question extends object, Answer extends object> {
  child: Child<Question, Answer>;
  job: Job<Question, Answer> | null;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Promises a pool of at most `processes` children. They start when they are needed, and are killed past a limit of `options` and after `idleMs`
 * without a question. They never keep this process alive while they idle.
 */
export function createPool<Question extends object, Answer extends object>({
  processes,
  idleMs,
  ...options
}: ChildOptions & { processes: number; idleMs: number }): Pool<Question, Answer> {
  const workers = new Set<Worker<Question, Answer>>();
  const waiting: Job<Question, Answer>[] = [];
  let closed = false;

  function start(): Worker<Question, Answer> {
    const child = startChild<Question, Answer>(options);
    const worker: Worker<Question, Answer> = { child, job: null, idle: undefined };
    workers.add(worker);
    void child.gone.then(() => {
      clearTimeout(worker.idle);
      workers.delete(worker);
      assign();
    });
    return worker;
  }

  async function give(worker: Worker<Question, Answer>, job: Job<Question, Answer>): Promise<void> {
    clearTimeout(worker.idle);
    worker.job = job;
    await worker.child.ask(job.question).then(job.resolve, job.reject);
    worker.job = null;
    if (!worker.child.isAlive) return;
    worker.idle = setTimeout(() => void worker.child.kill(), idleMs).unref();
    assign();
  }

  function assign(): void {
    while (!closed && waiting.length > 0) {
      const free = [...workers].find(({ job, child }) => job === null && child.isAlive);
      if (free === undefined && workers.size >= processes) return;
      void give(free ?? start(), waiting.shift() as Job<Question, Answer>);
    }
  }

  return {
    run(question) {
      if (closed) return Promise.reject(new Error('the pool is closed'));
      return tracedQuestion(
        options.module,
        () =>
          new Promise((resolve, reject) => {
            waiting.push({ question, resolve, reject });
            assign();
          }),
      );
    },
    async close() {
      closed = true;
      for (const job of [...waiting.splice(0), ...[...workers].flatMap(({ job }) => job ?? [])]) {
        job.reject(new Error('the pool is closed'));
      }
      await Promise.all([...workers].map(({ child }) => child.kill()));
    },
  };
}
