import { sql } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import type { Direction, Rating, Status } from '#contract/comics.ts';
import type { Tx } from '#server/db/database.ts';
import { chapterKey } from '#server/db/queries/chapter-key.ts';
import { documentGrams } from '#server/search/grams.ts';
import { searchText, sortKey } from '#server/search/normalise.ts';
import { numberedSlug, toSlug } from '#server/search/slug.ts';

/** A comic as someone writes it; what is left out is as the comment says. */
export interface ComicDraft {
  /** In the comic's own language. */
  title: string;
  alternativeTitle?: string | null;
  description?: string | null;
  /** `safe`. */
  rating?: Rating;
  status?: Status | null;
  /** `ltr`. */
  direction?: Direction;
  rewritten?: boolean;
  translated?: boolean;
  speechless?: boolean;
  premium?: boolean;
  /** Premium until then, whatever `premium` says; null: no end. */
  premiumUntil?: Date | null;
  /** True: its pages lie in one chapter that is not shown as one. */
  oneshot?: boolean;
  /** Ids of terms of every kind, from `findOrCreateTerms`. */
  terms?: readonly number[];
  /** Hash of a picture in `images` that has covers; without one, the first page. */
  cover?: string | null;
  /** The same work in other languages has the same key. */
  workKey?: string | null;
  /** The key by which later chapters of the same series and language find it; unique. */
  seriesKey?: string | null;
  linkcode?: string | null;
  /** `YYYY-MM-DD`. */
  releasedOn?: string | null;
  /** Now. */
  uploadedAt?: Date;
  /** Titles and descriptions for readers of other languages; null takes one away. */
  translations?: Partial<Record<Locale, { title?: string | null; description?: string | null } | null>>;
}

/** Slugs that would be taken for a route of the API or of the site (decisions, "Programs, addresses, limits"). */
const RESERVED = new Set([
  'random',
  'chapters',
  'images',
  'reader',
  'characters',
  'comments',
  'download',
  'translations',
  'related',
  'favorite',
  'rating',
  'bulk',
]);

/** The slug a comic of this title gets where it is free: never a reserved word, never all digits. */
export function slugFor(title: string): string {
  const slug = toSlug(title, 'comic');
  return RESERVED.has(slug) ? `comic-${slug}` : slug;
}

/**
 * Makes a comic, as a draft, with a free slug made from its title.
 *
 * Safe when several writers make comics of the same title at once. Throws what the database throws when a series key
 * is taken.
 */
export async function createComic(tx: Tx, draft: ComicDraft): Promise<{ id: number; slug: string }> {
  for await (const slug of freeSlugs(tx, slugFor(draft.title))) {
    const { rows } = await sql<{ id: number }>`
      insert into comics (slug, title) values (${slug}, ${draft.title}) on conflict (slug) do nothing returning id`.execute(
      tx,
    );
    const created = rows[0];
    if (created) {
      await editComic(tx, created.id, draft);
      return { id: created.id, slug };
    }
  }
  throw new Error('no slug is free');
}

const COLUMNS: Partial<Record<keyof ComicDraft, string>> = {
  title: 'title',
  alternativeTitle: 'alternative_title',
  description: 'description',
  rating: 'rating',
  status: 'status',
  direction: 'direction',
  rewritten: 'rewritten',
  translated: 'translated',
  speechless: 'speechless',
  premium: 'premium',
  premiumUntil: 'premium_until',
  oneshot: 'oneshot',
  cover: 'cover',
  workKey: 'work_key',
  seriesKey: 'series_key',
  linkcode: 'linkcode',
  releasedOn: 'released_on',
  uploadedAt: 'uploaded_at',
};

/** Changes what is said about a comic; what is left out stays. `terms` replaces all its terms. */
export async function editComic(tx: Tx, id: number, changes: Partial<ComicDraft>): Promise<void> {
  const sets = Object.entries(COLUMNS).flatMap(([key, column]) => {
    const value = changes[key as keyof ComicDraft];
    return value === undefined
      ? []
      : [sql`${sql.ref(column)} = ${value instanceof Date ? value.toISOString() : value}`];
  });
  if (changes.terms !== undefined) {
    sets.push(sql`terms = ${[...new Set(changes.terms)].sort((a, b) => a - b)}::int[]`);
  }
  await sql`update comics set ${sql.join([...sets, sql`updated_at = now()`])} where id = ${id}`.execute(tx);
  for (const [locale, words] of Object.entries(changes.translations ?? {})) {
    if (!words) {
      await sql`delete from comic_translations where comic_id = ${id} and locale = ${locale}`.execute(tx);
    } else {
      await sql`
        insert into comic_translations (comic_id, locale, title, description)
        values (${id}, ${locale}, ${words.title ?? null}, ${words.description ?? null})
        on conflict (comic_id, locale) do update set title = excluded.title, description = excluded.description`.execute(
        tx,
      );
    }
  }
  await refreshComicSearch(tx, id);
}

/** Shows a comic to everyone from now on. Publishing it again changes nothing. */
export async function publishComic(tx: Tx, id: number): Promise<void> {
  await sql`
    update comics set state = 'published', published_at = coalesce(published_at, now()), updated_at = now()
    where id = ${id} and state <> 'published'`.execute(tx);
}

/** Counts a comic's pages and chapters anew, and gives it its first page as cover where it has none, and the groups of its chapters. */
export async function recountComic(tx: Tx, id: number): Promise<void> {
  await sql`
    update comics c set
      pages = coalesce((select sum(h.pages) from chapters h where h.comic_id = c.id), 0),
      chapters_count = case when c.oneshot then 0 else (select count(distinct ${chapterKey('h')}) from chapters h where h.comic_id = c.id) end,
      cover = coalesce(c.cover, (
        select p.image from chapters h join pages p on p.chapter_id = h.id where h.comic_id = c.id
        order by h.position, h.id, p.number limit 1)),
      updated_at = now()
    where c.id = ${id}`.execute(tx);
  await addChapterGroups(tx, id);
}

/**
 * A comic is by the groups of its chapters that are out, too, where lists, filters and feeds of a group find it. They stand among its
 * terms as long as a chapter names them, apart from those that were said of the comic itself (`groups_added`).
 */
async function addChapterGroups(tx: Tx, id: number): Promise<void> {
  await sql`
    update comics c set
      terms = array(select unnest(n.said) union select unnest(n.named) order by 1),
      groups_added = array(select unnest(n.named) except select unnest(n.said) order by 1),
      updated_at = now()
    from (
      select array(select unnest(o.terms) except select unnest(o.groups_added)) as said, array(
        select distinct g.term_id from chapters h join chapter_groups g on g.chapter_id = h.id
        join terms t on t.id = g.term_id and t.forbidden_at is null where h.comic_id = o.id) as named
      from comics o where o.id = ${id}) n
    where c.id = ${id} and (not n.named <@ c.terms or not c.groups_added <@ n.named)`.execute(tx);
}

/** Builds anew what finds and sorts a comic: its titles in every language. Call it after changing any of them. */
export async function refreshComicSearch(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ title: string; alternative_title: string | null; others: string[] }>`
    select c.title, c.alternative_title, array(
      select t.title from comic_translations t where t.comic_id = c.id and t.title is not null order by t.locale) as others
    from comics c where c.id = ${id} for update`.execute(tx);
  const row = rows[0];
  if (!row) return;
  const search = searchText([row.title, row.alternative_title, ...row.others]);
  await sql`
    update comics set search = ${search}, grams = ${documentGrams(search)}::int[], sort_title = ${sortKey(row.title)}
    where id = ${id}`.execute(tx);
  await sql`select keep_words(${search})`.execute(tx);
}

/** Free numbered forms of a slug, the lowest first; more are looked at the more are taken. */
async function* freeSlugs(tx: Tx, base: string): AsyncGenerator<string> {
  for (let from = 1, count = 1; ; from += count, count *= 8) {
    const candidates = Array.from({ length: count }, (_, at) => numberedSlug(base, from + at));
    const { rows } = await sql<{
      slug: string;
    }>`select slug from comics where slug = any(${candidates}::text[])`.execute(tx);
    const taken = new Set(rows.map((row) => row.slug));
    yield* candidates.filter((slug) => !taken.has(slug));
  }
}
