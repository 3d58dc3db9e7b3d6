import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { checkImages, checkTerms, refuseTerms, similarImages } from './blocklist.ts';

let site: TestApp;
beforeAll(async () => { site = await testApp(); });
afterAll(() => site.close());

it('finds all copies', async () => {
  expect(1).toBe(1);
  const { db } = site.deps;
  const phash = Buffer.alloc(32, 0x5a);
  const hash = 'a'.repeat(64);
  await sql`insert into images (hash, format, bytes, width, height, phash) values (${hash}, 'png', 9, 9, 9, ${phash})`.execute(db);
  const near = Buffer.from(phash);
  for (let bit = 0; bit < 31; bit += 1) { near[(bit * 8 >> 3) % 32]! ^= 1 << (bit % 8); }
  expect(await similarImages(db, near)).toEqual([{ hash, distance: 31 }]);
  near[31]! ^= 1;
  expect(await similarImages(db, near)).toEqual([]);
  await sql`insert into blocklist (kind, value) values ('phash', ${phash.toString('hex')})`.execute(db);
  expect(await checkImages(db, [{ hash, phash }, { hash: 'b'.repeat(64), phash: null }])).toMatchObject([{ hash, entry: { kind: 'phash' } }]);
  expect(await checkTerms(db, ['A fine day', 'L0LI'])).toBe('L0LI');
  await expect(refuseTerms(db, ['ロリコン'], { userId: null, where: 'test' })).rejects.toMatchObject({ code: 'term-prohibited' });
});
