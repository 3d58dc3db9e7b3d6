import type { ShouldRevalidateFunction } from 'react-router';
import { useState } from 'react';
import { NavigationType, redirect, useLocation, useNavigationType, useParams } from 'react-router';
import type { Chapter, ChapterImages } from '#contract/chapters.ts';
import type { ComicDetail } from '#contract/comics.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { chapterName } from '#web/platform/i18n/chapter-name.ts';
import { chapterSchema } from '#web/platform/page/comic-schema.ts';
import { toChapterData, type ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { takePrefetched } from '#web/reader/chapter/chapter-prefetch.ts';
import { Reader } from './reader.tsx';
import { useReread } from './use-reread.ts';
import { prepareParts } from './lazy-parts.ts';
import { useCountedView } from './use-counted-view.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { isIncognito } from '#web/library/progress/incognito.ts';
import { requestAddresses, useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import {
  breadcrumbs,
  metaDescription,
  jsonLdGraph,
  isNoIndex,
  sharePicture,
} from '#web/platform/page/structured-data.ts';

/** The reader brings its own bars, and has no footer. */
export const frame = 'bare';

/**
 * The pages of a chapter, or of a one-shot. Of a comic whose pages this visitor may not all see: the free ones, and why.
 *
 * @throws ApiFailure 404 for an unknown comic or chapter, 451 for a removed one.
 */
export async function loader({ request, params }: LoaderArgs): Promise<ChapterData> {
  const comic = `/comics/${encodeURIComponent(params.slug ?? '')}`;
  const chapter = params.chapter === undefined ? '' : `/${encodeURIComponent(params.chapter)}`;
  const handed = takePrefetched(params.slug, params.chapter);
  if (handed !== null) return handed;
  try {
    const answer = await apiGet<ChapterImages>(`${comic}${chapter}/images`, {
      request,
      params: { uncounted: isIncognito() || null },
    });
    if (import.meta.env.SSR) {
      requireOwnAddress(answer, request, params);
    }
    return toChapterData(answer);
  } catch (error) {
    if (!(error instanceof ApiFailure) || ![401, 403, 451].includes(error.status)) throw error;
    if (!import.meta.env.SSR) {
      void import('#web/library/offline/offline-read.ts').then(
        ({ dropRefused }) => dropRefused(params.slug ?? '', params.chapter),
        () => {},
      );
    }
    // A removed comic fails here too, with its own reason.
    const detail = await apiGet<ComicDetail>(comic, { request });
    const chapters =
      error.status !== 451 && detail.chapters_count > 0
        ? await apiGet<Chapter[]>(`${comic}/chapters`, { request })
        : [];
    const chapter = chapters.find(({ slug, id }) => slug === params.chapter || String(id) === params.chapter);
    const closed = {
      for: error.status === 451 ? ('adults' as const) : ('members' as const),
      message: error.message,
      asMember: error.status === 403,
      until: (chapter ?? detail).premium_until,
    };
    return {
      comic: detail,
      chapter: null,
      previous: null,
      next: null,
      images: detail.preview_images,
      longStrip: false,
      described: false,
      closed,
    };
  }
}

/** Leads on from an address that the comic or the chapter had before. An id of a chapter is an address of its own. */
function requireOwnAddress({ comic, chapter }: ChapterImages, request: Request, params: LoaderArgs['params']): void {
  const isOwn =
    comic.slug === params.slug &&
    (chapter === null || /^\d+$/.test(params.chapter ?? '0') || chapter.slug === params.chapter);
  if (isOwn) return;
  const page = params.page === undefined ? undefined : Number(params.page) || 1;
  throw redirect(
    requestAddresses(request).reader(comic.slug, params.chapter === undefined ? null : chapter?.slug, page) +
      new URL(request.url).search,
    301,
  );
}

/** Turning pages changes the address, not the chapter; who signs in reads the same address anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams, currentUrl, nextUrl }) =>
  currentParams.lang !== nextParams.lang ||
  currentParams.slug !== nextParams.slug ||
  currentParams.chapter !== nextParams.chapter ||
  currentUrl.search !== nextUrl.search ||
  currentUrl.href === nextUrl.href;

export const prepare = prepareParts;

/** The reader of one chapter. */
export function Page({ data }: PageProps<ChapterData>) {
  const links = useAddresses();
  const { slug = '', chapter, page } = useParams();
  useCountedView(data);
  useReread(data);
  const address = (to: number) => links.reader(slug, chapter, to);
  return <Reader key={useReading(data)} data={data} asked={parsePage(page)} address={address} />;
}

/** Names one stay in the reader: a new one for each chapter, also for one that a strip ran through; but a strip goes on from one chapter into another. */
function useReading({ comic, chapter, closed }: ChapterData): string {
  const { state, key } = useLocation();
  const type = useNavigationType();
  const own = `${comic.id} ${chapter?.id ?? ''} ${closed === null}`;
  const [reading, setReading] = useState({ at: own, name: own });
  const name =
    reading.at === own || (state?.onward === true && type === NavigationType.Replace) ? reading.name : `${own} ${key}`;
  if (reading.at !== own) {
    setReading({ at: own, name });
  }
  return name;
}

/**
 * The head of the reader. A chapter is found under its address without a page. The reader of a one-shot is
 * not for search engines: all there is to find of it is on the comic's page.
 */
export function head({ comic, chapter, images, closed }: ChapterData, context: HeadContext): PageHead {
  const { t, links, origin, site } = context;
  const part = chapter === null ? '' : chapterName(t, chapter);
  const title = t('reader.title', { title: part === '' ? comic.title : `${comic.title} – ${part}` });
  const path = links.reader(comic.slug, chapter?.slug);
  return {
    title,
    canonical: path,
    description: metaDescription(
      t('reader.description', { title: part === '' ? comic.title : `${comic.title} – ${part}` }),
      comic.description,
    ),
    type: 'book',
    image: sharePicture([comic]),
    // Search engines have nothing to list where pages are missing.
    hidden: chapter === null || images.length === 0 || closed !== null || isNoIndex(comic, site),
    ...(chapter === null
      ? {}
      : {
          jsonLd: jsonLdGraph(
            chapterSchema(comic, chapter, { chapter: `${origin}${path}`, page: `${origin}${links.comic(comic.slug)}` }),
            breadcrumbs(context, [
              { name: t('latest.title.all'), path: links.latest() },
              { name: comic.title, path: links.comic(comic.slug) },
              { name: part || title, path },
            ]),
          ),
        }),
  };
}

/** The page an address names; null where it names none. Anything that is no number is the first. */
function parsePage(text: string | undefined): number | null {
  if (text === undefined) return null;
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The facts of the page that ads go by. */
export const ads = ({ comic }: ChapterData) => ({ page: 'reader' as const, rating: comic.rating });
