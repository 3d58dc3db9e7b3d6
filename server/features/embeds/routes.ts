import { NOBODY } from '#server/db/visible.ts';
import { z } from 'zod';
import { addressesFor } from '#contract/addresses.ts';
import { OEmbed, OEmbedQuery } from '#contract/embeds.ts';
import { problem } from '#contract/problems.ts';
import type { Locale } from '#contract/locales.ts';
import { RTA_LABEL } from '#contract/age.ts';
import type { Deps } from '#server/deps.ts';
import { strictestMode } from '#server/http/access/age-gate.ts';
import { ownOrigins, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { readerScope, sendText } from '#server/http/requests/feed-request.ts';
import { element, xmlDocument } from '#server/http/xml.ts';
import { buildCard, cardPage, cardPolicy, type Card, type CardDeps } from './card.ts';
import { parseSubject, subjectAt } from './subject.ts';

const Address = z.object({ lang: z.string(), kind: z.string(), slug: z.string().min(1).max(300) });

/** Width and height of a card in pixels, and the least of either that one still fits into. */
const [SIZE, LEAST] = [
  { width: 480, height: 180 },
  { width: 220, height: 100 },
];
/** Seconds that what is told of a page may be kept. */
const KEPT_SECONDS = 3_600;

const anywhere = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': `public, max-age=${KEPT_SECONDS}`,
  vary: 'Accept-Encoding',
} as const;

/** The route by which other sites show a page of this one: `GET /api/oembed` (oEmbed 1.0). */
export function oembedRoutes(app: App, deps: CardDeps): void {
  app.get(
    '/oembed',
    {
      schema: {
        summary: 'What stands for a comic, a chapter or a term on other sites (oEmbed 1.0)',
        tags: ['comics'],
        querystring: OEmbedQuery,
        response: { 200: OEmbed },
      },
      config: { permission: 'comics.read' },
    },
    async (request, reply) => {
      const { url, format, ...room } = request.query;
      const subject = parseSubject(
        url,
        [request.viewing.origin, ...ownOrigins(request.viewing.site, request)],
        request.viewing,
      );
      if (subject === null) throw problem('route-not-found');
      const viewing = asNobody(request.viewing, subject.locale);
      const answer = answerFor(viewing, await buildCard(deps, viewing, subject), room);
      void reply.headers(anywhere);
      return format === 'json'
        ? answer
        : reply
            .type('text/xml; charset=utf-8')
            .send(
              xmlDocument(
                element('oembed', {}, ...Object.entries(answer).map(([name, value]) => element(name, {}, value))),
              ) as never,
            );
    },
  );
}

/** The cards themselves, as pages that any page may show in a frame: `/{lang}/comic/{slug}/embed`, `/{lang}/{kind}/{slug}/embed`. */
export async function cardRoutes(scope: App, deps: CardDeps & Pick<Deps, 'db' | 'sites' | 'config'>): Promise<void> {
  await readerScope(scope, deps, async () => null);
  scope.get(
    '/:lang/:kind/:slug/embed',
    { schema: { params: Address, hide: true }, config: { permission: 'comics.read' } },
    async (request, reply) => {
      const {
        viewing,
        params: { kind, slug },
      } = request;
      const subject = subjectAt([viewing.locale, kind, slug], viewing);
      if (subject === null) throw problem('route-not-found');
      const card = await buildCard(deps, asNobody(viewing, subject.locale), subject);
      void reply.headers({
        ...anywhere,
        'content-security-policy': cardPolicy(viewing.imageOrigin, ...[deps.config.s3?.redirectUrl ?? []].flat()),
        ...(card.adult ? { rating: RTA_LABEL } : {}),
      });
      return sendText(request, reply, { body: cardPage(card, viewing), type: 'text/html; charset=utf-8' });
    },
  );
}

/** A page elsewhere shows no more than anyone may see, whoever asked for it. */
function asNobody(viewing: RequestContext, locale: Locale): RequestContext {
  return {
    ...viewing,
    locale,
    rating: 'safe',
    hidden: [],
    blocked: NOBODY,
    owesCheck: strictestMode(viewing.site) === 'external',
  };
}

function answerFor(
  { site, origin, locale }: RequestContext,
  { title, by, frame, picture }: Card,
  { maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number | undefined; maxheight?: number | undefined },
): OEmbed {
  const [width, height] = [Math.min(SIZE.width, maxwidth), Math.min(SIZE.height, maxheight)];
  const fits = width >= LEAST.width && height >= LEAST.height;
  // A preview may be no larger than what was asked for.
  const shown = picture !== null && picture.width <= maxwidth && picture.height <= maxheight;
  return {
    version: '1.0',
    type: fits ? 'rich' : 'link',
    title,
    author_name: by,
    provider_name: site.name,
    provider_url: addressesFor(locale, site.variant, origin).home(),
    cache_age: KEPT_SECONDS,
    ...(shown ? { thumbnail_url: picture.url, thumbnail_width: picture.width, thumbnail_height: picture.height } : {}),
    ...(fits ? { width, height, html: frameHtml(frame, title, width, height) } : {}),
  };
}

function frameHtml(address: string, title: string, width: number, height: number): string {
  return element(
    'iframe',
    {
      src: address,
      title,
      width,
      height,
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      loading: 'lazy',
      style: 'border:0;max-width:100%',
    },
    ' ',
  ).markup;
}
