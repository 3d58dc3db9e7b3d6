import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Chapter, ChapterDetails, ChapterImages } from '#contract/chapters.ts';
import { ChapterCredits } from '#contract/credits.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { cardOfFound, findComic, requirePages } from '#server/features/comics/public/queries-one.ts';
import { createViewCounter } from '#server/features/comics/public/view-counter.ts';
import { pageImages } from '#server/features/comics/public/queries-pages.ts';
import type { App } from '#server/http/app-type.ts';
import { innerOrigin } from '#server/http/requests/in-process-api.ts';
import { publicUser } from '#server/http/public-user.ts';
import { listCredits } from './public/queries-credits.ts';
import { listChapters, pageDetails, readingHints } from './queries.ts';
import { chapterName } from '#server/i18n/chapter-name.ts';
import { formerChapter, removedChapter } from './public/queries-former.ts';

const Comic = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const ComicChapter = Comic.extend({ chapter: z.string().min(1).max(300).describe('slug or id') });
/** `uncounted`, with any value: nobody reads these pages yet, or someone who leaves no trace. */
const Listing = z.object({ uncounted: z.string().optional() });
const read = { permission: 'comics.read' } as const;
const credited = { permission: 'comics.read', features: ['groups'] } as const;

/** The chapters of a comic and the pages a reader shows. Listing pages counts as a view. */
export async function chapterRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'secret' | 'now' | 'log'>,
): Promise<void> {
  const views = createViewCounter(deps);
  app.addHook('onClose', () => views.close());

  // Rendered pages are cached and ask in nobody's name: the browser that shows one says so itself (POST …/view).
  const countView = (request: FastifyRequest, comicId: number) => {
    if (innerOrigin(request) !== null) return;
    views.count({ address: request.ip, agent: request.headers['user-agent'] ?? '' }, comicId);
  };

  /** @throws Problem as `findComic` and `requirePages`; `chapter-not-found`, `chapter-removed` with the slug of its comic. */
  const open = async ({ viewing }: FastifyRequest, slug: string, wanted: string | null) => {
    const comic = await findComic(deps.reads, viewing, slug);
    const chapters = await listChapters(deps.reads, viewing, comic.id);
    const named =
      wanted === null
        ? Math.max(
            0,
            chapters.findIndex(({ blocked }) => !blocked),
          )
        : chapters.findIndex((chapter) => chapter.slug === wanted || String(chapter.id) === wanted);
    const former = named < 0 && wanted !== null ? await formerChapter(deps.reads, comic.id, wanted) : null;
    const at = former === null ? named : chapters.findIndex(({ id }) => id === former);
    const chapter = chapters[at];
    if (!chapter && wanted !== null) {
      const removed = await removedChapter(deps.reads, comic.id, wanted);
      if (removed === null) throw problem('chapter-not-found');
      throw problem('chapter-removed', {
        chapter: `\u2068${chapterName(viewing.locale, removed)}\u2069`,
        title: comic.title,
        comic: comic.slug,
      });
    }
    requirePages(viewing, chapter ? { ...comic, premium: chapter.premium } : comic);
    return { comic, chapters, at, chapter };
  };

  const listImages = async (
    request: FastifyRequest,
    slug: string,
    wanted: string | null,
    { uncounted }: z.infer<typeof Listing>,
  ) => {
    const { viewing } = request;
    const { comic, chapters, at, chapter } = await open(request, slug, wanted);
    const [card, images, hints] = await Promise.all([
      cardOfFound(deps, deps.reads, viewing, comic),
      chapter ? pageImages(deps, deps.reads, viewing, chapter.id) : [],
      readingHints(deps.reads, comic.id, chapter?.id ?? null),
    ]);
    if (uncounted === undefined) {
      countView(request, comic.id);
    }
    // Who opens a comic of which they block everything reads on in it.
    const isOpen = (each: Chapter) => !each.blocked || chapters.every(({ blocked }) => blocked);
    const shown = (found: Chapter | undefined) => (comic.oneshot ? null : (found ?? null));
    return {
      comic: card,
      chapter: shown(chapter),
      prev_chapter: shown(chapters.slice(0, Math.max(0, at)).findLast(isOpen)),
      next_chapter: shown(chapters.slice(at + 1).find(isOpen)),
      images,
      ...hints,
    };
  };

  const detailsFor = async (request: FastifyRequest, slug: string, wanted: string | null) => {
    const { chapter } = await open(request, slug, wanted);
    return { pages: chapter ? await pageDetails(deps.reads, chapter.id) : [] };
  };

  const creditsFor = async (request: FastifyRequest, slug: string, wanted: string | null) => {
    const { chapter } = await open(request, slug, wanted);
    const rows = chapter ? await listCredits(deps.reads, chapter.id) : [];
    return {
      credits: rows.map(({ user, ...credit }) => ({
        ...credit,
        user: user && publicUser(deps, request.viewing, user),
      })),
    };
  };

  app.get(
    '/comics/:slug/chapters',
    {
      schema: {
        summary: 'The chapters of a comic, those that the caller blocks marked; none for a one-shot',
        tags: ['chapters'],
        params: Comic,
        response: { 200: z.array(Chapter) },
      },
      config: read,
    },
    async ({ viewing, params }) => {
      const comic = await findComic(deps.reads, viewing, params.slug);
      return comic.oneshot ? [] : listChapters(deps.reads, viewing, comic.id);
    },
  );

  app.get(
    '/comics/:slug/images',
    {
      schema: {
        summary: 'The pages of a one-shot, or of the first chapter',
        tags: ['chapters'],
        params: Comic,
        querystring: Listing,
        response: { 200: ChapterImages },
      },
      config: read,
    },
    (request) => listImages(request, request.params.slug, null, request.query),
  );

  app.get(
    '/comics/:slug/:chapter/images',
    {
      schema: {
        summary: 'The pages of a chapter',
        tags: ['chapters'],
        params: ComicChapter,
        querystring: Listing,
        response: { 200: ChapterImages },
      },
      config: read,
    },
    (request) => listImages(request, request.params.slug, request.params.chapter, request.query),
  );

  app.get(
    '/comics/:slug/images/details',
    {
      schema: {
        summary: 'Panels and texts of the pages of a one-shot, or of the first chapter',
        tags: ['chapters'],
        params: Comic,
        response: { 200: ChapterDetails },
      },
      config: read,
    },
    (request) => detailsFor(request, request.params.slug, null),
  );

  app.get(
    '/comics/:slug/:chapter/images/details',
    {
      schema: {
        summary: 'Panels and texts of the pages of a chapter',
        tags: ['chapters'],
        params: ComicChapter,
        response: { 200: ChapterDetails },
      },
      config: read,
    },
    (request) => detailsFor(request, request.params.slug, request.params.chapter),
  );

  app.get(
    '/comics/:slug/credits',
    {
      schema: {
        summary: 'Who did what on a one-shot, or on the first chapter',
        tags: ['chapters'],
        params: Comic,
        response: { 200: ChapterCredits },
      },
      config: credited,
    },
    (request) => creditsFor(request, request.params.slug, null),
  );

  app.get(
    '/comics/:slug/:chapter/credits',
    {
      schema: {
        summary: 'Who did what on a chapter',
        tags: ['chapters'],
        params: ComicChapter,
        response: { 200: ChapterCredits },
      },
      config: credited,
    },
    (request) => creditsFor(request, request.params.slug, request.params.chapter),
  );

  app.post(
    '/comics/:slug/view',
    {
      schema: {
        summary: 'Says that a reader was opened; counted once a day',
        tags: ['chapters'],
        params: Comic,
        response: { 204: z.undefined() },
      },
      config: read,
    },
    async (request, reply) => {
      const comic = await findComic(deps.reads, request.viewing, request.params.slug);
      requirePages(request.viewing, comic);
      countView(request, comic.id);
      return reply.code(204).send();
    },
  );
}
