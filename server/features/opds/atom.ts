import type { RequestContext } from '#server/http/access/request-context.ts';
import { element, xmlDocument, type Markup } from '#server/http/xml.ts';
import type { OpdsAddresses } from './opds-addresses.ts';
import type { Shelf, Way, Work } from './shelf.ts';

const FEED = 'application/atom+xml;profile=opds-catalog;kind=';
const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
  'xmlns:dcterms': 'http://purl.org/dc/terms/',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
} as const;

/** The media type of a shelf in OPDS 1.2. */
export function feedType({ kind }: Pick<Shelf, 'kind'>): string {
  return `${FEED}${kind};charset=utf-8`;
}

/** A shelf as a catalogue feed of OPDS 1.2 with the page streaming extension 1.2. @param now dates a shelf of ways onward, which have no date. */
export function atomShelf(
  shelf: Shelf,
  viewing: Pick<RequestContext, 'locale' | 'origin' | 'imageOrigin' | 'site'>,
  to: OpdsAddresses,
  now: Date,
): string {
  const { works, paging, place } = shelf;
  const updated =
    works.reduce((newest, work) => (work.updated > newest ? work.updated : newest), '') || now.toISOString();
  const link = (rel: string, href: string, type: string, more = {}) => element('link', { rel, href, type, ...more });
  const part = (rel: string, page: number) =>
    link(
      rel,
      to.shelf({ ...place, query: { ...place.query, page: page === 1 ? undefined : page } }),
      `${FEED}${shelf.kind}`,
    );
  return xmlDocument(
    element(
      'feed',
      { ...NAMESPACES, 'xml:lang': viewing.locale },
      element('id', {}, shelf.id),
      element('title', {}, shelf.title),
      element('updated', {}, updated),
      element('author', {}, element('name', {}, viewing.site.name), element('uri', {}, viewing.origin)),
      element('icon', {}, `${viewing.imageOrigin}/images/icon.png`),
      link('self', to.shelf(place), `${FEED}${shelf.kind}`),
      link('start', to.shelf({ path: '' }), `${FEED}navigation`),
      link('search', to.description, 'application/opensearchdescription+xml'),
      link('http://opds-spec.org/auth/document', to.authentication, 'application/opds-authentication+json'),
      ...(paging === null
        ? []
        : [
            ...(paging.last > 1 ? [part('first', 1), part('last', paging.last)] : []),
            ...(paging.page > 1 ? [part('previous', paging.page - 1)] : []),
            ...(paging.page < paging.last ? [part('next', paging.page + 1)] : []),
            element('opensearch:totalResults', {}, paging.total),
            element('opensearch:itemsPerPage', {}, paging.perPage),
            element('opensearch:startIndex', {}, (paging.page - 1) * paging.perPage + 1),
          ]),
      ...shelf.facets.flatMap(({ title, ways }) =>
        ways.map((way) =>
          link('http://opds-spec.org/facet', to.shelf(way.to), `${FEED}${way.kind}`, {
            title: way.title,
            'opds:facetGroup': title,
            'opds:activeFacet': way.active ? 'true' : null,
          }),
        ),
      ),
      ...shelf.navigation.map((way) => wayEntry(way, `${shelf.id}/${way.to.path}`, to, updated)),
      ...works.map((work) => workEntry(work, to)),
    ),
  );
}

/** The description that tells a client how to search the catalogue (OpenSearch 1.1). */
export function searchDescription(
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
  to: OpdsAddresses,
): string {
  return xmlDocument(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', {}, [...site.name].slice(0, 16).join('')),
      element('Description', {}, site.title),
      element('Language', {}, locale),
      element('InputEncoding', {}, 'UTF-8'),
      element('OutputEncoding', {}, 'UTF-8'),
      element('Url', { type: `${FEED}acquisition`, template: `${to.search}q={searchTerms}&page={startPage?}` }),
    ),
  );
}

function wayEntry(
  { title, to: place, kind, rel = 'subsection', count, summary }: Way,
  id: string,
  to: OpdsAddresses,
  updated: string,
): Markup {
  const query = place.query?.sort ?? '';
  return element(
    'entry',
    {},
    element('id', {}, query === '' ? id : `${id}/${String(query)}`),
    element('title', {}, title),
    element('updated', {}, updated),
    element('content', { type: 'text' }, summary ?? title),
    element('link', { rel: rel, href: to.shelf(place), type: `${FEED}${kind}`, 'thr:count': count }),
  );
}

function workEntry(work: Work, to: OpdsAddresses): Markup {
  const { reading, cover, thumbnail, chapters } = work;
  return element(
    'entry',
    {},
    element('id', {}, work.id),
    element('title', {}, work.title),
    element('updated', {}, work.updated),
    element('published', {}, work.published),
    ...work.makers.map((name) => element('author', {}, element('name', {}, name))),
    ...work.credits.map(({ kind, slug, name }) => element('category', { term: `${kind}:${slug}`, label: name })),
    ...(work.language === null ? [] : [element('dcterms:language', {}, work.language)]),
    ...(work.summary === '' ? [] : [element('summary', { type: 'text' }, work.summary)]),
    ...(cover === null
      ? []
      : [
          element('link', { rel: 'http://opds-spec.org/image', href: cover.url, type: cover.type }),
          element('link', { rel: 'http://opds-spec.org/image/thumbnail', href: thumbnail, type: cover.type }),
        ]),
    element('link', { rel: 'alternate', href: work.page, type: 'text/html' }),
    ...(chapters === null
      ? []
      : [element('link', { rel: 'subsection', href: to.shelf(chapters), type: `${FEED}acquisition` })]),
    ...(chapters !== null || reading === null
      ? []
      : [
          ...(work.file
            ? [
                element('link', {
                  rel: 'http://opds-spec.org/acquisition',
                  href: to.file(reading.chapter),
                  type: 'application/vnd.comicbook+zip',
                }),
              ]
            : []),
          element('link', {
            rel: `http://opds-spec.org/acquisition${reading.whole ? '' : '/sample'}`,
            href: to.manifest(reading.chapter),
            type: 'application/divina+json',
          }),
          element('link', {
            rel: 'http://vaemendis.net/opds-pse/stream',
            href: to.pages(reading.chapter),
            type: `image/${reading.format}`,
            'pse:count': reading.pages,
            'pse:lastRead': reading.last?.page,
            'pse:lastReadDate': reading.last?.at,
          }),
        ]),
  );
}
