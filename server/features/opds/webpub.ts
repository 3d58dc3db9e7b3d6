import type { PageImage } from '#contract/comics.ts';
import type { OpdsAddresses } from './opds-addresses.ts';
import { PROGRESSION, PROGRESSION_TYPE } from './public/progression.ts';
import type { Shelf, Way, Work } from './shelf.ts';

const FEED = 'application/opds+json';
const MANIFEST = 'application/divina+json';

/** A shelf as a feed of OPDS 2.0. */
export function webpubShelf(shelf: Shelf, to: OpdsAddresses): object {
  const { title, place, paging, works, navigation, facets, groups = [] } = shelf;
  const part = (rel: string, page: number) => ({
    rel,
    href: to.shelf({ ...place, query: { ...place.query, page: page === 1 ? undefined : page } }),
    type: FEED,
  });
  return {
    metadata: {
      title,
      ...(paging === null
        ? {}
        : { numberOfItems: paging.total, itemsPerPage: paging.perPage, currentPage: paging.page }),
    },
    links: [
      { rel: 'self', href: to.shelf(place), type: FEED },
      { rel: 'start', href: to.shelf({ path: '' }), type: FEED },
      // A search whose address has a query already is continued, not begun.
      {
        rel: 'search',
        href: `${to.search.slice(0, -1)}{${to.search.endsWith('&') ? '&' : '?'}query}`,
        type: FEED,
        templated: true,
      },
      {
        rel: 'http://opds-spec.org/auth/document',
        href: to.authentication,
        type: 'application/opds-authentication+json',
      },
      ...(paging === null || paging.last === 1
        ? []
        : [
            part('first', 1),
            part('last', paging.last),
            ...(paging.page > 1 ? [part('previous', paging.page - 1)] : []),
            ...(paging.page < paging.last ? [part('next', paging.page + 1)] : []),
          ]),
    ],
    ...(facets.length === 0
      ? {}
      : {
          facets: facets.map((facet) => ({
            metadata: { title: facet.title },
            links: facet.ways.map((way) => ({
              ...wayLink(way, to),
              rel: way.active ? 'self' : 'http://opds-spec.org/facet',
            })),
          })),
        }),
    ...(groups.length === 0
      ? {}
      : {
          groups: groups
            .filter((group) => group.works.length > 0)
            .map((group) => ({
              metadata: { title: group.title, numberOfItems: group.paging?.total ?? group.works.length },
              links: [{ rel: 'self', href: to.shelf(group.place), type: FEED }],
              publications: group.works.map((work) => publication(work, to)),
            })),
        }),
    ...(works.length === 0 ? {} : { publications: works.map((work) => publication(work, to)) }),
    // A feed without anything on it still has to lead somewhere.
    ...(works.length > 0
      ? {}
      : {
          navigation:
            navigation.length > 0
              ? navigation.map((way) => wayLink(way, to))
              : [{ title: shelf.title, href: to.shelf({ path: '' }), type: FEED, rel: 'start' }],
        }),
  };
}

/** A chapter as a manifest of pictures that is read page by page (Divina). @param pages those that are open to who asks. */
export function divina(work: Work, pages: readonly PageImage[], to: OpdsAddresses): object {
  const { reading } = work;
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: { ...metadata(work), numberOfPages: pages.length },
    links: [
      { rel: 'self', href: to.manifest(reading?.chapter ?? 0), type: MANIFEST },
      { rel: 'alternate', href: work.page, type: 'text/html' },
      ...progressionLinks(work, to),
    ],
    readingOrder: pages.map(({ page, source_url: source, width, height }) => ({
      href: to.page(reading?.chapter ?? 0, page - 1),
      type: imageType(source),
      width,
      height,
    })),
    ...(work.cover === null
      ? {}
      : {
          resources: [
            {
              rel: 'cover',
              href: work.cover.url,
              type: work.cover.type,
              width: work.cover.width,
              height: work.cover.height,
            },
          ],
        }),
  };
}

function publication(work: Work, to: OpdsAddresses): object {
  const { reading, cover, chapters } = work;
  return {
    metadata: { ...metadata(work), ...(reading === null || chapters !== null ? {} : { numberOfPages: reading.pages }) },
    links: [
      ...(reading === null
        ? []
        : [
            {
              rel: reading.whole ? 'http://opds-spec.org/acquisition' : 'preview',
              href: to.manifest(reading.chapter),
              type: MANIFEST,
            },
          ]),
      ...(reading !== null && work.file
        ? [
            {
              rel: 'http://opds-spec.org/acquisition',
              href: to.file(reading.chapter),
              type: 'application/vnd.comicbook+zip',
            },
          ]
        : []),
      // Who may read nothing of it yet reads on its page how they may.
      ...(reading === null ? [{ rel: 'preview', href: work.page, type: 'text/html' }] : []),
      ...(chapters === null ? [] : [{ rel: 'subsection', href: to.shelf(chapters), type: FEED }]),
      { rel: 'alternate', href: work.page, type: 'text/html' },
      ...progressionLinks(work, to),
    ],
    ...(cover === null
      ? {}
      : { images: [{ href: cover.url, type: cover.type, width: cover.width, height: cover.height }] }),
  };
}

/** Where a member's program reads and keeps where they are; for others there is none. */
function progressionLinks({ reading }: Work, to: OpdsAddresses): object[] {
  if (reading?.kept !== true) return [];
  const signIn = { href: to.authentication, type: 'application/opds-authentication+json' };
  return [
    {
      rel: PROGRESSION,
      href: to.progression(reading.chapter),
      type: PROGRESSION_TYPE,
      properties: { authenticate: signIn },
    },
  ];
}

function metadata(work: Work): object {
  const { id, title, updated, published, summary, makers, credits, language, direction, series } = work;
  return {
    '@type': 'http://schema.org/ComicIssue',
    conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
    identifier: id,
    title,
    modified: updated,
    published,
    readingProgression: direction === 'rtl' ? 'rtl' : 'ltr',
    ...(direction === 'vertical' ? { layout: 'scrolled' } : {}),
    ...(language === null ? {} : { language }),
    ...(summary === '' ? {} : { description: summary }),
    ...(makers.length === 0 ? {} : { author: [...makers] }),
    ...(credits.length === 0
      ? {}
      : { subject: credits.map(({ kind, slug, name }) => ({ name, code: `${kind}:${slug}` })) }),
    ...(series === null
      ? {}
      : {
          belongsTo: {
            series: { name: series.title, ...(Number(series.number) > 0 ? { position: Number(series.number) } : {}) },
          },
        }),
  };
}

function wayLink({ title, to: place, rel = 'subsection', count }: Way, to: OpdsAddresses): object {
  return {
    title,
    href: to.shelf(place),
    type: FEED,
    rel,
    ...(count === undefined ? {} : { properties: { numberOfItems: count } }),
  };
}

function imageType(url: string): string {
  return `image/${/\.(\w+)(?:\?|$)/.exec(url)?.[1] ?? 'jpeg'}`;
}
