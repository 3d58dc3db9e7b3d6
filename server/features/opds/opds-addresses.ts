import type { FastifyRequest } from 'fastify';
import { requestAddresses } from '#server/http/access/request-context.ts';
import type { Place } from './shelf.ts';

/** The absolute addresses of one catalogue, as one caller has to be told them. */
export interface OpdsAddresses {
  shelf(place: Place): string;
  /** The pages of a chapter, with places for a page's number from 0 and for a width: `{pageNumber}`, `{maxWidth}`. */
  pages(chapter: number): string;
  /** One of them; `page` from 0. */
  page(chapter: number, page: number): string;
  manifest(chapter: number): string;
  /** Where a member is in a chapter. */
  progression(chapter: number): string;
  file(chapter: number): string;
  /** Where a search is sent; ends so that a parameter can be put behind it. */
  search: string;
  description: string;
  authentication: string;
}

/**
 * Addresses under `/{lang}/opds`, or `/{lang}/opds/v2`. What a guest chose to see by `nsfw` goes with each of them, since a
 * reader has nowhere else to keep it.
 */
export function opdsAddressesFor(
  { viewing, url }: Pick<FastifyRequest, 'viewing' | 'url'>,
  version: 1 | 2,
): OpdsAddresses {
  const nsfw = new URLSearchParams(url.split('?', 2)[1]).get('nsfw');
  const chosen = nsfw === 'true' || nsfw === 'false' ? nsfw : null;
  const base = requestAddresses(viewing).opds();
  const start = version === 1 ? base : `${base}/v2`;
  const address = (path: string, parameters: Place['query'] = {}) => {
    const written = Object.entries({ ...parameters, nsfw: chosen }).flatMap(([name, value]) =>
      [value]
        .flat()
        .flatMap((each) => (each === null || each === undefined ? [] : [`${name}=${encodeURIComponent(each)}`])),
    );
    return written.length === 0 ? path : `${path}?${written.join('&')}`;
  };
  const search = address(version === 1 ? `${start}/comics` : `${start}/search`);
  return {
    shelf: ({ path, query: parameters }) => address(path === '' ? start : `${start}/${path}`, parameters),
    pages: (chapter) =>
      `${base}/chapters/${chapter}/pages/{pageNumber}?width={maxWidth}${chosen === null ? '' : `&nsfw=${chosen}`}`,
    page: (chapter, page) => address(`${base}/chapters/${chapter}/pages/${page}`),
    progression: (chapter) => address(`${base}/v2/chapters/${chapter}/progression`),
    manifest: (chapter) => address(`${base}/v2/chapters/${chapter}`),
    file: (chapter) => address(`${base}/chapters/${chapter}/file`),
    search: `${search}${search.includes('?') ? '&' : '?'}`,
    description: address(`${base}/search.xml`),
    authentication: `${base}/authentication`,
  };
}
