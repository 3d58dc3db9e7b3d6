import { z } from 'zod';
import { NewWebhook, Webhook, WebhookDeliveries, WebhookPatch, WebhookWithSecret } from '#contract/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';
import type { DeliveryError } from './delivering.ts';
import { inForm } from './forms.ts';
import { addWebhook, changeWebhook, getWebhook, pingWebhook, redeliver, removeWebhook } from './managing.ts';
import { listDeliveries, listWebhooks } from './queries-managing.ts';

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const One = z.object({ id });
const Delivery = z.object({ id, delivery: id });
const Before = z.object({ before: id.optional() });
const tags = ['webhooks'];
const managed = { permission: 'webhooks.manage' } as const;
const PER_PAGE = 25;

/** Routes by which admins manage webhooks. */
export function webhookRoutes(app: App, deps: Pick<Deps, 'db' | 'config'>): void {
  const { db } = deps;

  app.get(
    '/admin/webhooks',
    {
      schema: { summary: 'Every webhook; a plain array', tags, response: { 200: z.array(Webhook) } },
      config: managed,
    },
    () => listWebhooks(db),
  );

  app.post(
    '/admin/webhooks',
    {
      schema: { summary: 'Adds a webhook', tags, body: NewWebhook, response: { 201: WebhookWithSecret } },
      config: managed,
    },
    async (request, reply) => reply.code(201).send(await addWebhook(deps, requireMember(request), request.body)),
  );

  app.get(
    '/admin/webhooks/:id',
    {
      schema: {
        summary: 'One webhook with the secret its messages are signed by',
        tags,
        params: One,
        response: { 200: WebhookWithSecret },
      },
      config: managed,
    },
    ({ params }) => getWebhook(db, params.id),
  );

  app.patch(
    '/admin/webhooks/:id',
    {
      schema: {
        summary: 'Changes a webhook; what is not named stays',
        tags,
        params: One,
        body: WebhookPatch,
        response: { 200: WebhookWithSecret },
      },
      config: managed,
    },
    (request) => changeWebhook(deps, requireMember(request), request.params.id, request.body),
  );

  app.delete(
    '/admin/webhooks/:id',
    {
      schema: { summary: 'Takes a webhook away', tags, params: One, response: { 204: z.undefined() } },
      config: managed,
    },
    async (request, reply) => {
      await removeWebhook(deps, requireMember(request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/admin/webhooks/:id/ping',
    {
      schema: {
        summary: 'Sends a webhook a message that says nothing',
        tags,
        params: One,
        response: { 202: z.undefined() },
      },
      config: managed,
    },
    async ({ params }, reply) => {
      await pingWebhook(deps, params.id);
      return reply.code(202).send();
    },
  );

  app.get(
    '/admin/webhooks/:id/deliveries',
    {
      schema: {
        summary: 'What a webhook was told, the newest first',
        tags,
        params: One,
        querystring: Before,
        response: { 200: WebhookDeliveries },
      },
      config: managed,
    },
    async ({ params, query: { before }, viewing: { locale } }) => {
      const { form } = await getWebhook(db, params.id);
      const found = await listDeliveries(db, params.id, before ?? null, PER_PAGE + 1);
      const shown = found.slice(0, PER_PAGE);
      const bodies = await inForm(deps, form, shown);
      const deliveries = shown.map((each, at) => ({
        ...each,
        body: bodies[at] ?? each.body,
        error: each.error === null ? null : translate(locale, `admin.webhook.error.${each.error as DeliveryError}`),
      }));
      return { deliveries, next: found.length > PER_PAGE ? deliveries.at(-1)!.id : null };
    },
  );

  app.post(
    '/admin/webhooks/:id/deliveries/:delivery',
    {
      schema: { summary: 'Sends a message once more', tags, params: Delivery, response: { 202: z.undefined() } },
      config: managed,
    },
    async ({ params }, reply) => {
      await redeliver(deps, params.id, params.delivery);
      return reply.code(202).send();
    },
  );
}
