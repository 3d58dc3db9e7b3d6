import { sql, type RawBuilder } from 'kysely';
import {
  type CommentTargetKind,
  type CommentState,
  type CommentSubject,
  MAX_FOUND_COMMENTS,
  MIN_SEARCHED_LETTERS,
} from '#contract/comments.ts';
import { KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { comicAt } from '#server/db/queries/comic-address.ts';
import { threadKey } from '#server/db/queries/comment-counts.ts';
import { displayName, termsById } from '#server/db/queries/term-cache.ts';
import {
  openChapter,
  reachableComics,
  visibleComics,
  type PageVisibilityScope,
  type VisibilityScope,
} from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { NamedSubject } from './subject-address.ts';
import type { CommentRow } from './queries-comments.ts';
import { chapterAt, chaptersById, chapterSubject } from './queries-chapters.ts';

/** The kinds of term that are commented on. */
export const COMMENTED_KINDS = ['character', 'artist', 'author'] as const satisfies readonly TermKind[];

/** The subjects of comments by thread, in the reader's language; what this viewer does not reach is missing. */
export async function findSubjects(
  db: Db,
  viewing: RequestContext,
  rows: readonly Pick<CommentRow, 'comic_id' | 'term_id' | 'chapter_id' | 'review_of'>[],
): Promise<Map<number, CommentSubject>> {
  const comics = await comicTitles(
    db,
    viewing,
    rows.flatMap(({ comic_id, review_of }) => comic_id ?? review_of ?? []),
  );
  const terms = await termsById(
    db,
    rows.flatMap(({ term_id: id }) => (id === null ? [] : [id])),
    COMMENTED_KINDS,
  );
  const chapters = await chaptersById(
    db,
    viewing,
    rows.flatMap(({ chapter_id: id }) => (id === null ? [] : [id])),
    'all_chapters',
  );
  const found = new Map<number, CommentSubject>([
    ...comics.map((comic) => [comic.id, { kind: 'comics', ...comic, comic: null }] as const),
    ...comics.map((comic) => [threadKey({ reviewed: comic.id }), { kind: 'reviews', ...comic, comic: null }] as const),
    ...chapters.map((each) => [threadKey({ chapter: each.id }), chapterSubject(viewing, each)] as const),
  ]);
  for (const term of terms.values()) {
    const kind = KIND_PATHS[term.kind] as CommentTargetKind;
    if (viewing.site.features.includes(kind as never)) {
      found.set(-term.id, {
        kind,
        id: term.id,
        slug: term.slug,
        title: displayName(term, viewing.locale),
        comic: null,
      });
    }
  }
  return found;
}

/** The comic an address names, where this viewer reaches it and it is not removed; null where it is more to say than that. */
export async function openComic(
  db: Db,
  { locale, owesCheck, limit }: RequestContext,
  address: string,
): Promise<{ id: number; slug: string; title: string } | null> {
  const named = comicAt(address);
  if (named === null) return null;
  const {
    rows: [row],
  } = await sql<{ id: number; slug: string; title: string }>`${sql.raw(PREPARED)}
    select c.id, c.slug, coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${locale}), c.title) as title
    from ${reachableComics({ limit })} c where c.state <> 'removed' ${owesCheck ? sql`and c.rating <> 'explicit'` : sql``} and ${named}`.execute(
    db,
  );
  return row ?? null;
}

/** On `c`: comments that lists of them show this viewer: of comics that are listed to them, chapters of these that they may read, and every term. */
export function listedComments(seeing: VisibilityScope & PageVisibilityScope): RawBuilder<boolean> {
  const isReviewed = seeing.site.features.includes('reviews');
  const kinds = COMMENTED_KINDS.filter((kind) => seeing.site.features.includes(KIND_PATHS[kind]));
  return sql`(exists (select from ${visibleComics(seeing)} v where v.id = ${isReviewed ? sql`coalesce(c.comic_id, c.review_of)` : sql`c.comic_id`})
    or exists (select from chapters h join ${visibleComics(seeing)} v on v.id = h.comic_id where h.id = c.chapter_id and ${openChapter(seeing, 'h', 'v')})
    or exists (select from terms t where t.id = c.term_id and t.kind = any(${kinds}::text[])))`;
}

/** On `c`: those that one member wrote. */
export function writtenBy(user: number): RawBuilder<boolean> {
  return sql`c.user_id = ${user}`;
}

/** On `c`: those in a state; the queue is what is held back, and what is shown and reported. */
export function inState(state: Exclude<CommentState, 'blocked'> | 'queue' | 'all'): RawBuilder<boolean> {
  switch (state) {
    case 'all':
      return sql`true`;
    case 'queue':
      return sql`(c.state = 'held' or c.state = 'shown' and c.id in (select r.subject_id from reports r where r.subject = 'comment' and r.state = 'open'))`;
    default:
      return sql`c.state = ${state}`;
  }
}

/** On `c`: those written from one day to another, both included, in UTC; a day that is not given bounds nothing. */
export function writtenBetween(since: string | undefined, until: string | undefined): RawBuilder<boolean> {
  const from =
    since === undefined ? sql<boolean>`true` : sql<boolean>`c.created_at >= ${since}::timestamp at time zone 'UTC'`;
  return until === undefined
    ? from
    : sql`(${from} and c.created_at < (${until}::timestamp + interval '1 day') at time zone 'UTC')`;
}

/** On `c`: those with a text in theirs, in any case. What is too short for the index is looked for in the newest alone. */
export function withText(text: string): RawBuilder<boolean> {
  const like = sql<boolean>`c.text ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
  if ([...text].length >= MIN_SEARCHED_LETTERS) return like;
  return sql`(${like} and c.id >= coalesce((select n.id from comments n order by n.id desc offset ${MAX_FOUND_COMMENTS - 1} limit 1), 0))`;
}

/** On `c`: those under what a moderator named, whoever may see it: a comic and its chapters, one chapter, or a term; null where there is none. */
export async function under(
  db: Db,
  viewing: RequestContext,
  { kind, slug, chapter }: NamedSubject,
): Promise<RawBuilder<boolean> | null> {
  if (kind !== 'comics') {
    const {
      rows: [term],
    } = await sql<{ id: number }>`select id from terms where kind = ${kind.slice(0, -1)} and slug = ${slug}`.execute(
      db,
    );
    return term ? sql`c.term_id = ${term.id}` : null;
  }
  if (chapter !== null) {
    const found = await chapterAt(db, viewing, slug, chapter);
    return found && sql`c.chapter_id = ${found.id}`;
  }
  const named = comicAt(slug);
  const {
    rows: [comic],
  } = named === null ? { rows: [] } : await sql<{ id: number }>`select c.id from comics c where ${named}`.execute(db);
  return comic
    ? sql`(c.comic_id = ${comic.id} or c.review_of = ${comic.id} or c.chapter_id in (select h.id from all_chapters h where h.comic_id = ${comic.id}))`
    : null;
}

/** All of some conditions. */
export function every(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

async function comicTitles(
  db: Db,
  { locale, limit }: RequestContext,
  ids: readonly number[],
): Promise<{ id: number; slug: string; title: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; slug: string; title: string }>`
    select c.id, c.slug, coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${locale}), c.title) as title
    from ${reachableComics({ limit })} c where c.id = any(${[...ids]}::int[])`.execute(db);
  return rows;
}
