import { z } from 'zod';
import { AdChange, AdDetail, AdsBySpot, AdsSeen, ManagedAd, NewAd } from '#contract/ads.ts';
import { problem } from '#contract/problems.ts';
import { utcDay } from '#contract/utc-day.ts';
import type { Deps } from '#server/deps.ts';
import { isAdFree, requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { adsFor, changeAd, createAd, getAd, removeAd } from './ads.ts';
import { createAdCounter } from './ad-counter.ts';
import { adDocument, FRAME_POLICY, previewDocument } from './frame.ts';
import { adDays, findShownCode, managedAds } from './queries.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const manage = { permission: 'ads.manage', features: ['ads'] } as const;
/** Days of counters that come with an ad. */
const DAYS = 30;

/** `GET /api/ads`, what is seen of them, and their management; 404 on a site without the feature. */
export async function adRoutes(app: App, deps: Pick<Deps, 'db' | 'reads' | 'now' | 'log'>): Promise<void> {
  const { db, now } = deps;
  const counter = createAdCounter(deps);
  app.addHook('onClose', () => counter.close());

  app.get(
    '/ads',
    {
      schema: {
        summary: 'The ads of every spot for readers of a language; none for members who are free of them',
        tags: ['site'],
        response: { 200: AdsBySpot },
      },
      config: { permission: 'site.read', features: ['ads'] },
    },
    async ({ viewing }) => {
      const spots = viewing.site.ads.spots.map(({ name }) => name);
      const shown: AdsBySpot = {};
      if (isAdFree(viewing)) return shown;
      for (const { spot, languages, ...ad } of await adsFor(deps, viewing)) {
        if (spots.includes(spot)) {
          (shown[spot] ??= []).push({ ...ad, language: languages.length === 0 ? null : viewing.locale });
        }
      }
      return shown;
    },
  );

  app.post(
    '/ads/seen',
    {
      schema: {
        summary: 'Counts ads that were seen and clicked',
        tags: ['site'],
        body: AdsSeen,
        response: { 204: z.null() },
      },
      config: { permission: 'site.read', features: ['ads'] },
    },
    async ({ body }, reply) => {
      counter.count(body);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/admin/ads',
    {
      schema: { summary: 'Every ad; a plain array', tags: ['admin'], response: { 200: z.array(ManagedAd) } },
      config: manage,
    },
    () => managedAds(db, now()),
  );

  app.post(
    '/admin/ads',
    {
      schema: { summary: 'Adds an ad', tags: ['admin'], body: NewAd, response: { 201: ManagedAd } },
      config: manage,
    },
    async (request, reply) => reply.code(201).send(await createAd(deps, requireMember(request), request.body)),
  );

  app.get(
    '/admin/ads/:id',
    {
      schema: { summary: 'One ad, with its last 30 days', tags: ['admin'], params: Id, response: { 200: AdDetail } },
      config: manage,
    },
    async ({ params }) => {
      await counter.flush();
      const since = utcDay(new Date(now().getTime() - (DAYS - 1) * 86_400_000));
      return { ...(await getAd(deps, params.id)), days: await adDays(db, params.id, since) };
    },
  );

  app.patch(
    '/admin/ads/:id',
    {
      schema: { summary: 'Changes an ad', tags: ['admin'], params: Id, body: AdChange, response: { 200: ManagedAd } },
      config: manage,
    },
    (request) => changeAd(deps, requireMember(request), request.params.id, request.body),
  );

  app.delete(
    '/admin/ads/:id',
    {
      schema: { summary: 'Deletes an ad', tags: ['admin'], params: Id, response: { 204: z.null() } },
      config: manage,
    },
    async (request, reply) => {
      await removeAd(deps, requireMember(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** The frames that ads run in, beside the pages: documents of an origin of their own. */
export async function adFrameRoutes(app: App, deps: Pick<Deps, 'reads' | 'now' | 'sites'>): Promise<void> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': FRAME_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'origin',
    'x-robots-tag': 'noindex',
    'cross-origin-resource-policy': 'same-origin',
  };

  app.get(
    '/ads/:id',
    { schema: { hide: true }, config: { permission: 'site.read', cost: 0 } },
    async (request, reply) => {
      const { id } = request.params as { id: string };
      const site = deps.sites.of(request.host);
      if (!site.features.includes('ads')) throw problem('route-not-found');
      if (id === 'preview') return reply.headers({ ...headers, 'cache-control': 'no-store' }).send(previewDocument());
      const code = /^[1-9]\d{0,8}$/.test(id) ? await findShownCode(deps.reads, Number(id), deps.now()) : null;
      if (code === null) throw problem('ad-not-found');
      return reply.headers({ ...headers, 'cache-control': 'private, max-age=60' }).send(adDocument(code));
    },
  );
}
