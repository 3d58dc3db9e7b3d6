import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCALES, type Locale } from '#contract/locales.ts';
import { TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { withTransaction } from '#server/db/database.ts';
import { NO_LIMIT, NOBODY, listedComics, visibleComics } from '#server/db/visible.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { seededRandom } from '#server/testing/random.ts';
import { catalogue } from '../../../bench/synthetic/catalogue.ts';
import { seed } from '../../../bench/synthetic/seed.ts';
import { listTerms, type TermListing } from './public/queries-terms.ts';
import { describeTerm, findOrCreateTerms } from './public/queries-writing.ts';

const random = seededRandom(19);
const below = (most: number) => Math.floor(random() * most);
const WORDS = [
  'Ash',
  'ash',
  'Éclair',
  'ñu',
  '“Quote”',
  '猫',
  'ネコ',
  'Ёлка',
  'أخبار',
  'हिन्दी',
  '7 Seas',
  '10 Seas',
  'Zoo',
  '…',
];
const word = () => `${WORDS[below(WORDS.length)]} ${WORDS[below(WORDS.length)]} ${below(50)}`;

let site: TestApp;
const list = (
  listing: Pick<TermListing, 'kind'> & Partial<TermListing>,
  {
    locale = 'en',
    rating = 'all',
    hidden = [],
    from = 0,
    most = 1e6,
  }: Partial<Viewer> & { from?: number; most?: number },
) => {
  const { db, reads, config } = site.deps;
  const seeing = {
    site: config.site,
    viewer: { id: null, role: 'guest' },
    rating,
    hidden,
    blocked: NOBODY,
    limit: NO_LIMIT,
  };
  const whole = { q: '', sort: undefined, order: undefined, ...listing };
  return listTerms({ db, reads }, null, seeing, locale, whole, from, most);
};
interface Viewer {
  locale: Locale;
  rating: 'safe' | 'all';
  hidden: readonly number[];
}

/** The ids of a list as they are found by counting every comic and comparing every name. */
async function plainList(kind: TermKind, { locale, rating, hidden }: Viewer, { sort, order }: Partial<TermListing>) {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select t.id, coalesce(l.name, t.name) as name, count(c.id)::int as count from terms t
    join (select c.id, unnest(c.terms) as term from ${visibleComics(listedComics(rating))} c) c on c.term = t.id
    left join term_translations l on l.term_id = t.id and l.locale = ${locale}
    where t.kind = ${kind} group by t.id, l.name`.execute(site.deps.db);
  const compare = titleComparer(locale);
  const byName = rows
    .filter(({ id }) => !hidden.includes(id))
    .sort((a, b) => compare(titleKey(a.name), titleKey(b.name)) || a.id - b.id);
  const turned = order === 'asc' ? 1 : -1;
  const sorted =
    sort === 'name'
      ? order === 'desc'
        ? byName.reverse()
        : byName
      : byName.sort((a, b) => turned * (a.count - b.count));
  return sorted.map(({ id }) => id);
}

/** Parts of lists as the site answers them, and as they are found by counting and comparing. */
async function someLists() {
  const listed: unknown[] = [];
  const plainly: unknown[] = [];
  for (const sort of ['name', 'comics_count'] as const) {
    for (const kind of ['tag', 'artist', 'character'] as const) {
      const seeing: Viewer = {
        locale: LOCALES[below(LOCALES.length)]!,
        rating: below(2) === 0 ? 'safe' : 'all',
        hidden: below(3) === 0 ? [1 + below(100), 1 + below(1000)] : [],
      };
      const order = (['asc', 'desc'] as const)[below(2)]!;
      const plain = await plainList(kind, seeing, { sort, order });
      const page = { from: below(plain.length), most: 1 + below(60) };
      const { rows, total } = await list({ kind, sort, order }, { ...seeing, ...page });
      const asked = { kind, sort, order, ...seeing, ...page };
      listed.push({ ...asked, total, ids: rows.map(({ id }) => id) });
      plainly.push({ ...asked, total: plain.length, ids: plain.slice(page.from, page.from + page.most) });
    }
  }
  return { listed, plainly };
}

beforeAll(async () => {
  site = await testApp();
  await seed(site.deps.database, 1_200, () => {}, catalogue(0.03));
});
afterAll(() => site.close());
afterEach(() => {
  vi.restoreAllMocks();
});

describe('lists of terms', () => {
  it('are right after terms are renamed, translated, made and deleted, and comics come, change and go', async () => {
    const { db } = site.deps;
    const change = [
      (id: number) => withTransaction(db, (tx) => describeTerm(tx, id, { name: word() })),
      (id: number) =>
        withTransaction(db, (tx) =>
          describeTerm(tx, id, { translations: { [LOCALES[below(LOCALES.length)]!]: word() } }),
        ),
      // Searches read the same of it.
      (id: number) =>
        sql`select name from terms where id = ${id}`
          .execute(db)
          .then(
            ({ rows: [row] }) =>
              row &&
              withTransaction(db, (tx) => describeTerm(tx, id, { name: (row as { name: string }).name.toUpperCase() })),
          ),
      (id: number) => withTransaction(db, (tx) => describeTerm(tx, id, { translations: { en: null, ar: null } })),
      () =>
        withTransaction(db, async (tx) => {
          const kinds = ['tag', 'artist', 'character'] as const;
          const terms = await findOrCreateTerms(
            tx,
            kinds.map((kind) => ({ kind, name: word() })),
          );
          await publishComic(tx, (await createComic(tx, { title: word(), terms })).id);
        }),
      (id: number) =>
        sql`update comics set rating = case rating when 'safe' then 'explicit' else 'safe' end where id = ${id}`.execute(
          db,
        ),
      (id: number) => sql`delete from comics where id = ${id}`.execute(db),
      (id: number) => sql`update comics set terms = terms[2:] where id % 50 = ${id % 50}`.execute(db),
      (id: number) => sql`delete from terms where id = ${id}`.execute(db),
    ];
    for (let round = 0; round < 60; round += 1) {
      const { listed, plainly } = await someLists();
      expect(listed).toEqual(plainly);
      for (let times = below(4); times >= 0; times -= 1) {
        await change[(round + times) % change.length]!(1 + below(900));
      }
    }
  });

  it('by name are put in order once: a renamed term takes the names beside it, not all of them', async () => {
    const kind = 'character';
    const { rows } = await list({ kind, sort: 'name' }, {});
    const { id } = rows.at(-1)!;
    await withTransaction(site.deps.db, (tx) => describeTerm(tx, id, { name: '0 first' }));
    const statements = await statementsDuring(async () => {
      const renamed = await list({ kind, sort: 'name' }, {});
      expect(renamed.rows.map((row) => row.id)).toEqual([id, ...rows.slice(0, -1).map((row) => row.id)]);
    });
    expect(statements.filter(readsAllNames)).toEqual([]);
    expect((await statementsDuring(() => list({ kind, sort: 'name' }, {}))).length).toBe(2);
  });

  it('that show the most used ask for no order by name, for their counts once and for their rows once a language', async () => {
    await sql`delete from comics where id % 7 = 3`.execute(site.deps.db);
    const statements = await statementsDuring(() =>
      Promise.all(
        LOCALES.flatMap((locale) => TERM_KINDS.map((kind) => list({ kind }, { locale, rating: 'safe', most: 12 }))),
      ),
    );
    expect(statements.filter(readsNames)).toEqual([]);
    expect(statements.length - LOCALES.length).toBe(2);
  });

  it('of more than ten thousand terms read their counts once a second, and are right then', async () => {
    const { db } = site.deps;
    await sql`
      insert into terms (kind, slug, name, search, sort_name) select 'group', 'g' || n, 'G' || n, 'g' || n, 'g' || n from generate_series(1, 10001) n`.execute(
      db,
    );
    await sql`insert into term_counts (term_id) select id from terms on conflict do nothing`.execute(db);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9);
    const totals = async () => (await list({ kind: 'group' }, { most: 1 })).total;
    const before = await totals();
    await withTransaction(db, async (tx) => {
      const terms = await findOrCreateTerms(tx, [{ kind: 'group', name: 'G5' }]);
      await publishComic(tx, (await createComic(tx, { title: 'In a group', terms })).id);
    });
    expect(await totals()).toBe(before);
    clock.mockReturnValue(1e9 + 1_000);
    expect(await totals()).toBe(before + 1);
  });
});

const readsNames = (text: string) => /coalesce\(l\.sort_name/.test(text);
const readsAllNames = (text: string) => readsNames(text) && / limit /.test(text);

it('counts that a transaction wrote long before it ended are read when they are there', async () => {
  const { db, database } = site.deps;
  const { rows } = await list({ kind: 'tag' }, { most: 1 });
  const { id } = rows[0]!;
  const count = async () => (await list({ kind: 'tag' }, { most: 1 })).rows[0]?.id;
  let written = () => {};
  let end = () => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const mayEnd = new Promise<void>((resolve) => (end = resolve));
  const open = withTransaction(db, async (tx) => {
    await sql`update comics set terms = array_remove(terms, ${id})`.execute(tx);
    written();
    await mayEnd;
  });
  await isWritten;
  const meanwhile = async () => {
    await withTransaction(db, (tx) => findOrCreateTerms(tx, [{ kind: 'tag', name: 'Meanwhile' }]));
    return count();
  };
  // The embedded database is one session: nothing else happens while its transaction is open.
  expect(database.driver === 'postgres' ? await meanwhile() : id).toBe(id);
  end();
  await open;
  vi.spyOn(performance, 'now').mockReturnValue(2e9);
  expect(await count()).not.toBe(id);
});
