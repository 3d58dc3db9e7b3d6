import { withTransaction } from '#server/db/database.ts';
import { findOrMakeBrought } from '#server/features/accounts/public/queries-brought-members.ts';
import { bringComments } from '#server/features/comments/public/queries-brought-comments.ts';
import { saidHash } from '#server/features/intake/public/sources.ts';
import { addFavorites, mergePlaces } from '#server/features/library/public/queries-merging.ts';
import { addRatings } from '#server/features/library/public/queries-ratings.ts';
import type { SyncContext, SyncResult } from '../bringing.ts';
import { htmlText } from '../html-text.ts';
import { chaptersByHash, markItem } from '../queries.ts';
import { moment } from './chapter-order.ts';
import type { KeptPlace } from './dump-tables.ts';
import { comicsBySeries, noteAccount, listCommentRows } from './queries-people.ts';
import { findRow, listRows } from './queries-rows.ts';

/** The key of the series that a work becomes here. */
export function seriesKeyFor(site: string, post: number): string {
  return `madara:${site}:${post}`;
}

/**
 * Brings a member: their account, and what they kept of works that are here: bookmarks as favorites, scores, and the places of their history. What they have here
 * already stays.
 */
export async function bringMember({ deps, row }: SyncContext, key: string, site: string): Promise<SyncResult> {
  const { db, config } = deps;
  const id = Number(key.split(' ')[1]);
  const user = await findRow<{ login: string; name: string; email: string; registered: string }>(
    db,
    row.id,
    'user',
    id,
  );
  const [bookmarks, history] = await Promise.all(
    (['bookmarks', 'history'] as const).map(async (kind) =>
      (await listRows<{ places: KeptPlace[] }>(db, row.id, kind, id)).flatMap(({ data }) => data.places),
    ),
  );
  const scores = (await listRows<{ score: number }>(db, row.id, 'score', id)).map((each) => ({
    post: each.id,
    score: each.data.score,
  }));
  const posts = [...bookmarks!, ...history!, ...scores].map(({ post }) => post);
  return withTransaction(db, async (tx) => {
    const account =
      user === null
        ? null
        : await findOrMakeBrought(
            tx,
            { names: [htmlText(user.name), user.login], email: user.email, registered: moment(user.registered) },
            { siteName: config.site.name, locale: config.site.defaultLocale },
          );
    const brought: SyncResult =
      account === null
        ? { state: 'refused', comicId: null, error: { code: 'transfer-member-unproven', params: {} } }
        : { state: 'imported', comicId: null, error: null };
    if (account !== null) {
      await noteAccount(tx, row.id, id, account);
      const comics = await comicsBySeries(
        tx,
        [...new Set(posts)].map((post) => seriesKeyFor(site, post)),
      );
      const comicFor = (post: number) => comics.get(seriesKeyFor(site, post));
      const favorites = new Map(
        bookmarks!.flatMap(({ post, at }) => {
          const comic = comicFor(post);
          return comic === undefined ? [] : [[comic, at] as const];
        }),
      );
      await addFavorites(
        tx,
        account,
        [...favorites].map(([comic, at]) => ({ comic_id: comic, at: isoSeconds(at) })),
      );
      await addRatings(
        tx,
        account,
        scores.flatMap(({ post, score }) => {
          const comic = comicFor(post);
          return comic === undefined ? [] : [{ comic_id: comic, score }];
        }),
      );
      const read = history!.filter(({ chapter }) => chapter !== null);
      const hashFor = ({ post, chapter }: KeptPlace) => saidHash(`${seriesKeyFor(site, post)}:${chapter}`);
      const chapters = await chaptersByHash(tx, read.map(hashFor));
      const places = new Map(
        read.flatMap((place) => {
          const chapter = chapters.get(hashFor(place));
          if (chapter === undefined) return [];
          const page = Math.min(place.page, Math.max(1, chapter.pages));
          const is = { comic_id: chapter.comic_id, chapter_id: chapter.id, page, completed: page === chapter.pages };
          return [[chapter.id, { ...is, read_at: isoSeconds(place.at) }] as const];
        }),
      );
      await mergePlaces(tx, account, [...places.values()]);
    }
    // With the account: a process that dies makes it once.
    await markItem(tx, row.id, key, brought);
    return brought;
  });
}

/** Brings the comments on a work: by members where those are here, by nobody where they are not or the writer was a guest. */
export async function bringTalk({ deps, row }: SyncContext, key: string, site: string): Promise<SyncResult> {
  const post = Number(key.split(' ')[1]);
  const seriesKey = seriesKeyFor(site, post);
  return withTransaction(deps.db, async (tx) => {
    const comic = (await comicsBySeries(tx, [seriesKey])).get(seriesKey) ?? null;
    const rows = await listCommentRows(tx, row.id, post);
    const hashFor = (chapter: number) => saidHash(`${seriesKey}:${chapter}`);
    const chapters = await chaptersByHash(
      tx,
      rows.flatMap(({ chapter }) => (chapter === null ? [] : [hashFor(chapter)])),
    );
    const keyFor = (id: number) => `${seriesKey}:comment:${id}`;
    const fresh =
      comic === null
        ? 0
        : await bringComments(
            tx,
            comic,
            rows.map(({ id, parent, chapter, account, text, at }) => ({
              key: keyFor(id),
              parent: parent === 0 ? null : keyFor(parent),
              chapterId: chapter === null ? null : (chapters.get(hashFor(chapter))?.id ?? null),
              userId: account,
              text: htmlText(text),
              at: moment(at)?.toISOString() ?? null,
            })),
          );
    const brought: SyncResult =
      comic === null
        ? { state: 'refused', comicId: null, error: { code: 'comic-not-found', params: {} } }
        : { state: fresh > 0 ? 'imported' : 'unchanged', comicId: comic, error: null };
    await markItem(tx, row.id, key, brought);
    return brought;
  });
}

function isoSeconds(at: number | null): string | null {
  return at === null || at > Date.now() / 1000 ? null : new Date(at * 1000).toISOString();
}
