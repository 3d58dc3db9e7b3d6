import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPool } from './pool.ts';
import type { Pool } from './pool.ts';

const child = `process.on('message', (question) => {
  if (question.does === 'die') process.exit(1);
  while (question.does === 'hang');
  process.send({ pid: process.pid, env: Object.keys(process.env), bytes: question.bytes });
});
process.send({ isReady: true });`;

type Question = { does: 'answer' | 'die' | 'hang'; bytes?: Buffer };
type Answer = { pid: number; env: string[]; bytes?: Buffer };

let folder: string;
let module: URL;
let pool: Pool<Question, Answer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'));
  await writeFile(join(folder, 'child.mjs'), child);
  module = pathToFileURL(join(folder, 'child.mjs'));
});
afterEach(() => pool.close());
afterAll(() => rm(folder, { recursive: true }));

function start(
  options: { module?: URL; env?: Record<string, string>; processes?: number; timeoutMs?: number; idleMs?: number } = {},
): void {
  pool = createPool({ module, processes: 1, timeoutMs: 60_000, idleMs: 60_000, env: { ONLY: 'this' }, ...options });
}

async function answerFor(question: Question = { does: 'answer' }): Promise<Answer> {
  const outcome = await pool.run(question);
  if ('lost' in outcome) throw new Error(outcome.lost);
  return outcome.answer;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a child answers many questions, with bytes, and sees no environment but its own', async () => {
  start();
  const [first, second] = [await answerFor({ does: 'answer', bytes: Buffer.from('page') }), await answerFor()];
  expect(second.pid).toBe(first.pid);
  expect(String(first.bytes)).toBe('page');
  expect(first.env.filter((name) => name === name.toUpperCase())).toContain('ONLY');
  expect(first.env).not.toContain('PATH');
  expect(first.env.includes('NODE_COMPILE_CACHE')).toBe(getCompileCacheDir() !== undefined);
});

test('there are never more children than asked for, and all answer', async () => {
  start({ processes: 2 });
  const pids = (await Promise.all(Array.from({ length: 12 }, () => answerFor()))).map(({ pid }) => pid);
  expect(new Set(pids).size).toBe(2);
});

test('a child that hangs is killed, and the next question has a new one', async () => {
  // Time passes when the test says so: a busy machine may start a child later than any that a test would wait for one that hangs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    start({ timeoutMs: 700 });
    const { pid } = await answerFor();
    const runs = [pool.run({ does: 'hang' }), pool.run({ does: 'answer' })];
    vi.advanceTimersByTime(700);
    const [hung, next] = await Promise.all(runs);
    expect(hung).toEqual({ lost: 'timeout' });
    expect(next).toMatchObject({ answer: { pid: expect.any(Number) } });
    expect(isAlive(pid)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('a child that dies is told and replaced', async () => {
  start();
  expect(await pool.run({ does: 'die' })).toEqual({ lost: 'died' });
  const { pid } = await answerFor();
  process.kill(pid, 'SIGKILL');
  expect((await answerFor().catch(() => answerFor())).pid).not.toBe(pid);
});

test('a child without work ends', async () => {
  start({ idleMs: 50 });
  const { pid } = await answerFor();
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
  expect((await answerFor()).pid).not.toBe(pid);
});

test('closing ends the children and rejects what is unanswered', async () => {
  start();
  const { pid } = await answerFor();
  const waiting = [pool.run({ does: 'hang' }), pool.run({ does: 'answer' })].map((run) =>
    expect(run).rejects.toThrow('closed'),
  );
  await pool.close();
  await Promise.all(waiting);
  expect(isAlive(pid)).toBe(false);
  await expect(pool.run({ does: 'answer' })).rejects.toThrow('closed');
});

test.each(['rendering/render-child', 'drawing/drawing-child'])(
  'what Node compiled for a %s is there for the next one, though each is killed',
  async (name) => {
    const compiled = join(folder, name);
    start({ module: new URL(`../images/${name}.ts`, import.meta.url), env: { NODE_COMPILE_CACHE: compiled } });
    const drawing = {
      does: 'answer' as const,
      svg: '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
      lines: [],
    };
    expect(await pool.run(drawing)).toHaveProperty('answer');
    await pool.close();
    expect(
      (await readdir(compiled, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
    ).toBeGreaterThan(3);
  },
);

test('many bytes go in pieces, both ways, so that no turn of the loop copies all of them', async () => {
  const parts = new URL('./message-parts.ts', import.meta.url);
  await writeFile(
    join(folder, 'echo.mjs'),
    `
    import { createAssembler, sendInParts } from ${JSON.stringify(parts.href)};
    const assembled = createAssembler();
    let messages = 0;
    process.on('message', (message) => {
      messages += 1;
      const question = assembled(message);
      if (question) { void sendInParts({ bytes: question.bytes, pid: messages, env: [] }, (part, done) => process.send(part, undefined, {}, done)); }
    });`,
  );
  start({ module: pathToFileURL(join(folder, 'echo.mjs')) });
  const bytes = Buffer.alloc(9 * 1024 ** 2, 'a page of many bytes ');
  const answer = await answerFor({ does: 'answer', bytes });
  expect(answer.pid).toBeGreaterThan(4);
  expect(bytes.equals(answer.bytes!)).toBe(true);
  const small = await answerFor({ does: 'answer', bytes: Buffer.from('page') });
  expect([small.pid, String(small.bytes)]).toEqual([answer.pid + 1, 'page']);
});
