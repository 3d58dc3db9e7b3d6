import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The work of a call, in steps; how many passwords it hashed or compared with a hash; and what it answered. */
export interface WorkCount<Result> {
  work: number;
  passwords: number;
  result: Result;
}

/** A module in a thread of its own, whose calls are counted. */
export interface CountedModule {
  /** Calls an exported function with what a thread can be given, one call at a time; bytes arrive as buffers. */
  call<Args extends unknown[], Result>(
    exported: (...args: Args) => Result,
    ...args: Args
  ): Promise<WorkCount<Awaited<Result>>>;
  close(): Promise<void>;
}

/**
 * Loads a module in a thread that counts what is done there: how often each part of a function ran, of the project's code
 * and of what it uses, and how many letters, bytes and items the language's own searches and copies went through
 * (`counted-natives.ts`). The same calls make the same count on every machine. It sees neither other threads and processes,
 * nor the database's engine, nor how a regular expression goes back (`tools/regular-expressions.ts` proves those).
 *
 * The first calls also count what is done once: caches that are filled, tables that are made.
 */
export async function openCounted(module: URL): Promise<CountedModule> {
  const thread = new Worker(new URL('./counting-thread.ts', import.meta.url), {
    workerData: module.href,
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production', NOTED_STATEMENTS: '' },
  });
  await once(thread, 'message');
  return {
    async call(exported, ...args) {
      thread.postMessage({ name: exported.name, args });
      const [answer] = (await once(thread, 'message')) as [WorkCount<never> | { failure: unknown }];
      if ('failure' in answer) throw answer.failure;
      return answer;
    },
    async close() {
      await thread.terminate();
    },
  };
}

/**
 * The steps that each of some calls of one function takes (`openCounted`), in their order, after one with the first of them
 * that is not counted.
 */
export async function countSteps<Args extends unknown[]>(
  module: URL,
  exported: (...args: Args) => unknown,
  calls: readonly Args[],
): Promise<number[]> {
  const counted = await openCounted(module);
  try {
    const [first] = calls;
    if (first) {
      await counted.call(exported, ...first);
    }
    const all: number[] = [];
    for (const args of calls) {
      all.push((await counted.call(exported, ...args)).work);
    }
    return all;
  } finally {
    await counted.close();
  }
}
