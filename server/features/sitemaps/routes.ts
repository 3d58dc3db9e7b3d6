import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { requestOrigin } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import type { Site } from '#server/config/site-file.ts';
import { COSTS } from '#server/http/limits/request-costs.ts';
import { limitCalls } from '#server/http/limits/visitor-limit.ts';
import { encodingFor } from '#server/http/requests/content-encoding.ts';
import { setDataHeaders } from '#server/http/requests/security-headers.ts';
import { listedOn, parsePartName } from './listing.ts';
import { robotsText } from './robots.ts';
import { inTurns } from './sitemap-xml.ts';
import { createSitemaps, type SitemapDocument } from './sitemaps.ts';

const ROUTE = { schema: { hide: true }, config: { permission: 'site.read', cost: COSTS.sitemap } } as const;
const FILE = { ...ROUTE, schema: { ...ROUTE.schema, params: z.object({ locale: z.string(), file: z.string() }) } };

/** `robots.txt`, `sitemap.xml` and the sitemaps it lists, of the site whose host is asked. A site that nothing may list has no sitemap. */
export async function sitemapRoutes(
  scope: App,
  deps: Pick<Deps, 'reads' | 'sites' | 'now' | 'changes'>,
): Promise<void> {
  setDataHeaders(scope);
  limitCalls(scope);
  const sitemaps = createSitemaps(deps);

  scope.get('/robots.txt', ROUTE, async (request, reply) => {
    const { site, origin } = requestedSite(request);
    return reply
      .headers({ 'cache-control': 'public, max-age=3600' })
      .type('text/plain; charset=utf-8')
      .send(robotsText(site, origin));
  });

  scope.get('/sitemap.xml', ROUTE, async (request, reply) => {
    const { site, origin } = requestedSite(request);
    if (listedOn(site).kinds.length === 0) throw problem('route-not-found');
    return sendXml(request, reply, await sitemaps.index(site, origin));
  });

  scope.get('/sitemaps/:locale/:file', FILE, async (request, reply) => {
    const { site, origin } = requestedSite(request);
    const { params } = request;
    const locale = site.locales.find((each) => each === params.locale);
    const part = parsePartName(params.file);
    const made = locale === undefined || part === null ? null : await sitemaps.file(site, origin, locale, part);
    if (made === null) throw problem('route-not-found');
    return sendXml(request, reply, made);
  });

  /** The site that is asked, and what its addresses start with. */
  function requestedSite(request: FastifyRequest): { site: Site; origin: string } {
    const site = deps.sites.of(request.host);
    return { site, origin: requestOrigin(site, request) };
  }
}

/** Sends XML as fast as it is taken, compressed as asked; nothing to whoever has this version of it. */
function sendXml(request: FastifyRequest, reply: FastifyReply, { version, pieces }: SitemapDocument): FastifyReply {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`;
  // A list of addresses is no page to be found.
  void reply
    .headers({ etag, vary: 'Accept-Encoding', 'cache-control': 'public, max-age=3600', 'x-robots-tag': 'noindex' })
    .type('application/xml; charset=utf-8');
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const text = Readable.from(inTurns(pieces), { objectMode: false, highWaterMark: 1 });
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === 'identity') return reply.send(text);
  // Addresses repeat themselves: the quickest levels pack them to a thirtieth.
  const packed =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      : createGzip({ level: 1 });
  text.on('error', (error) => packed.destroy(error));
  packed.on('close', () => text.destroy());
  return reply.header('content-encoding', encoding).send(text.pipe(packed));
}
