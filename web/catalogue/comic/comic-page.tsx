import type { CSSProperties } from 'react';
import { Outlet, redirect } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import type { ComicCard } from '#contract/comics.ts';
import { AdBox } from '#web/catalogue/ads/ad-slot.tsx';
import { apiGet } from '#web/platform/api/api.ts';
import { useCommentCount } from '#web/community/subjects/comment-count.ts';
import { comicSchema } from '#web/platform/page/comic-schema.ts';
import { Shelf } from '#web/catalogue/cards/grid.tsx';
import { toShownComic, type ShownComic } from '#web/catalogue/cards/shown-comic.ts';
import { ComicBar } from './comic-bar.tsx';
import { ComicHeader } from './comic-header.tsx';
import { loadComic, reviewsOn, type ComicView } from './comic-data.ts';
import { Relations } from './relations.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { oembedPath, feedPath } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import {
  breadcrumbs,
  metaDescription,
  jsonLdGraph,
  isNoIndex,
  sharePicture,
} from '#web/platform/page/structured-data.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Tabs } from '#web/ui/basic/tabs.tsx';

interface ComicData extends ComicView {
  /** Comics like it; none where they cannot be had. */
  related: readonly ShownComic[];
}

/** The comic, its chapters and comics like it. @throws ApiFailure 404 for an unknown comic, 451 for a removed one. */
export async function loader({ request, params }: LoaderArgs): Promise<ComicData> {
  const path = `/comics/${encodeURIComponent(params.slug ?? '')}`;
  // First of all: the other calls find the comic that it has read.
  const asked = loadComic(request, params.slug);
  const related = apiGet<ComicCard[]>(`${path}/related`, { request }).then(
    (cards) => cards.map(toShownComic),
    () => [],
  );
  const comic = await asked;
  if (import.meta.env.SSR && comic.slug !== params.slug) {
    // An address that it had before; whoever comes from elsewhere is led on.
    const { pathname, search } = new URL(request.url);
    throw redirect(
      pathname.replace(`/${encodeURIComponent(params.slug ?? '')}`, `/${encodeURIComponent(comic.slug)}`) + search,
      301,
    );
  }
  const chapters = comic.chapters_count > 0 ? await apiGet<Chapter[]>(`${path}/chapters`, { request }) : [];
  return { comic, chapters, related: await related };
}

/** One comic: what it is, and under it, as pages of their own, its pages or chapters, its characters, and what is said about it. */
export function Page({ data }: PageProps<ComicData>) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const hasCharacters = useFeature('characters');
  const hasComments = useFeature('comments');
  const hasReviews = useFeature('reviews');
  const { comic, chapters, related } = data;
  const comments = useCommentCount(comic);
  const reviews = useCommentCount(reviewsOn(comic));
  const isSeries = chapters.length > 0;
  // Where the pages are withheld nothing stands under the comic, and the head names its characters.
  const tabs =
    !isSeries && comic.withheld
      ? []
      : [
          {
            to: links.comic(comic.slug),
            name: t(isSeries ? 'comic.tabs.chapters' : 'comic.tabs.pages'),
            count: formatNumber(locale, isSeries ? chapters.length : comic.pages),
          },
          ...(hasCharacters && comic.characters.length > 0
            ? [
                {
                  to: links.comicCharacters(comic.slug),
                  name: t('comic.tabs.characters'),
                  count: formatNumber(locale, comic.characters.length),
                },
              ]
            : []),
          ...(hasComments
            ? [
                {
                  to: links.comments('comics', comic.slug),
                  name: t('comments.tab'),
                  count: formatNumber(locale, comments),
                },
              ]
            : []),
          ...(hasComments && hasReviews
            ? [
                {
                  to: links.reviews(comic.slug),
                  name: t('reviews.tab'),
                  count: formatNumber(locale, reviews),
                },
              ]
            : []),
        ];
  return (
    <div className="wash" style={comic.cover?.color ? ({ '--ph': comic.cover.color } as CSSProperties) : undefined}>
      <ComicHeader view={data} />
      <section className="comic__parts">
        {tabs.length > 0 && <Tabs label={comic.title} tabs={tabs} />}
        <Outlet context={data} />
      </section>
      {comic.relations.length > 0 ? <Relations relations={comic.relations} /> : null}
      <AdBox spot="comic" />
      {related.length > 0 ? (
        <section className="comic__related" aria-labelledby="related">
          <div className="section-head">
            <h2 id="related">{t('comic.related')}</h2>
          </div>
          <Shelf comics={related} />
        </section>
      ) : null}
    </div>
  );
}

/** Someone who is signed in may be allowed to read it all. */
export function isPersonal({ comic }: ComicData): boolean {
  return comic.closed;
}

/** The bar in place of the sticky bar once the page is scrolled. */
export function Bar({ data }: PageProps<ComicView>) {
  return <ComicBar view={data} />;
}

/** The head of the comic's page. */
export function head(view: ComicView, context: HeadContext): PageHead {
  const { comic, chapters } = view;
  const { t, links, origin, site } = context;
  const isSeries = chapters.length > 0;
  return {
    title: comic.title,
    description: metaDescription(
      t('comic.description', {
        title: comic.title,
        count: isSeries ? chapters.length : comic.pages,
        unit: isSeries ? 'chapters' : 'pages',
      }),
      [...comic.artists.slice(0, 3), comic.language, { name: comic.description }]
        .flatMap((fact) => fact?.name || [])
        .join(' · '),
    ),
    type: 'book',
    image: sharePicture([comic]),
    feeds: [{ title: comic.title, href: origin + feedPath(links.comic(comic.slug)) }],
    embed: origin + oembedPath(origin + links.comic(comic.slug)),
    hidden: isNoIndex(comic, site),
    jsonLd: jsonLdGraph(
      comicSchema(view, {
        page: `${origin}${links.comic(comic.slug)}`,
        chapter: (slug) => `${origin}${links.reader(comic.slug, slug)}`,
      }),
      breadcrumbs(context, [
        { name: t('latest.title.all'), path: links.latest() },
        { name: comic.title, path: links.comic(comic.slug) },
      ]),
    ),
  };
}

/** The facts of the page that ads go by. */
export const ads = ({ comic }: ComicData) => ({ page: 'comic' as const, rating: comic.rating });
