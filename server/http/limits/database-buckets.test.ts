import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { where } from '#server/testing/samples.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { startPostgres } from '../../../tools/postgres.ts';
import { createBuckets } from './database-buckets.ts';

/** A clock that stands still: what is counted here does not depend on how fast the machine is. */
const now = () => new Date('2026-05-01T12:00:00Z');
const server = await startPostgres();
const onServer = where(server !== null);
let database: Database;
const closing: (() => Promise<void>)[] = [];
/** The words of the first of them. */
const warnings: string[] = [];
/** The counting of two processes on one database. */
let [one, two] = [] as ReturnType<typeof createBuckets>[] as [
  ReturnType<typeof createBuckets>,
  ReturnType<typeof createBuckets>,
];

async function openProcess(said: string[]) {
  database = await openDatabase({ dataDir: '', url: server!.url });
  const { close, db } = database;
  const app = {
    log: { warn: (_details: object, message: string) => said.push(message) },
    addHook: (_name: string, closeBuckets: () => Promise<void>) => closing.push(closeBuckets, close),
  };
  return createBuckets(app as never, db, now);
}

beforeAll(async () => {
  if (server === null) return;
  one = await openProcess(warnings);
  two = await openProcess([]);
}, 60_000);
afterAll(async () => {
  for (const close of closing) {
    await close();
  }
});

/** Until the database has been told of so many visitors. */
const told = (visitors: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from visitor_buckets`.execute(database.db);
      expect(rows).toHaveLength(visitors);
    },
    { timeout: 30_000 },
  );
const PER_MINUTE = 5;
const read = (process: typeof one, visitor: string, cost = 1) => process.take(visitor, PER_MINUTE, cost, false);

it('what a visitor reads of two processes is counted together within moments', onServer, async () => {
  for (let call = 0; call < PER_MINUTE; call += 1) {
    expect(read(one, 'reader')).toBeNull();
  }
  await told(1);
  expect(read(two, 'reader')).toBeNull();
  // By itself it would have them wait for the 12 seconds of what they took here; with the other, for more than a minute.
  await vi.waitFor(() => expect(read(two, 'reader', PER_MINUTE)).toBeGreaterThan(60), { timeout: 30_000 });
  expect(read(two, 'somebody else', PER_MINUTE)).toBeNull();
});

it('signing in is counted over both at once, and what is refused does not count', onServer, async () => {
  const outcomes = [];
  for (let call = 0; call < 12; call += 1) {
    outcomes.push(await (call % 2 === 0 ? one : two).take('guesser', PER_MINUTE, 1, true));
  }
  expect(outcomes.slice(0, PER_MINUTE)).toEqual([null, null, null, null, null]);
  // All are refused, until there is one again: twelve seconds, however often they ask.
  expect(outcomes.slice(PER_MINUTE).every((wait) => wait !== null && wait <= 12)).toBe(true);
});

it('a hundred visitors take a statement or two, and none of them waits for it', onServer, async () => {
  const statements = await statementsDuring(async () => {
    for (let visitor = 0; visitor < 100; visitor += 1) {
      expect(read(one, `visitor ${visitor}`)).toBeNull();
    }
    await told(103);
  });
  expect(statements.filter((text) => text.includes('insert into visitor_buckets')).length).toBeLessThan(5);
});

it('without the database each process counts by itself, and says so once', onServer, async () => {
  warnings.length = 0;
  await server!.stop();
  for (const exact of [true, false]) {
    const outcomes = [];
    for (let call = 0; call < 7; call += 1) {
      outcomes.push(await one.take(`alone ${exact}`, PER_MINUTE, 1, exact));
    }
    expect(outcomes).toEqual([null, null, null, null, null, 12, 12]);
  }
  expect(warnings).toEqual(['limits are counted by this process alone']);
});
