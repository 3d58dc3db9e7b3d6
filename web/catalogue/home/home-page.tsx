import { Fragment, Suspense, type ReactNode } from 'react';
import type { ComicCard } from '#contract/comics.ts';
import type { Page as Paged } from '#contract/paging.ts';
import type { HomeBlock } from '#contract/site.ts';
import type { SitePage } from '#contract/site-pages.ts';
import type { Slide } from '#contract/slides.ts';
import type { Query } from '#contract/query-string.ts';
import { apiGet, serverContext } from '#web/platform/api/api.ts';
import { Shelf } from '#web/catalogue/cards/grid.tsx';
import { toShownComic, type ShownComic } from '#web/catalogue/cards/shown-comic.ts';
import { DemoProgress } from './demo-progress.tsx';
import { NotFoundArt } from './home-slides.tsx';
import { LandingBlock } from './landing-block.tsx';
import { LANDING, loadLanding, type LandingPath, type LandingTerm } from './landing.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { hasFeature } from '#web/platform/page/required-feature.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { useUser } from '#web/platform/session/session.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { jsonLdGraph, siteSchema, sharePicture } from '#web/platform/page/structured-data.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './home-page.css';

const ContinueReading = lazyPart(async () => (await import('./continue-reading.tsx')).ContinueReading, {
  whenMissing: 'fail',
});
const SuggestedComics = lazyPart(async () => (await import('./suggested-comics.tsx')).SuggestedComics, {
  whenMissing: 'nothing',
});
const LatestChapters = lazyPart(async () => (await import('./latest-chapters.tsx')).LatestChapters, {
  whenMissing: 'nothing',
});

/** Comics on a shelf. */
const SHELF = 12;

interface Home {
  slides: readonly Slide[];
  latest: readonly ShownComic[];
  popular: readonly ShownComic[];
  /** The operator's own welcome; null: the product's. */
  welcome: SitePage | null;
  /** The terms the server found; a block without loads by itself in the browser. */
  blocks: Partial<Record<LandingPath, LandingTerm[]>>;
}

/** The shelves, and on the server the blocks; what fails is left out and takes nothing else with it. */
export async function loader({ request }: LoaderArgs): Promise<Home> {
  const site = serverContext(request)?.site;
  const shelf = (query: Query) =>
    apiGet<Paged<ComicCard>>('/comics', { request, params: { ...query, per_page: SHELF } }).then(
      ({ data }) => data.map(toShownComic),
      () => [],
    );
  const [welcome, slides, latest, popular, ...blocks] = await Promise.all([
    apiGet<SitePage>('/pages/welcome', { request }).then(
      (page) => (page.html === '' ? null : page),
      () => null,
    ),
    hasFeature(request, 'slides') ? apiGet<Slide[]>('/slides', { request }).catch(() => []) : [],
    shelf({ sort: 'latest_chapter' }),
    shelf({ sort: 'popularity', duration: 'week' }),
    ...LANDING.filter(([path]) => site?.features.includes(path)).map(
      async ([path]) => [path, await loadLanding(path, request).catch(() => [])] as const,
    ),
  ]);
  return { welcome, slides, latest, popular, blocks: Object.fromEntries(blocks) };
}

/** The head of the page. */
export function head({ latest }: Home, context: HeadContext): PageHead {
  const description = context.site.description || context.t('home.lead');
  return { title: '', description, image: sharePicture(latest), jsonLd: jsonLdGraph(siteSchema(context, description)) };
}

/** The landing page: this site, where to begin, and the library; its blocks and their order are the operator’s. */
export function Page({ data: { welcome, slides, latest, popular, blocks } }: PageProps<Home>) {
  const t = useTranslate();
  const links = useAddresses();
  const { features, demo, home, name } = useSite();
  // Also once what was read on another device has come.
  const begun = Object.keys(usePersistentStore(progressStore)).length > 0;
  const shelf = (id: 'latest' | 'popular', to: string, comics: readonly ShownComic[]) =>
    comics.length === 0 ? null : (
      <section key={id} aria-labelledby={`shelf-${id}`}>
        <div className="section-head">
          <h2 id={`shelf-${id}`}>{t(`home.shelf.${id}`)}</h2>
          <Link className="more" to={to}>
            {t('home.shelf.more')}
            <span className="visually-hidden">: {t(`home.shelf.${id}`)}</span>
          </Link>
        </div>
        <Shelf comics={comics} news={id === 'latest'} />
      </section>
    );
  const suggested = useUser() === null ? null : <SuggestedComics />;
  const shown: Record<HomeBlock, () => ReactNode> = {
    welcome: () => (
      <section key="welcome" className="hero">
        <div className="hero__text">
          <h1>{t('home.title')}</h1>
          {welcome === null ? (
            <p className="lead">{t('home.lead')}</p>
          ) : (
            <div className="lead" lang={welcome.locale} dir="auto" dangerouslySetInnerHTML={{ __html: welcome.html }} />
          )}
          <div className="hero__cta">
            <ButtonLink look={['primary', 'lg']} to={links.popular()}>
              {t('home.popular')}
            </ButtonLink>
            <ButtonLink look={['lg']} to={links.latest()}>
              {t('home.latest')}
            </ButtonLink>
          </div>
        </div>
        <NotFoundArt slides={slides} comics={latest} />
      </section>
    ),
    continue: () => (
      <div key="continue" className="continue-slot">
        {begun ? <ContinueReading /> : null}
      </div>
    ),
    latest: () => shelf('latest', links.latest(), latest),
    popular: () => (
      <Fragment key="popular">
        {shelf('popular', links.popular('week'), popular)}
        {suggested}
      </Fragment>
    ),
    chapters: () => <LatestChapters key="chapters" />,
    terms: () => (
      <div key="terms" className="page-panels">
        <Suspense>
          {LANDING.filter(([path]) => features.includes(path)).map(([path, kind]) => (
            <LandingBlock key={path} path={path} kind={kind} given={blocks[path]} />
          ))}
        </Suspense>
      </div>
    ),
  };
  return (
    <div className="stack-l">
      {home.blocks.includes('welcome') ? null : <h1 className="visually-hidden">{name}</h1>}
      {home.blocks[0] === 'welcome' ? shown.welcome() : null}
      {demo === undefined ? null : <DemoProgress known={demo} />}
      {home.blocks.map((block, at) => (block === 'welcome' && at === 0 ? null : shown[block]()))}
      {home.blocks.includes('popular') ? null : suggested}
    </div>
  );
}

/** The facts of the page that ads go by. */
export const ads = () => ({ page: 'home' as const });
