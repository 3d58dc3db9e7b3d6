import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TERM_KINDS } from '#contract/taxonomy.ts';
import { termsFound } from '#server/db/queries/term-names.ts';
import { withTransaction } from '#server/db/database.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { describeTerm, findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { normalise } from '#server/search/normalise.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { catalogue } from '../../../bench/synthetic/catalogue.ts';
import { seed } from '../../../bench/synthetic/seed.ts';
import type { TermLookup } from './term-names.ts';

const synthetic = catalogue(0.02);
let site: TestApp;
beforeAll(async () => {
  site = await testApp();
  await seed(site.deps.database, 600, () => {}, synthetic);
  await site.deps.catalogue.build();
});
afterAll(() => site.close());

/** The ids of the terms that something finds, in memory and in the database, which must agree. */
async function found(wanted: TermLookup): Promise<number[]> {
  const [ofDatabase] = await termsFound(site.deps.db, [wanted]);
  expect(site.deps.catalogue.ready()!.names.find(wanted), JSON.stringify(wanted)).toEqual(ofDatabase);
  return ofDatabase!;
}

async function agree(): Promise<void> {
  let hits = 0;
  for (const [at, { kind, name, slug }] of synthetic.terms.entries()) {
    if (at % 9 !== 0) continue;
    const normalised = normalise(name);
    const kinds = at % 2 === 0 ? [kind] : TERM_KINDS;
    hits += (await found({ kinds, name: normalised, by: 'whole', slug, most: 50 })).length;
    hits += (await found({ kinds, name: normalised.slice(0, 2), by: 'start', slug: null, most: 5 })).length;
    hits += (await found({ kinds, name: normalised.split(' ').at(-1)!, by: 'word', slug: null, most: 50 })).length;
  }
  expect(hits).toBeGreaterThan(100);
}

it('terms are found by whole names, beginnings, words and slugs as the database finds them', agree);

it('stay so after terms were made, renamed, given other names, used for the first time and deleted', async () => {
  const { db } = site.deps;
  const made = await withTransaction(db, async (tx) => {
    const [old, fresh] = await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Paper Lantern' },
      { kind: 'artist', name: 'Fresh Hand' },
    ]);
    const { id } = await createComic(tx, { title: 'Lanterns', terms: [old!, fresh!] });
    await publishComic(tx, id);
    await describeTerm(tx, 1, { aliases: ['Quite Another Name'] });
    await sql`delete from terms where id = 7`.execute(tx);
    return { old: old!, fresh: fresh! };
  });
  await site.deps.catalogue.follow();
  const whole = (name: string) => found({ kinds: TERM_KINDS, name, by: 'whole', slug: null, most: 50 });
  expect(await whole('paper lantern')).toEqual([made.old]);
  expect(await found({ kinds: ['artist'], name: 'hand', by: 'word', slug: null, most: 9 })).toContain(made.fresh);
  await agree();

  await withTransaction(db, (tx) => describeTerm(tx, made.old, { name: 'Rice Lantern' }));
  await site.deps.catalogue.follow();
  expect([await whole('paper lantern'), await whole('rice lantern')]).toEqual([[], [made.old]]);
  await site.deps.catalogue.build();
  await agree();
});
