import { sql, type RawBuilder } from 'kysely';
import type { Direction, LatestChapter, Rating, Status } from '#contract/comics.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import {
  blockedChapter,
  blocksMakers,
  latestAt,
  premiumComic,
  premiumUntil,
  visibleComics,
  type BlockedContent,
  type ListScope,
} from '#server/db/visible.ts';

/** A stored derivative of a picture. */
export interface StoredVariant {
  hash: string;
  format: string;
  bytes: number;
  width: number;
  height: number;
}

/** Everything a card shows, in the reader's language where it is there. */
export interface CardRow {
  id: number;
  linkcode: string | null;
  slug: string;
  title: string;
  title_original: string;
  alternative_title: string | null;
  description: string | null;
  rewritten: boolean;
  translated: boolean;
  speechless: boolean;
  /** `YYYY-MM-DD`, UTC. */
  uploaded_at: string;
  pages: number;
  favorites: number;
  views: number;
  status: Status | null;
  state: string;
  chapters_count: number;
  latest_chapter: LatestChapter | null;
  /** At this moment. */
  premium: boolean;
  /** ISO 8601; null where no end is set. */
  premium_until: string | null;
  oneshot: boolean;
  rating: Rating;
  direction: Direction;
  terms: number[];
  cover: string | null;
  variants: Record<string, StoredVariant> | null;
  /** Base64. */
  thumbhash: string | null;
  /** 0xrrggbb. */
  color: number | null;
}

/**
 * The cards of picked comics, in one statement and in the order they were picked.
 *
 * @param blocked whose chapters are not named as the newest.
 * @param picked a query that gives the column `id`; it must start from `visible.ts`.
 * @param also further columns, of `c` (the comic) or of their own.
 * @param plan `KEPT` where the best plan of `picked` is the same for all values.
 */
export async function cardRows<Also = unknown>(
  db: Db,
  locale: Locale,
  blocked: BlockedContent,
  picked: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql``,
  plan: typeof PREPARED | '' = '',
): Promise<(CardRow & Also)[]> {
  const { rows } = await sql<FoundCard<Also>>`${sql.raw(plan)}
    select ${columns(locale, blocked)} ${also}
    from (select q.id, row_number() over () as place from (${picked}) q) p
    join comics c on c.id = p.id ${WITH_CARD} order by p.place`.execute(db);
  return inWords(rows);
}

/**
 * The cards of the comics among `ids` that this viewer sees, in the order of `ids`.
 *
 * @param also as `cardRows` has it.
 */
export async function cardsById<Also = unknown>(
  db: Db,
  seeing: ListScope,
  locale: Locale,
  ids: readonly number[],
  also: RawBuilder<unknown> = sql``,
): Promise<(CardRow & Also)[]> {
  // Kept, because planning it takes twice as long as running it.
  const { rows } = await sql<FoundCard<Also>>`${sql.raw(PREPARED)}
    select ${columns(locale, seeing.blocked)} ${also}
    from unnest(${[...ids]}::int[]) with ordinality as p (id, place)
    join ${visibleComics(seeing)} c on c.id = p.id ${WITH_CARD} order by p.place`.execute(db);
  return inWords(rows);
}

type FoundCard<Also> = CardRow & Also & { words: (string | null)[] | null };

/** Of `c` (the comic), `s` (its counters) and `i` (its cover). */
function columns(locale: Locale, blocked: BlockedContent): RawBuilder<unknown> {
  // The translation is a subquery, not a join: the planner's time for a join more is a quarter of the whole statement.
  return sql`c.id, c.linkcode, c.slug, c.title, c.title as title_original, c.alternative_title, c.description,
    (select array[t.title, t.description] from comic_translations t where t.comic_id = c.id
      and t.locale = ${locale}) as words, c.rewritten, c.translated, c.speechless,
    to_char(c.uploaded_at at time zone 'UTC', 'YYYY-MM-DD') as uploaded_at, c.pages, s.favorites, s.total as views,
    c.status, c.state, c.chapters_count, ${latestChapter(blocked)} as latest_chapter, ${premiumComic()} as premium,
    ${premiumUntil('c')} as premium_until, c.oneshot, c.rating, c.direction, c.terms,
    c.cover, i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color`;
}

/** By its key, for each card: most comics of a page have none. Who blocks someone is told the newest chapter of others. */
function latestChapter(blocked: BlockedContent): RawBuilder<unknown> {
  const chapter = (at: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    (select json_build_object('id', h.id, 'slug', h.slug, 'name', h.name, 'number', h.number,
      'added_at', to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')) from chapters h where ${from})`;
  if (!blocksMakers(blocked)) return chapter(latestAt(), sql`h.id = c.latest_chapter`);
  return chapter(
    sql`case when h.id = c.latest_chapter then ${latestAt()} else h.released_at end`,
    sql`h.id = (select o.id from chapters o where o.comic_id = c.id and c.latest_chapter is not null and not o.pending
      and not ${blockedChapter(blocked, 'o')}
      order by o.id = c.latest_chapter desc, o.released_at desc, o.position desc, o.id desc limit 1)`,
  );
}

const WITH_CARD = sql`join comic_stats s on s.comic_id = c.id left join images i on i.hash = c.cover`;

/** Puts the words in the reader's language, where there are any, in place of the comic's own. */
function inWords<Row extends FoundCard<unknown>>(rows: Row[]): Row[] {
  for (const row of rows) {
    const [title, description] = row.words ?? [];
    row.title = title ?? row.title;
    row.description = description ?? row.description;
  }
  return rows;
}
