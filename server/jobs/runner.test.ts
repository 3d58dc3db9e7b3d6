import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { createLog } from '../log.ts';
import { testDatabase } from '../testing/database.ts';
import { CLEANUP_DONE_JOB, cleanUpDoneJobs } from './cleanup.ts';
import { announceJobs, enqueue } from './queue.ts';
import { registerJobs, type JobFunction, type JobKind } from './registry.ts';
import { createRunner, type Runner } from './runner.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await sql`truncate jobs`.execute(database.db);
});
afterAll(() => database.close());

const work: JobKind = { kind: 'work', attempts: 3, atOnce: 2 };

function makeRunner(...jobs: [JobKind, JobFunction][]): Runner {
  const paired = registerJobs(
    jobs.map(([kind]) => kind),
    jobs.map(([{ kind }, run]) => [kind, run] as const),
  );
  return createRunner({ db: database.db, log: createLog('silent'), alone: true }, paired);
}

const states = async () =>
  (await sql<{ state: string }>`select state from jobs order by id`.execute(database.db)).rows.map(
    ({ state }) => state,
  );

describe('kinds and functions', () => {
  const nothing = async () => {};

  it('are paired one to one, or the process does not start', () => {
    expect(registerJobs([work], [['work', nothing]])).toEqual([{ ...work, run: nothing }]);
    expect(() => registerJobs([work], [])).toThrow('work');
    expect(() => registerJobs([], [['work', nothing]])).toThrow('work');
    expect(() => registerJobs([work, work], [['work', nothing]])).toThrow('twice');
    expect(() =>
      registerJobs(
        [work],
        [
          ['work', nothing],
          ['work', nothing],
        ],
      ),
    ).toThrow('twice');
  });
});

describe('the runner', () => {
  it('does what waits and what comes, at once, and never more than so many together', async () => {
    let [now, most] = [0, 0];
    const done: number[] = [];
    let finished = () => {};
    const all = new Promise<void>((resolve) => {
      finished = resolve;
    });
    let met = () => {};
    const two = new Promise<void>((resolve) => {
      met = resolve;
    });
    const runner = makeRunner([
      work,
      async ({ payload }) => {
        now += 1;
        most = Math.max(most, now);
        if (now === 2) {
          met();
        }
        await two;
        // Work that takes a while.
        await new Promise((resolve) => {
          setTimeout(resolve, 30);
        });
        now -= 1;
        if (done.push((payload as { n: number }).n) === 6) {
          finished();
        }
      },
    ]);
    for (const n of [1, 2, 3]) {
      await enqueue(database.db, 'work', { n });
    }
    runner.start();
    for (const n of [4, 5, 6]) {
      await enqueue(database.db, 'work', { n });
    }
    announceJobs();
    await all;
    await runner.close();
    expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
    expect(await states()).toEqual(Array(6).fill('done'));
  });

  it('gives back what cannot be finished before the process closes', async () => {
    await enqueue(database.db, 'work', {});
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const runner = makeRunner([
      work,
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          begun();
        }),
    ]);
    runner.start();
    await running;
    await runner.close();
    expect(await states()).toEqual(['waiting']);
  });

  it('stops what someone cancels, even from another process, and keeps it', async () => {
    const id = await enqueue(database.db, 'work', {});
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const runner = makeRunner([
      work,
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          begun();
        }),
    ]);
    runner.start();
    await running;
    await sql`update jobs set cancel_at = now() where id = ${id}`.execute(database.db);
    await vi.waitFor(
      async () => {
        expect(await states()).toEqual(['cancelled']);
      },
      { timeout: 60_000 },
    );
    await runner.close();
  });

  it('tries a failed job again later, and does not try one again that processes died of', async () => {
    const fails = await enqueue(database.db, 'work', { fails: true });
    await sql`insert into jobs (kind, attempts) values ('work', 3)`.execute(database.db);
    const tried = new Set<number>();
    const runner = makeRunner([
      work,
      async ({ id }) => {
        tried.add(id);
        throw new Error('broken');
      },
    ]);
    runner.start();
    await vi.waitFor(async () => expect(await states()).toEqual(['waiting', 'failed']), { timeout: 60_000 });
    await runner.close();
    expect([...tried]).toEqual([fails]);
    const { rows } = await sql<{ error: unknown }>`select error from jobs where state = 'waiting'`.execute(database.db);
    expect(rows[0]?.error).toEqual({ code: 'internal-error', message: 'broken' });
  });

  it('puts recurring jobs in line, once however many processes start, and again after each turn', async () => {
    const often: JobKind = { ...CLEANUP_DONE_JOB, every: 0.1 };
    await sql`
      insert into jobs (kind, state, finished_at) values ('old', 'done', now() - interval '2 days'), ('new', 'done', now()),
        ('kept', 'failed', now() - interval '2 days')`.execute(database.db);
    const [one, two] = [
      makeRunner([often, cleanUpDoneJobs(database.db)]),
      makeRunner([often, cleanUpDoneJobs(database.db)]),
    ];
    one.start();
    two.start();
    const count = async (...of: string[]) =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from jobs where kind = 'jobs.sweep' and state = any(${of}::text[])`.execute(
          database.db,
        )
      ).rows[0]?.n ?? 0;
    await vi.waitFor(async () => expect(await count('done')).toBeGreaterThan(2), { timeout: 60_000 });
    expect(await count('waiting', 'running')).toBeLessThanOrEqual(1);
    await Promise.all([one.close(), two.close()]);
    const { rows } = await sql<{
      kind: string;
    }>`select kind from jobs where kind <> 'jobs.sweep' order by kind`.execute(database.db);
    expect(rows.map(({ kind }) => kind)).toEqual(['kept', 'new']);
  });
});
