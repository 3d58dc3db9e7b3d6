import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';
import { RTA_LABEL } from '#contract/age.ts';
import type { ImageRecord } from '#server/db/queries/image-access.ts';
import { contentAccess } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { findComic, requirePages } from '#server/features/comics/public/queries-one.ts';
import type { ViewCounter } from '#server/features/comics/public/view-counter.ts';
import { streamedChapter, type StreamedChapter } from '#server/features/opds/queries.ts';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { createPictureRecords, REMEMBERED } from '#server/http/pictures/picture-records.ts';
import { mayUse, openPages } from './open-pages.ts';
import { createStreamedPlaces } from './streamed-places.ts';

/** Seconds a page may be kept by who got it. */
const KEPT_SECONDS = 3_600;
/** Pixels: what is asked for in no more is a thumbnail, which nobody reads. */
const THUMBNAIL = 240;
/** Pixels of the width that the smaller picture of a page has at most. */
const SAVER = 1_080;

/** Chapters, and pictures, that are remembered for a while. */
const [MAX_CHAPTERS, MAX_RECORDS] = [2_000, 5_000];

type StreamDeps = Pick<Deps, 'db' | 'reads' | 'blobs' | 'changes' | 'now' | 'log'>;

/** Sends pages of chapters to programs that ask for them one by one. */
export interface PageStreaming {
  /**
   * Sends one page of a chapter: as it came, or the smaller picture where no more than its width is asked for. Nothing is
   * rendered anew. The first page counts as a view; with `reads` whoever is signed in has read so far a second later, unless they were
   * farther on already, as servers of comics count it whose clients say nothing else.
   *
   * @param asked `page` from 0; `width` in pixels, null for as wide as it is.
   * @throws Problem `chapter-not-found`, `page-not-found`, `comic-removed`, `age-check-required`, `premium-sign-in-required`, `premium-not-entitled`.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { chapter: number; page: number; width: number | null; reads: boolean },
  ): Promise<FastifyReply>;
  /** Ends it; places that were not kept yet are kept before. */
  close(): Promise<void>;
}

/** Whoever reads a chapter asks for all of its pages: what they are is looked up once in some seconds, or after a change of any process. */
export function createPageStreaming(deps: StreamDeps, views: ViewCounter): PageStreaming {
  const records = createPictureRecords(deps, MAX_RECORDS);
  const chapters = new LRUCache<string, Promise<StreamedChapter | null>>({
    ...growingTo(MAX_CHAPTERS),
    ttl: REMEMBERED,
  });
  const places = createStreamedPlaces(deps);
  const deaf = deps.changes.on(() => chapters.clear());

  const chapterFor = ({ limit }: RequestContext, id: number) => {
    const key = JSON.stringify([id, limit]);
    const chapter = chapters.get(key) ?? streamedChapter(deps.reads, { limit }, id);
    chapters.set(key, chapter, { noUpdateTTL: true });
    chapter.catch(() => chapters.delete(key));
    return chapter;
  };

  return {
    async send(request, reply, asked) {
      const { viewing, ip, headers } = request;
      const found = await chapterFor(viewing, asked.chapter);
      if (found === null) throw problem('chapter-not-found');
      const comic = { id: found.comic_id, state: found.state, rating: found.rating };
      // Of a removed one its tombstone is thrown.
      if (contentAccess(viewing, { ...comic, premium: found.premium }) === 'tombstone') {
        await findComic(deps.reads, viewing, String(comic.id));
      }
      if (asked.page >= openPages(viewing, comic, found)) {
        requirePages(viewing, { ...comic, premium: found.premium });
        throw problem('page-not-found');
      }
      const hash = found.images[asked.page + 1];
      const record = hash === undefined ? null : await records.find(hash);
      if (record === null || hash === undefined) throw problem('image-not-found');
      const picture = pictureFor(record, hash, asked.width);
      if (asked.width === null || asked.width > THUMBNAIL) {
        if (asked.page === 0) {
          views.count({ address: ip, agent: headers['user-agent'] ?? '' }, comic.id);
        }
        const { id } = viewing.viewer;
        if (asked.reads && id !== null && mayUse(viewing, 'library.own')) {
          places.note({
            site: viewing.site,
            user: id,
            chapter: asked.chapter,
            found,
            page: asked.page + 1,
            at: deps.now(),
          });
        }
      }
      const etag = `"${picture.hash}"`;
      void reply
        .headers({
          etag,
          'cache-control': `private, max-age=${KEPT_SECONDS}`,
          'cross-origin-resource-policy': 'cross-origin',
          ...(record.adult ? { rating: RTA_LABEL } : {}),
        })
        .type(`image/${picture.format}`);
      if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      const { stream } = await deps.blobs.stream(picture.hash);
      return reply.header('content-length', picture.bytes).send(stream);
    },
    async close() {
      deaf();
      records.close();
      await places.close();
    },
  };
}

function pictureFor(
  { format, bytes, variants }: ImageRecord,
  hash: string,
  width: number | null,
): { hash: string; format: string; bytes: number } {
  const smaller = width === null || width > SAVER ? undefined : width <= THUMBNAIL ? variants.thumb : variants.saver;
  return smaller ?? { hash, format, bytes };
}
