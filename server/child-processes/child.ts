import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childSeconds } from '#server/metrics/counts.ts';
import { traced } from '#server/tracing/tracing.ts';
import { createAssembler, sendInParts } from './message-parts.ts';

/** How a question ended: answered, or without an answer because the child took too long, took too much memory, or died. */
export type Outcome<Answer> = { answer: Answer } | { lost: Lost };
type Lost = 'timeout' | 'memory' | 'died';

export interface ChildOptions {
  /** A file that calls `answerQuestions`. */
  module: URL;
  /** All that it sees of an environment, beside where Node keeps what it compiled. */
  env: Record<string, string>;
  /** Milliseconds that it has for one question, from when it can be asked: a busy machine may take long to start it. */
  timeoutMs: number;
  /** Bytes that it may hold; looked at twenty times a second, where the system tells it (Linux). */
  memoryBytes?: number;
  /** Options of Node; none of this process are inherited. */
  execArgv?: readonly string[];
  cwd?: string;
  /** Whether every other program goes before it: nobody waits for it. */
  givesWay?: boolean;
  /** Open files that it has as descriptors from 4 on; 0 to 2 lead nowhere, and 3 is how it is asked. */
  descriptors?: readonly number[];
}

/** A process beside this one that answers questions. It does not keep this process alive but while it is asked. */
export interface Child<Question extends object, Answer extends object> {
  /** Whether it can be asked: it runs, and was not told to end. */
  readonly isAlive: boolean;
  /** Resolves when it is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** Promises the outcome of one question; a child that gives no answer in time is killed. One question at a time. Rejects when no process can be started. */
  ask(question: Question): Promise<Outcome<Answer>>;
  /** Ends it at once, and resolves when it is gone. */
  kill(): Promise<void>;
}

/** Milliseconds between two looks at what a child holds: a decoder fills some megabytes in that time. */
const LOOK_MS = 50;

/** Milliseconds in which a process has started, on the busiest machine. */
const START_MS = 120_000;

interface PendingRequest<Answer> {
  resolve(outcome: Outcome<Answer>): void;
  reject(error: Error): void;
  /** Counts its time from now on. */
  begin(): void;
  stopWatching(): void;
}

/** Starts a process, which ends when this one does. */
export function startChild<Question extends object, Answer extends object>(
  options: ChildOptions,
): Child<Question, Answer> {
  const { module, env, timeoutMs, memoryBytes, execArgv = [], cwd, givesWay = false, descriptors = [] } = options;
  const compiled = getCompileCacheDir();
  const child = fork(fileURLToPath(module), {
    serialization: 'advanced',
    execArgv: [...execArgv],
    env: { ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }), ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...descriptors],
    ...(cwd !== undefined && { cwd }),
  });
  if (givesWay && child.pid !== undefined) {
    lowerPriority(child.pid);
  }
  const program = programName(module);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const assembled = createAssembler();
  let pending: PendingRequest<Answer> | null = null;
  let lost: Lost = 'died';
  let isReady = false;

  function settle(end: (settled: PendingRequest<Answer>) => void): void {
    const settled = pending;
    pending = null;
    child.unref();
    child.channel?.unref();
    settled?.stopWatching();
    if (settled !== null) {
      end(settled);
    }
  }
  child.on('message', (message) => {
    // No child of ours says anything else.
    if (typeof message !== 'object' || message === null) return;
    if ('isReady' in message) {
      isReady = true;
      pending?.begin();
      return;
    }
    const answer = assembled(message) as Answer | null;
    if (answer !== null) {
      settle(({ resolve }) => resolve({ answer }));
    }
  });
  child.on('exit', () => settle(({ resolve }) => resolve({ lost })));
  child.on('error', (error) => settle(({ reject }) => reject(error)));

  function end(how: Lost): void {
    lost = how;
    child.kill('SIGKILL');
  }

  /** A limit of memory that the system would keep needs a shell to set it: what the child holds is looked at instead. */
  function watch(): Pick<PendingRequest<Answer>, 'begin' | 'stopWatching'> {
    let timer = setTimeout(() => end('timeout'), isReady ? timeoutMs : START_MS);
    const looks =
      memoryBytes === undefined
        ? undefined
        : setInterval(() => {
            if (pending !== null && heldBy(child.pid) > memoryBytes) {
              end('memory');
            }
          }, LOOK_MS).unref();
    return {
      begin() {
        clearTimeout(timer);
        timer = setTimeout(() => end('timeout'), timeoutMs);
      },
      stopWatching() {
        clearTimeout(timer);
        clearInterval(looks);
      },
    };
  }

  const isAlive = () => child.connected && !child.killed && child.exitCode === null && child.signalCode === null;
  return {
    get isAlive() {
      return isAlive();
    },
    gone,
    async ask(question) {
      const began = performance.now();
      const outcome = await new Promise<Outcome<Answer>>((resolve, reject) => {
        const mine: PendingRequest<Answer> = { resolve, reject, ...watch() };
        pending = mine;
        child.ref();
        child.channel?.ref();
        // A child that cannot be written to is dying, and its exit ends the question.
        void sendInParts(
          question,
          (message, done) => {
            child.send(message, () => done());
          },
          () => pending === mine && child.connected,
        );
      });
      const how = 'lost' in outcome ? outcome.lost : 'ok';
      childSeconds.labels(program, how).observe((performance.now() - began) / 1000);
      return outcome;
    },
    kill() {
      child.ref();
      child.kill('SIGKILL');
      return gone;
    },
  };
}

/** Promises the outcome of one question to a process that is started for it and killed after it. Rejects when none can be started. */
export async function askOnce<Question extends object, Answer extends object>(
  options: ChildOptions,
  question: Question,
): Promise<Outcome<Answer>> {
  const child = startChild<Question, Answer>(options);
  try {
    return await tracedQuestion(options.module, () => child.ask(question));
  } finally {
    void child.kill();
  }
}

/** Waits for the outcome of a question as a step of the one that runs now. */
export function tracedQuestion<Answer>(module: URL, work: () => Promise<Outcome<Answer>>): Promise<Outcome<Answer>> {
  return traced(`child ${programName(module)}`, () => ({}), work);
}

/** The name of a child's program: `render` of `render-child.ts`. */
function programName(module: URL): string {
  return basename(module.pathname).replace(/(?:-child)?\.[a-z]+$/, '');
}

/** Bytes of memory that a process holds; 0 where the system does not tell. It tells out of memory: a thread that waits for it costs ten times as much. */
function heldBy(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

/** A priority is that of a thread and of those that it makes later: a process that was just started has its first one alone. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
