import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { askOnce, startChild, type ChildOptions } from './child.ts';

const lines = `
  import { writeSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { answerQuestions } from ${JSON.stringify(new URL('./answer-questions.ts', import.meta.url).href)};
  const held = [];
  answerQuestions(async ({ does }) => {
    if (does === 'hang') { await new Promise(() => setInterval(() => {}, 1000)); }
    if (does === 'fail') { throw new Error('no'); }
    while (does === 'grow') { held.push(Buffer.alloc(8 * 1024 ** 2, 1)); await new Promise((resolve) => setTimeout(resolve, 1)); }
    if (does === 'write') { writeSync(4, 'written'); }
    return { pid: process.pid, env: Object.keys(process.env), flags: process.execArgv, priority: getPriority() };
  });`;

type Question = { does: 'answer' | 'hang' | 'fail' | 'grow' | 'write' };
type Answer = { pid: number; env: string[]; flags: string[]; priority: number };

let folder: string;
let module: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-'));
  await writeFile(join(folder, 'child.mjs'), lines);
  module = pathToFileURL(join(folder, 'child.mjs'));
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (does: Question['does'], options: Partial<ChildOptions> = {}) =>
  askOnce<Question, Answer>({ module, env: {}, timeoutMs: 60_000, ...options }, { does });

it('answers with nothing of this process but what it is given, and is gone after one question', async () => {
  const outcome = await ask('answer', { env: { ONLY: 'this' }, execArgv: ['--max-old-space-size=64'] });
  if (!('answer' in outcome)) throw new Error(outcome.lost);
  const { pid, env, flags } = outcome.answer;
  expect(env).toContain('ONLY');
  expect(env).not.toContain('PATH');
  expect(flags).toEqual(['--max-old-space-size=64']);
  await expect
    .poll(() => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    })
    .toBe(false);
});

it('writes into the files that it is given open', async () => {
  const file = await open(join(folder, 'output'), 'w');
  await ask('write', { descriptors: [file.fd] });
  await file.close();
  expect(await readFile(join(folder, 'output'), 'utf8')).toBe('written');
});

it('goes before no other program where nobody waits for it', async () => {
  const readPriority = async (options: Partial<ChildOptions>) => {
    const outcome = await ask('answer', options);
    if (!('answer' in outcome)) throw new Error(outcome.lost);
    return outcome.answer.priority;
  };
  expect(await readPriority({})).toBe(getPriority());
  expect(await readPriority({ givesWay: true })).toBe(constants.priority.PRIORITY_LOW);
});

it('is ended past its time and past its memory, and what ended it is told', async () => {
  expect(await ask('hang', { timeoutMs: 1000 })).toEqual({ lost: 'timeout' });
  expect(await ask('grow', { memoryBytes: 256 * 1024 ** 2 })).toEqual({ lost: 'memory' });
  expect(await ask('fail')).toEqual({ lost: 'died' });
});

it('has all of its time for a question, however long its start takes', async () => {
  /** A child that starts once a file is there. */
  const startingWith = async (go: string) => {
    const path = join(folder, `after-${go}.mjs`);
    await writeFile(
      path,
      `
      import { existsSync } from 'node:fs';
      import { answerQuestions } from ${JSON.stringify(new URL('./answer-questions.ts', import.meta.url).href)};
      while (!existsSync(${JSON.stringify(join(folder, go))})) { await new Promise((resolve) => setTimeout(resolve, 10)); }
      answerQuestions(async () => ({ pid: process.pid, env: [], flags: [] }));`,
    );
    return pathToFileURL(path);
  };
  const [late, never] = [await startingWith('late'), await startingWith('never')];
  // Time passes when the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const [outcome, lost] = [
      ask('answer', { module: late, timeoutMs: 1000 }),
      ask('answer', { module: never, timeoutMs: 1000 }),
    ];
    vi.advanceTimersByTime(30_000);
    await writeFile(join(folder, 'late'), '');
    expect(await outcome).toMatchObject({ answer: { pid: expect.any(Number) } });
    vi.advanceTimersByTime(90_000);
    expect(await lost).toEqual({ lost: 'timeout' });
  } finally {
    vi.useRealTimers();
  }
});

it('cannot be asked any more once it was killed', async () => {
  const child = startChild<Question, Answer>({ module, env: {}, timeoutMs: 60_000 });
  const asked = child.ask({ does: 'hang' });
  expect(child.isAlive).toBe(true);
  await child.kill();
  expect(child.isAlive).toBe(false);
  expect(await asked).toEqual({ lost: 'died' });
});
