import { sql, type RawBuilder } from 'kysely';
import type { ComicCard } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { cardRows, type CardRow } from '#server/db/queries/cards.ts';
import { comicAt } from '#server/db/queries/comic-address.ts';
import { reachableComics, contentAccess } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { chosenTitle } from './chosen-title.ts';
import { serializeCards, shortUrl, type Signing } from './cards.ts';

/** A comic that an address led to. */
export interface FoundComic extends CardRow {
  work_key: string | null;
  /** `YYYY-MM-DD`. */
  released_on: string | null;
}

/** A comic that was read with the row of those it is like; null where there is none. */
export interface WithKept {
  kept: StoredRelatedComics | null;
}

/** The comics that are kept as like one: their ids and scores, null where none were found yet for this version. */
export interface StoredRelatedComics {
  ids: number[] | null;
  scores: number[] | null;
  version: number;
}

/** The row of those a comic is like, as a further column of `c`. */
export const keptColumn = sql`, (select json_build_object('ids', r.ids, 'scores', r.scores, 'version', r.version)
      from related_comics r where r.comic_id = c.id) as kept`;

/**
 * The comic an address names by its slug or its id. Calls of one page read it once: the first with further columns, or the first of all.
 *
 * @param also further columns, of `c` (the comic).
 * @throws Problem `comic-not-found`; `age-check-required` with the address of the gate, for an explicit one;
 *   `comic-removed` with its tombstone (title, reason, date, the notice it came of).
 */
export function findComic<Also = unknown>(
  db: Db,
  viewing: RequestContext,
  address: string,
  also?: RawBuilder<unknown>,
): Promise<FoundComic & Also> {
  const { shared, locale } = viewing;
  const key = `comic ${locale} ${address}`;
  const known = also === undefined ? shared?.get(key) : undefined;
  if (known !== undefined) return known as Promise<FoundComic & Also>;
  const comic = readComic<Also>(db, viewing, address, also ?? sql``);
  shared?.set(key, comic);
  return comic;
}

async function readComic<Also>(
  db: Db,
  viewing: RequestContext,
  address: string,
  also: RawBuilder<unknown>,
): Promise<FoundComic & Also> {
  const named = comicAt(address);
  const [row] =
    named === null
      ? []
      : await cardRows<
          FoundComic & Also & { removed_reason: string | null; removed_at: string | null; takedown: number | null }
        >(
          db,
          viewing.locale,
          viewing.blocked,
          sql`select c.id from ${reachableComics(viewing)} c where ${named}`,
          sql`, c.work_key, c.removed_reason, to_char(c.released_on, 'YYYY-MM-DD') as released_on,
      to_char(c.removed_at at time zone 'UTC', 'YYYY-MM-DD') as removed_at,
      case when c.state = 'removed' then (select max(t.id) from takedowns t where t.state in ('upheld', 'countered')
            and t.before->'comics' @> to_jsonb(c.id)) end as takedown ${also}`,
          PREPARED,
        );
  if (!row) throw problem('comic-not-found');
  if (contentAccess(viewing, row) === 'tombstone') {
    throw problem('comic-removed', {
      title: chosenTitle(viewing, row),
      reason: row.removed_reason ?? '',
      removed_at: row.removed_at ?? '',
      takedown: row.takedown ?? 0,
    });
  }
  if (viewing.owesCheck && row.rating === 'explicit') {
    throw problem('age-check-required', { gate_url: shortUrl(viewing, row.id) });
  }
  return row;
}

/**
 * Refuses the pages of a comic to those who may not see them.
 *
 * @param comic of a chapter, with its `premium`.
 * @throws Problem `age-check-required` with the address of the gate, `premium-sign-in-required`, `premium-not-entitled`.
 */
export function requirePages(
  viewing: RequestContext,
  comic: Pick<FoundComic, 'id' | 'state' | 'rating' | 'premium'>,
): void {
  const reading = contentAccess(viewing, comic);
  if (reading === 'without-pictures') throw problem('age-check-required', { gate_url: shortUrl(viewing, comic.id) });
  if (reading === 'preview') {
    throw problem(viewing.viewer.id === null ? 'premium-sign-in-required' : 'premium-not-entitled');
  }
}

/** The card of a comic that was found. */
export async function cardOfFound(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  comic: FoundComic,
): Promise<ComicCard> {
  const [card] = await serializeCards(deps, db, viewing, [comic]);
  return card as ComicCard;
}
