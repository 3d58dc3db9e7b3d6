import type { FastifyRequest } from 'fastify';
import { addressesFor } from '#contract/addresses.ts';
import type { OldAddress } from '#contract/transfers.ts';
import type { Site } from '#server/config/site-file.ts';
import type { App } from '#server/http/app-type.ts';
import { callApi } from '#server/http/requests/in-process-api.ts';
import { savedLocale } from './page-address.ts';

/**
 * Finds where a comic or a chapter is whose address on the site that it came from was a path; in the locale that the visitor reads. Null for a
 * path that none had, and for those of one part, which nothing is asked about.
 */
export function createFormerAddresses(app: App) {
  return async (path: string, request: FastifyRequest, site: Site, origin: string): Promise<string | null> => {
    if (path.split('/').filter(Boolean).length < 2) return null;
    const call = `/api/old-addresses?path=${encodeURIComponent(path.slice(0, 1000))}`;
    const { status, body } = await callApi(app, { origin, rating: 'safe', log: request.log }, call);
    if (status !== 200) return null;
    const { slug, chapter } = body as OldAddress;
    const choices = { lang: request.cookies.lang, acceptLanguage: request.headers['accept-language'] };
    const links = addressesFor(savedLocale(site, choices), site.variant);
    return chapter === null ? links.comic(slug) : links.reader(slug, chapter);
  };
}
