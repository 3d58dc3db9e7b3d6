import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTransaction, type Database } from '../db/database.ts';
import { testDatabase } from '../testing/database.ts';
import { createWorkerId, releaseAbandoned, renewLeases } from './leases.ts';
import { claimJob, complete, enqueue, failJob, releaseJob, secondsToNext } from './queue.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await sql`truncate jobs`.execute(database.db);
});
afterAll(() => database.close());

const kinds = ['a'];
const job = async (id: number | null) => {
  const { rows } = await sql<{
    state: string;
    attempts: number;
    error: unknown;
    waits: number;
    locked_by: string | null;
  }>`
    select state, attempts, error, locked_by, extract(epoch from run_at - now())::float8 as waits from jobs where id = ${id}`.execute(
    database.db,
  );
  return rows[0];
};
/** Ends the lease of a job, as time would. */
const expire = (id: number | null) =>
  sql`update jobs set locked_until = now() - interval '1 second' where id = ${id}`.execute(database.db);

describe('the line of jobs', () => {
  it('goes by priority, then by age, and keeps what is not due', async () => {
    const { db } = database;
    await enqueue(db, 'a', { n: 1 });
    await enqueue(db, 'a', { n: 2 });
    await enqueue(db, 'a', { n: 3 }, { priority: 5 });
    await enqueue(db, 'a', { n: 4 }, { runAt: new Date(Date.now() + 60_000), priority: 9 });
    await enqueue(db, 'b', { n: 5 });
    const taken = [];
    for (let next = await claimJob(db, 'me', { kinds }); next; next = await claimJob(db, 'me', { kinds })) {
      taken.push((next.payload as { n: number }).n);
    }
    expect(taken).toEqual([3, 1, 2]);
    expect(await secondsToNext(db, ['nothing'])).toBeNull();
  });

  it('gives every job to one of those who ask at once', async () => {
    const { db } = database;
    for (let n = 0; n < 20; n += 1) {
      await enqueue(db, 'a', { n });
    }
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, who) => claimJob(db, `holder ${who % 3}`, { kinds })),
    );
    const ids = taken.flatMap((each) => (each ? [each.id] : []));
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  it('takes a key once while its job waits or runs', async () => {
    const { db } = database;
    const first = await enqueue(db, 'a', {}, { key: 'k' });
    expect(await enqueue(db, 'a', {}, { key: 'k' })).toBeNull();
    expect(await enqueue(db, 'b', {}, { key: 'k' })).not.toBeNull();
    const held = await claimJob(db, 'me', { kinds, key: 'k' });
    expect(held?.id).toBe(first);
    expect(await enqueue(db, 'a', {}, { key: 'k' })).toBeNull();
    await complete(db, held!, 'me');
    expect(await enqueue(db, 'a', {}, { key: 'k' })).not.toBeNull();
  });

  it('holds nothing of a transaction that failed', async () => {
    const { db } = database;
    await expect(
      withTransaction(db, async (tx) => {
        await enqueue(tx, 'a', {});
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await claimJob(db, 'me', { kinds })).toBeNull();
  });

  it('ends a job with its work or not at all', async () => {
    const { db } = database;
    const id = await enqueue(db, 'a', {}, { holder: 'me' });
    await expect(
      withTransaction(db, async (tx) => {
        await complete(tx, { id: id! }, 'me');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect((await job(id))?.state).toBe('running');
    await complete(db, { id: id! }, 'me');
    expect((await job(id))?.state).toBe('done');
  });
});

describe('a job whose holder is gone', () => {
  it('is taken over when the lease has ended, and the first holder can no longer end it', async () => {
    const { db } = database;
    const id = await enqueue(db, 'a', {}, { holder: 'first' });
    expect(await claimJob(db, 'second', { kinds })).toBeNull();
    await expire(id);
    expect(await claimJob(db, 'second', { kinds })).toMatchObject({ id, attempts: 1 });
    await expect(complete(db, { id: id! }, 'first')).rejects.toThrow('no longer held');
    await complete(db, { id: id! }, 'second');
  });

  it('stays with a holder that renews its lease', async () => {
    const { db } = database;
    const id = await enqueue(db, 'a', {}, { holder: 'first' });
    await expire(id);
    await renewLeases(db, 'first');
    expect(await claimJob(db, 'second', { kinds })).toBeNull();
  });

  it('is another process’s when its lease has ended and not before, whatever the holder is called; on an embedded database at once', async () => {
    const { db } = database;
    const mine = await enqueue(db, 'a', {}, { holder: createWorkerId() });
    const host = createWorkerId().split(':')[0];
    const dead = await enqueue(db, 'a', {}, { holder: `${host}:999999999:aaaaaaaa/1` });
    // A worker on another machine of the same name, with the same number, as containers have.
    const twin = await enqueue(db, 'a', {}, { holder: `${host}:${process.pid}:aaaaaaaa/1` });
    await releaseAbandoned(db, { alone: false });
    const states = async () => Promise.all([mine, dead, twin].map(async (id) => (await job(id))?.state));
    expect(await states()).toEqual(['running', 'running', 'running']);
    await expire(dead);
    expect((await claimJob(db, 'other', { kinds }))?.id).toBe(dead);
    expect(await claimJob(db, 'other', { kinds })).toBeNull();
    await releaseAbandoned(db, { alone: true });
    expect(await states()).toEqual(['running', 'waiting', 'waiting']);
  });
});

it('a job that fails waits longer every time and is kept as failed after its last try', async () => {
  const { db } = database;
  const id = await enqueue(db, 'a', {}, { holder: 'me' });
  let held = { id: id!, kind: 'a', payload: {}, attempts: 0 };
  const waits = [];
  for (let again = true; again;) {
    again = await failJob(db, held, 'me', { error: { code: 'storage-full' }, most: 3 });
    const { waits: seconds = 0, attempts = 0 } = (await job(id)) ?? {};
    waits.push(Math.round(seconds));
    held = { ...held, attempts };
    if (again) {
      await sql`update jobs set state = 'running', locked_by = 'me' where id = ${id}`.execute(db);
    }
  }
  expect(waits).toEqual([5, 10, 20]);
  expect(await job(id)).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'storage-full' } });
});

it('a job that is given back costs no try', async () => {
  const id = await enqueue(database.db, 'a', {}, { holder: 'me' });
  await releaseJob(database.db, { id: id! }, 'me');
  expect(await job(id)).toMatchObject({ state: 'waiting', attempts: 0, locked_by: null });
});
