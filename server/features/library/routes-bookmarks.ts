import { z } from 'zod';
import {
  Bookmark,
  BookmarkAddress,
  BookmarkPage,
  BookmarksBody,
  BookmarksQuery,
  type BookmarkEntry,
} from '#contract/library.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { cardRows } from '#server/db/queries/cards.ts';
import { pictureAccess, contentAccess } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { listBookmarks, keepBookmarks, removeBookmark, type BookmarkRow } from './queries-bookmarks.ts';
import { stillShown } from './public/queries-history.ts';

const own = { permission: 'library.own' } as const;
const tags = ['library'];

/** The pages members marked, with their notes. */
export function bookmarkRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): void {
  const { db } = deps;

  app.get(
    '/account/bookmarks',
    {
      schema: {
        summary: 'The pages the caller marked',
        tags,
        querystring: BookmarksQuery,
        response: { 200: BookmarkPage },
      },
      config: own,
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage, comic = null },
      } = request;
      const { rows, total } = await listBookmarks(db, requireMember(request), comic, (page - 1) * perPage, perPage);
      const ids = [...new Set(rows.map((row) => row.comic_id))];
      const comics = new Map(
        (ids.length === 0 ? [] : await cardRows(db, viewing.locale, viewing.blocked, stillShown(viewing, ids))).map(
          (card) => [card.id, card],
        ),
      );
      return envelope(request, {
        data: rows.map((row) => toEntry(viewing, row, comics.get(row.comic_id))),
        total,
        page,
        perPage,
      });
    },
  );

  app.put(
    '/account/bookmarks',
    {
      schema: {
        summary: 'Marks a page or many, or changes their notes',
        tags,
        body: BookmarksBody,
        response: { 200: z.array(Bookmark) },
      },
      config: own,
    },
    async (request) => {
      const drafts = [request.body].flat();
      return withTransaction(db, async (tx) => {
        const saved = await keepBookmarks(tx, requireMember(request), drafts);
        if (saved === null) throw problem('bookmarks-full');
        if (saved.length === 0 && !Array.isArray(request.body)) throw problem('chapter-not-found');
        return saved;
      });
    },
  );

  app.delete(
    '/account/bookmarks',
    {
      schema: {
        summary: 'Takes the mark of a page away',
        tags,
        querystring: BookmarkAddress,
        response: { 204: z.undefined() },
      },
      config: own,
    },
    async (request, reply) => {
      const { comic, chapter = null, page } = request.query;
      await removeBookmark(db, requireMember(request), comic, chapter, page);
      return reply.code(204).send();
    },
  );

  /** A marked page as this viewer may see it: its picture only where they may see the pages of its chapter. */
  const toEntry = (
    viewing: RequestContext,
    row: BookmarkRow,
    comic: { id: number; slug: string; title: string } | undefined,
  ): BookmarkEntry => {
    const { total: _total, state, rating, premium, image, variants, width, height, ...entry } = row;
    const thumb = variants?.thumb;
    const isSeen =
      image !== null &&
      thumb !== undefined &&
      contentAccess(viewing, { id: row.comic_id, state, rating, premium }) === 'everything';
    return {
      ...entry,
      title: comic?.title ?? entry.title,
      comic: comic ? { id: comic.id, slug: comic.slug } : null,
      thumb_url: isSeen
        ? imageUrl(
            deps,
            viewing,
            { hash: image, variant: 'thumb', format: thumb.format },
            pictureAccess({ rating, premium }).pages,
          )
        : null,
      width: isSeen ? width : null,
      height: isSeen ? height : null,
    };
  };
}
