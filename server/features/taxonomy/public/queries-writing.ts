import { sql } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import type { GENDERS, TermKind } from '#contract/taxonomy.ts';
import type { Tx } from '#server/db/database.ts';
import { forgetTerm } from '#server/db/queries/term-cache.ts';
import { nameKey, numberedSlug, toSlug } from '#server/search/slug.ts';
import { documentGrams } from '#server/search/grams.ts';
import { searchText, sortKey } from '#server/search/normalise.ts';
import { findLanguage } from './languages.ts';

/** A term someone mentions. `code` is BCP 47 and counts for languages, which are found by it. */
export interface NewTerm {
  kind: TermKind;
  name: string;
  code?: string;
}

/** The description of a term; what is left out stays as it is. */
export interface TermDescription {
  name?: string;
  /** Names in other locales; null takes one away. */
  translations?: Partial<Record<Locale, string | null>>;
  /** Further names that lead to this term. They are added to those it has. */
  aliases?: readonly string[];
  /** `#rrggbb`. */
  color?: string | null;
  gender?: (typeof GENDERS)[number] | null;
  /** Colour of the hair, a word. */
  hair?: string | null;
  /** Which flag a language has. */
  icon?: string | null;
  /** BCP 47. */
  code?: string | null;
  /** Hash of a picture in `images` that has a small cover. */
  image?: string | null;
}

/** Most letters of a name that are kept. */
const MAX_LETTERS = 200;

/**
 * The ids of terms, in the order they were asked for; those that do not exist are made.
 *
 * Names of the same key (`nameKey`) are one term, and an alias is the term it leads to. Safe when several writers ask for
 * the same new term at once: all get the same id. A language is found by its code and made with its names in every
 * locale; without a code, by its name.
 *
 * @throws Problem `term-forbidden` {name} where one of them is forbidden.
 */
export async function findOrCreateTerms(tx: Tx, wanted: readonly NewTerm[]): Promise<number[]> {
  const terms = wanted.map(identify);
  const distinct = new Map(terms.map((term) => [`${term.kind} ${term.key}`, term]));
  // One order for all writers, so that two of them cannot wait for each other.
  const ordered = [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term);
  const { known, forbidden } = await knownTerms(tx, ordered);
  if (forbidden !== null) throw problem('term-forbidden', { name: forbidden });
  for (const term of ordered) {
    const key = `${term.kind} ${term.key}`;
    if (!known.has(key)) {
      known.set(key, (await createTerm(tx, term)).id);
    }
  }
  return terms.map((term) => known.get(`${term.kind} ${term.key}`) as number);
}

/** The ids of those terms that are there, by name or alias; one that is becoming another one is that one. */
export async function findKnownTerms(tx: Tx, wanted: readonly NewTerm[]): Promise<number[]> {
  return [...(await knownTerms(tx, wanted.map(identify))).known.values()];
}

/**
 * Makes a term. Of several writers who make the same at once, one does.
 *
 * @returns its id; null where its name leads to a term already, as a name or as an alias.
 */
export async function createNewTerm(tx: Tx, wanted: NewTerm): Promise<number | null> {
  const term = identify(wanted);
  const { known } = await knownTerms(tx, [term]);
  if (known.size > 0) return null;
  const { id, isNew } = await createTerm(tx, term);
  return isNew ? id : null;
}

/** Changes what is said about a term, and what finds it. An alias that another term has already is left to it. */
export async function describeTerm(tx: Tx, id: number, description: TermDescription): Promise<void> {
  const { translations = {}, aliases = [], ...columns } = description;
  const sets = Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  );
  if (sets.length > 0) {
    await sql`update terms set ${sql.join([...sets, sql`updated_at = now()`])} where id = ${id}`.execute(tx);
  }
  const names = Object.entries(translations).flatMap(([locale, name]) =>
    name === null || name === undefined ? [] : [{ locale, name: tidy(name), sort_name: sortKey(name) }],
  );
  const gone = Object.keys(translations).filter((locale) => !names.some((each) => each.locale === locale));
  if (gone.length > 0) {
    await sql`delete from term_translations where term_id = ${id} and locale = any(${gone}::text[])`.execute(tx);
  }
  if (names.length > 0) {
    await sql`
      insert into term_translations (term_id, locale, name, sort_name)
      select ${id}, n.locale, n.name, n.sort_name from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (locale text, name text, sort_name text)
      on conflict (term_id, locale) do update set name = excluded.name, sort_name = excluded.sort_name`.execute(tx);
  }
  for (const alias of aliases) {
    const key = nameKey(alias, 'name');
    await sql`
      insert into term_aliases (kind, slug, name, term_id)
      select t.kind, ${key}, ${tidy(alias)}, t.id from terms t
      where t.id = ${id} and not exists (select 1 from terms o where o.kind = t.kind and coalesce(o.name_key, o.slug) = ${key})
      on conflict (kind, slug) do nothing`.execute(tx);
  }
  await refreshTermSearch(tx, id);
}

/** Builds anew what finds and sorts a term: its name, translations and aliases. Call it after changing any of them. */
export async function refreshTermSearch(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ name: string; others: string[] }>`
    select t.name, array(
      select n.name from (
        select name, locale as place from term_translations where term_id = t.id
        union all select name, slug from term_aliases where term_id = t.id
      ) n order by n.place, n.name) as others
    from terms t where t.id = ${id} for update of t`.execute(tx);
  const row = rows[0];
  if (!row) return;
  const search = searchText([row.name, ...row.others]);
  await sql`
    update terms set search = ${search}, grams = ${documentGrams(search)}::int[], sort_name = ${sortKey(row.name)} where id = ${id}`.execute(
    tx,
  );
  // The trigger sees what a term is searched by: that may be as it was, and the name that is shown another one.
  await sql`insert into comic_changes (comic_id) values (${-id}) on conflict do nothing`.execute(tx);
  await sql`select nextval('catalogue_changes')`.execute(tx);
  forgetTerm(id);
}

interface IdentifiedTerm extends NewTerm {
  key: string;
}

function identify({ kind, name, code }: NewTerm): IdentifiedTerm {
  const language = kind === 'language' ? findLanguage(code ?? name) : null;
  if (language) return { kind, name: language.name, code: language.code, key: nameKey(language.name, kind) };
  return { kind, name: tidy(name), key: nameKey(name, kind), ...(code === undefined ? {} : { code }) };
}

/** The ids of those that are there; one that is becoming another one is that one. And the name of one that no comic may have. */
async function knownTerms(
  tx: Tx,
  terms: readonly IdentifiedTerm[],
): Promise<{ known: Map<string, number>; forbidden: string | null }> {
  const kinds = terms.map((term) => term.kind);
  const keys = terms.map((term) => term.key);
  const { rows } = await sql<{ kind: string; key: string; id: number; forbidden: string | null }>`
    select w.kind, w.key, coalesce(o.merging_into, o.id) as id, case when o.forbidden_at is not null then o.name end as forbidden
    from unnest(${kinds}::text[], ${keys}::text[]) as w (kind, key)
    left join terms t on t.kind = w.kind and coalesce(t.name_key, t.slug) = w.key
    left join term_aliases a on a.kind = w.kind and a.slug = w.key
    join terms o on o.id = coalesce(t.id, a.term_id)`.execute(tx);
  return {
    known: new Map(rows.map((row) => [`${row.kind} ${row.key}`, row.id])),
    forbidden: rows.find(({ forbidden }) => forbidden !== null)?.forbidden ?? null,
  };
}

/** @returns its id, and whether no other writer made it meanwhile. */
async function createTerm(tx: Tx, term: IdentifiedTerm): Promise<{ id: number; isNew: boolean }> {
  const { kind, name, key, code } = term;
  for (let number = 1; ; number += 1) {
    const slug = numberedSlug(toSlug(name, kind), number);
    // Waits for another writer of the same address or name, and then makes nothing.
    const {
      rows: [created],
    } = await sql<{ id: number }>`
      insert into terms (kind, slug, name_key, name, code) values (${kind}, ${slug}, ${slug === key ? null : key}, ${name}, ${code ?? null})
      on conflict do nothing returning id`.execute(tx);
    if (created) {
      const language = kind === 'language' ? findLanguage(code ?? name) : null;
      await describeTerm(tx, created.id, language ? { translations: language.names, icon: language.icon } : {});
      return { id: created.id, isNew: true };
    }
    const {
      rows: [other],
    } = await sql<{ id: number }>`
      select id from terms where kind = ${kind} and coalesce(name_key, slug) = ${key} for update`.execute(tx);
    if (other) return { id: other.id, isNew: false };
  }
}

function tidy(name: string): string {
  const text = name.replaceAll('\0', '').toWellFormed().trim().replace(/\s+/g, ' ');
  return Array.from(text).slice(0, MAX_LETTERS).join('') || '?';
}
