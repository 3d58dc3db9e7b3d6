import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { testDatabase } from '#server/testing/database.ts';
import { termsById } from './term-cache.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('terms of kinds that are not asked for are known after the first call, those of every part of a long list', async () => {
  const { db } = database;
  const { rows } = await sql<{ id: number }>`
    insert into terms (kind, slug, name) select 'artist', 'a' || g, 'a' || g from generate_series(1, 2500) g returning id`.execute(
    db,
  );
  await termsById(db, [rows[0]!.id], ['tag']);
  // Each is asked for once: who is asked for is known by that.
  let next = rows.length;
  await vi.waitFor(async () => {
    const { id } = rows[(next -= 1)]!;
    const statements = await statementsDuring(() => termsById(db, [id], ['tag']));
    expect(statements.filter((text) => text.includes('where t.id = any'))).toEqual([]);
  }, 20_000);
});
