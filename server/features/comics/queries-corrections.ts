import { sql } from 'kysely';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import { listedComics, visibleComics } from '#server/db/visible.ts';
import { isDense, queryGrams } from '#server/search/grams.ts';
import { readAsKana } from '#server/search/kana.ts';
import { normalise } from '#server/search/normalise.ts';
import { toCanonical } from '#server/search/query-canonical.ts';
import type { ParsedSearch, Query } from '#server/search/query.ts';
import { slipsBetween } from '#server/search/spelling.ts';

/** Words of a search that are looked at; each costs about a millisecond. */
const MAX_WORDS = 12;
/** Letters of a word that can be corrected, and from which on it may have two slips. */
const [SHORTEST, LONGEST, TWO_SLIPS] = [3, 30, 8];
/** How alike the three-letter pieces of two long words must be at least; two slips in eight letters leave this much. */
const ALIKE = '0.2';
/** Words between which use decides, and comics whose titles are asked for it. */
const [MAX_CHOICES, SAMPLE] = [5, 1_000];

/**
 * The search with each misspelt plain word as titles and names write it, in its canonical form; null where no word can
 * be bettered.
 *
 * A word that some title or name begins with stays. Another gives way to the word in kana that is read so, or the nearest one known: one slip away (a letter
 * wrong, missing, too many, or two in the wrong order), from eight letters on two; else to the two words it is without
 * the space between them; a wrong sign of a script without spaces is found within longer texts too. Bounded: a few statements for all words.
 */
export async function correctedQuery(engines: CorrectionEngines, parsed: ParsedSearch): Promise<string | null> {
  const words = [...new Set(plainValues(parsed.tree).flatMap((value) => normalise(value).split(' ')))]
    .filter(isCorrectable)
    .slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const better = await nearestWords(engines, words);
  if (better.size === 0) return null;
  return toCanonical(withWords(parsed.tree, better));
}

function isCorrectable(word: string): boolean {
  const letters = Array.from(word).length;
  return letters >= SHORTEST && letters <= LONGEST && !/^\d+$/.test(word);
}

async function nearestWords(engines: CorrectionEngines, words: readonly string[]): Promise<Map<string, string>> {
  const db = engines.reads;
  const misspelt = (await lookUp(db, words)).filter(({ known }) => !known);
  const better = await withKana(
    db,
    misspelt.map(({ word }) => word),
  );
  const unknown = misspelt
    .filter(({ word }) => !better.has(word))
    .map(({ word, near }) => ({ word, choices: likeliest(word, near) }));
  const use = await sampledUse(
    engines,
    unknown.flatMap(({ choices }) => (choices.length > 1 ? choices : [])),
  );
  for (const { word, choices } of unknown) {
    const [best] = choices.toSorted((a, b) => (use.get(b) ?? 0) - (use.get(a) ?? 0));
    if (best !== undefined) {
      better.set(word, best);
    }
  }
  const signs = unknown.filter(({ word, choices }) => choices.length === 0 && Array.from(word).every(isDense));
  for (const [word, nearest] of await withOtherSign(
    db,
    signs.map(({ word }) => word),
  )) {
    better.set(word, nearest);
  }
  const others = unknown.filter(({ word, choices }) => choices.length === 0 && !isDense(word));
  for (const [word, apart] of await takenApart(
    db,
    others.map(({ word }) => word),
  )) {
    better.set(word, apart);
  }
  return better;
}

/** Words that are the reading of a word in kana, as that one. */
async function withKana(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const readings = words.flatMap((word) => {
    const kana = readAsKana(word);
    return kana === null || kana.length < SHORTEST ? [] : [{ word, kana }];
  });
  if (readings.length === 0) return new Map();
  const { rows } = await sql<{ kana: string }>`
    select w.kana from unnest(${readings.map(({ kana }) => kana)}::text[]) as w (kana)
    where exists (select from search_words k where k.word >= w.kana and k.word <= w.kana || ${'\u{10ffff}'}::text)`.execute(
    db,
  );
  const known = new Set(rows.map(({ kana }) => kana));
  return new Map(readings.filter(({ kana }) => known.has(kana)).map(({ word, kana }) => [word, kana]));
}

/** Words that are two known ones without a space, as these; where there are several ways, the one whose shorter half is longest. */
async function takenApart(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const pairs = words.flatMap((word) => {
    const letters = Array.from(word);
    return Array.from({ length: Math.max(0, letters.length - 2 * SHORTEST + 1) }, (_, at) => ({
      word,
      halves: [letters.slice(0, at + SHORTEST).join(''), letters.slice(at + SHORTEST).join('')],
      shorter: Math.min(at + SHORTEST, letters.length - at - SHORTEST),
    }));
  });
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<{ word: string }>`
    select k.word from search_words k where k.word = any(${pairs.flatMap(({ halves }) => halves)}::text[])`.execute(db);
  const known = new Set(rows.map(({ word }) => word));
  return new Map(
    pairs
      .filter(({ halves }) => halves.every((half) => known.has(half)))
      .sort((a, b) => a.shorter - b.shorter)
      .map(({ word, halves }) => [word, halves.join(' ')]),
  );
}

/** A word, whether something begins with it, and the words that may be meant. */
interface LookedUp {
  word: string;
  known: boolean;
  near: string[];
}

async function lookUp(db: Db, words: readonly string[]): Promise<LookedUp[]> {
  // The setting is the statement's own, which is a transaction: one that is opened for it is three further calls. It is
  // part of what is compared, so that it is set before.
  const { rows } = await sql<LookedUp>`${sql.raw(PREPARED)}
    select w.word,
      exists (select from search_words k where k.word >= w.word and k.word <= w.word || ${'\u{10ffff}'}::text)
        or exists (select from term_names n where n.name >= w.word and n.name <= w.word || ${'\u{10ffff}'}::text) as known,
      array(select k.word from search_words k where k.marks && spelling_marks(w.word) limit 200)
        || case when char_length(w.word) >= ${TWO_SLIPS} and a.threshold is not null then array(
          select k.word from search_words k where k.word % w.word order by similarity(k.word, w.word) desc, k.word limit 50) else '{}' end as near
    from (select set_config('pg_trgm.similarity_threshold', ${ALIKE}, true) as threshold) a,
      unnest(${[...words]}::text[]) as w (word)`.execute(db);
  return rows;
}

/** Those of some words that may be meant by another one, the likeliest first: few, and all as many slips away. */
function likeliest(word: string, near: readonly string[]): string[] {
  const most = Array.from(word).length >= TWO_SLIPS && !isDense(word) ? 2 : 1;
  const ranked = [...new Set(near)]
    .map((other) => ({ other, slips: slipsBetween(word, other) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .sort((a, b) => a.slips - b.slips || rank(word, a.other) - rank(word, b.other) || (a.other < b.other ? -1 : 1));
  return ranked
    .filter(({ slips }) => slips === ranked[0]?.slips)
    .slice(0, MAX_CHOICES)
    .map(({ other }) => other);
}

/** People rarely miss the first letter, and seldom the number of letters. */
function rank(word: string, other: string): number {
  return (word[0] === other[0] ? 0 : 2) + (word.length === other.length ? 0 : 1);
}

/** Where a search is corrected. */
export interface CorrectionEngines {
  reads: Db;
  catalogue: Pick<Catalogue, 'ready'>;
}

const memoFor = perDatabase(
  () => new CatalogueMemo<Map<string, number>>({ most: 1, seconds: 60, isLarge: () => true }),
);

/** How often some words stand in the titles of about a thousand comics, always the same ones. */
async function sampledUse(engines: CorrectionEngines, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map();
  const { reads, catalogue } = engines;
  const use = new Map<string, number>();
  if (words.some((word) => !isDense(word))) {
    const change = catalogue.ready()?.version ?? (await readChange(reads));
    const known = await memoFor(reads).get('', change, () => sampledWords(reads));
    for (const word of words) {
      use.set(word, known.get(word) ?? 0);
    }
  }
  const dense = words.filter((word) => isDense(word));
  if (dense.length > 0) {
    const { rows } = await sql<{ word: string; count: number }>`${sql.raw(PREPARED)}
      select w.word, count(*)::int as count from unnest(${dense}::text[]) as w (word)
      join (${SAMPLED}) s on strpos(s.search, w.word) > 0 group by w.word`.execute(reads);
    for (const { word, count } of rows) {
      use.set(word, count);
    }
  }
  return use;
}

/** In how many of the sampled titles each of their words stands. */
async function sampledWords(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ search: string }>`${sql.raw(PREPARED)} ${SAMPLED}`.execute(db);
  const counts = new Map<string, number>();
  for (const { search } of rows) {
    for (const word of new Set(search.split(' '))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

const SAMPLED = sql`
  select v.search from comics v tablesample system (
      (select least(100, 100.0 * ${sql.lit(SAMPLE)} / greatest(1, c.reltuples)) from pg_class c where c.oid = 'comics'::regclass)) repeatable (1)
    where v.state = 'published' limit ${sql.lit(SAMPLE * 2)}`;

/** Words of a script without spaces with one sign changed so that a title or a name has them, wherever it stands. */
async function withOtherSign(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const better = new Map<string, string>();
  const forms = words.flatMap((word) =>
    Array.from(word).map((_, at, letters) => {
      const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')];
      // Single signs are in too many texts to look them up where there are two side by side.
      const pairs = [before, after].filter((part) => Array.from(part).length > 1);
      const grams = (pairs.length > 0 ? pairs : [before, after]).flatMap((part) => queryGrams(part));
      return { word, before, after, grams, pattern: `%${before}_${after}%` };
    }),
  );
  if (forms.length === 0) return better;
  // An empty text is added so that the trigrams, of which most patterns have none, are not asked.
  const { rows } = await sql<{ place: number; search: string }>`
    select w.place - 1 as place, f.search
    from rows from (jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) as (pattern text, grams int[])) with ordinality as w (pattern, grams, place)
    cross join lateral (
      (select c.search from ${visibleComics(listedComics('all'))} c where c.grams @> w.grams and c.search like w.pattern limit 1)
      union all
      (select t.search from terms t where t.grams @> w.grams and t.search || '' like w.pattern limit 1)
    ) f order by w.place`.execute(db);
  for (const { place, search } of rows) {
    const form = forms[Number(place)];
    const found =
      form && !better.has(form.word) ? new RegExp(`${form.before}[^ |]${form.after}`, 'u').exec(search) : null;
    if (form && found) {
      better.set(form.word, found[0]);
    }
  }
  return better;
}

/** The values of plain words that are asked for. */
function plainValues(query: Query): string[] {
  if ('all' in query) return query.all.flatMap(plainValues);
  if ('any' in query) return query.any.flatMap(plainValues);
  return isPlain(query) ? [query.value] : [];
}

function withWords(query: Query, better: ReadonlyMap<string, string>): Query {
  if ('all' in query) return { all: query.all.map((part) => withWords(part, better)) };
  if ('any' in query) return { any: query.any.map((part) => withWords(part, better)) };
  if (!isPlain(query)) return query;
  const words = normalise(query.value).split(' ');
  return words.some((word) => better.has(word))
    ? { ...query, value: words.map((word) => better.get(word) ?? word).join(' ') }
    : query;
}

function isPlain(query: Query): query is Extract<Query, { value: string }> {
  return (
    'value' in query &&
    (query.field === null || query.field === 'title' || query.field === 'uploader') &&
    !query.exact &&
    !/[*?]/.test(query.value)
  );
}
