import { MAX_LISTS } from '#contract/library.ts';
import { problem } from '#contract/problems.ts';
import type { ImportChoices, ImportResult, ImportReview } from '#contract/portability.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import { withTransaction } from '#server/db/database.ts';
import { cardsById } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { serializeCards } from '#server/features/comics/public/cards.ts';
import type { Engines } from '#server/features/comics/public/queries-cost.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { addShelved, addFavorites, mergePlaces } from '#server/features/library/public/queries-merging.ts';
import { addRatings } from '#server/features/library/public/queries-ratings.ts';
import { countAccount, findAccount, takeAccount } from './accounts.ts';
import { listCategories, placeEntries } from './categories.ts';
import { matchEntries } from './matching.ts';
import { matchPlaces } from './places.ts';
import { addToList, listKnownChapters, countLists, seenComics, type KnownChapter } from './queries-apply.ts';
import { closeReview, findReview, keepReview, type Review } from './queries-reviews.ts';
import { readLibraryInChild } from './read-in-child.ts';

type ImportCandidate = ImportReview['items'][number]['candidates'][number];
type Doors = Engines & Pick<Deps, 'db' | 'secret' | 'now'>;

/** Comics that are taken over in one transaction, or whose cards are made at once. */
const CHUNK = 200;

/**
 * Reads a member's file and says what each of its comics may be here. Nothing else is changed.
 *
 * @throws Problem `import-file-unknown`, `import-file-broken`, `request-too-large`.
 */
export async function reviewFile(
  deps: Doors,
  viewing: RequestContext,
  userId: number,
  bytes: Buffer,
): Promise<ImportReview> {
  const library = await readLibraryInChild(bytes, deps.now());
  const matches = await matchEntries(deps, viewing, library);
  return makeReview(deps, viewing, await keepReview(deps.db, userId, library, matches));
}

/** A member's file that was read before. @throws Problem `import-not-found`, also for another member's. */
export async function readReview(
  deps: Doors,
  viewing: RequestContext,
  userId: number,
  id: string,
): Promise<ImportReview> {
  return makeReview(deps, viewing, await requireReview(deps, userId, id));
}

/**
 * Takes a file over: favorites (where the site has them), ratings, shelves and lists that were not there, and the newer places in chapters; of our own export what the account had besides, as far as
 * that is wanted. What the member has is never lost.
 *
 * @throws Problem `import-not-found`; `import-applied` for one that was taken over already.
 */
export async function applyReview(
  deps: Doors,
  viewing: RequestContext,
  userId: number,
  id: string,
  { choices, categories, account: kinds }: ImportChoices,
): Promise<ImportResult> {
  const { db } = deps;
  const review = await requireReview(deps, userId, id);
  const { account, matches, applied_at: appliedAt } = review;
  if (appliedAt !== null) throw problem('import-applied');
  const chosen = new Map(choices.map(({ key, comic_id: comicId }) => [key, comicId]));
  const meant = placeEntries(review, viewing, categories).flatMap((entry) => {
    const comicId = chosen.has(entry.key)
      ? chosen.get(entry.key)!
      : matches[entry.key]?.state === 'matched'
        ? matches[entry.key]!.comics[0]!
        : null;
    return comicId === null ? [] : [{ entry, comicId }];
  });
  const seen = await seenComics(
    db,
    viewing,
    meant.map(({ comicId }) => comicId),
  );
  const taken = meant.filter(({ comicId }) => seen.has(comicId));
  const chapters = Map.groupBy(await listKnownChapters(db, [...seen]), (chapter: KnownChapter) => chapter.comic_id);

  const hasFigures = viewing.site.features.includes('figures');
  const known = account && (await findAccount(db, viewing, account));
  const result: ImportResult = { favorites: 0, progress: 0, ratings: 0, lists: 0, shelves: 0, account: {} };
  for (let at = 0; at < taken.length; at += CHUNK) {
    const part = taken.slice(at, at + CHUNK);
    const places = new Map(
      part
        .flatMap(({ entry, comicId }) => matchPlaces(entry, chapters.get(comicId) ?? []))
        .map((place) => [place.chapter_id, hasFigures ? place : { ...place, seconds: 0 }]),
    );
    await withTransaction(db, async (tx) => {
      result.favorites += await addFavorites(
        tx,
        userId,
        unique(part.filter(({ entry }) => isFavorite(viewing, entry))).map(({ entry, comicId }) => ({
          comic_id: comicId,
          at: entry.favorited_at,
        })),
      );
      result.ratings += await addRatings(
        tx,
        userId,
        unique(part.filter(({ entry }) => entry.score !== null)).map(({ entry, comicId }) => ({
          comic_id: comicId,
          score: entry.score!,
        })),
      );
      if (viewing.site.features.includes('shelves')) {
        result.shelves += await addShelved(
          tx,
          userId,
          unique(part.filter(({ entry }) => entry.shelved !== undefined)).map(({ entry, comicId }) => ({
            comic_id: comicId,
            ...entry.shelved!,
          })),
        );
      }
      result.progress += await mergePlaces(tx, userId, [...places.values()]);
    });
  }
  await withTransaction(db, async (tx) => {
    const lists = Map.groupBy(
      taken.flatMap(({ entry, comicId }) => entry.lists.map((name) => ({ name, comicId }))),
      ({ name }) => name,
    );
    // Further ones of a file are left out.
    const room = MAX_LISTS - (await countLists(tx, userId));
    for (const [name, members] of [...lists].slice(0, Math.max(0, room))) {
      if (await addToList(tx, userId, name, [...new Set(members.map(({ comicId }) => comicId))])) {
        result.lists += 1;
      }
    }
    if (known !== null) {
      const followed = taken.flatMap(({ entry, comicId }) => (entry.followed ? [comicId] : []));
      result.account = await takeAccount(tx, userId, known, new Set(kinds), followed);
    }
    if (!(await closeReview(tx, id))) throw problem('import-applied');
  });
  return result;
}

/** Whether the file calls it a favorite, and the site has such. */
function isFavorite({ site }: RequestContext, entry: { favorite: boolean }): boolean {
  return entry.favorite && site.features.includes('favorites');
}

function unique<Entry extends { comicId: number }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.comicId, entry])).values()];
}

async function requireReview({ db }: Doors, userId: number, id: string): Promise<Review> {
  const review = await findReview(db, userId, id);
  if (!review) throw problem('import-not-found');
  return review;
}

async function makeReview(deps: Doors, viewing: RequestContext, review: Review): Promise<ImportReview> {
  const { id, source, created_at: createdAt, applied_at: appliedAt, entries, account, matches } = review;
  const ids = [...new Set(Object.values(matches).flatMap(({ comics }) => comics))];
  const byId = new Map<number, ImportCandidate>();
  // A part at a time: a file of thousands of comics has some for each, and nobody waits for all of them.
  for (let at = 0; at < ids.length; at += CHUNK) {
    const cards = await serializeCards(
      deps,
      deps.reads,
      viewing,
      await cardsById(deps.reads, viewing, viewing.locale, ids.slice(at, at + CHUNK)),
    );
    for (const card of cards) {
      byId.set(card.id, {
        id: card.id,
        slug: card.slug,
        title: card.title,
        language: card.language?.name ?? null,
        thumb_url: card.thumb_url,
        chapters_count: card.chapters_count,
        pages: card.pages,
      });
    }
  }
  return {
    id,
    source,
    categories: listCategories(review, viewing),
    account: account === null ? [] : countAccount(account, await findAccount(deps.db, viewing, account)),
    created_at: createdAt.toISOString(),
    applied_at: appliedAt?.toISOString() ?? null,
    items: await mapInTurns(entries, CHUNK, (entry) => {
      const match = matches[entry.key];
      const candidates = (match?.comics ?? []).flatMap((comic) => byId.get(comic) ?? []);
      const state = candidates.length === 0 ? 'missing' : match!.state;
      return {
        key: entry.key,
        title: entry.title,
        state,
        comic_id: state === 'matched' ? candidates[0]!.id : null,
        candidates,
        favorite: isFavorite(viewing, entry),
        score: entry.score,
        lists: entry.lists,
        chapters_read: Math.max(entry.chapters_read, entry.chapters.filter(({ completed }) => completed).length),
      };
    }),
  };
}
