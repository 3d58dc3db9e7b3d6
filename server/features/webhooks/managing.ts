import { randomUUID } from 'node:crypto';
import { problem } from '#contract/problems.ts';
import {
  MAX_WEBHOOKS,
  withoutToken,
  type NewWebhook,
  type WebhookPatch,
  type WebhookWithSecret,
} from '#contract/webhooks.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { isAllowedUrl } from '#server/http/outbound-http.ts';
import { announceJobs, enqueue } from '#server/jobs/queue.ts';
import { createWebhookSecret } from '#server/security/standard-webhooks.ts';
import { DELIVER_JOB } from './jobs.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  restartDelivery,
  updateWebhook,
} from './queries-managing.ts';
import { addDeliveries } from './queries.ts';

type Needs = Pick<Deps, 'db' | 'config'>;

/** One webhook with its secret. @throws Problem `webhook-not-found`. */
export async function getWebhook(db: Db, id: number): Promise<WebhookWithSecret> {
  const webhook = await findWebhook(db, id);
  if (webhook === null) throw problem('webhook-not-found');
  return webhook;
}

/** Adds a webhook. @throws Problem `webhook-address-refused` for an address that is not everyone's, `webhooks-full` at fifty. */
export async function addWebhook(
  { db, config }: Needs,
  by: number,
  { url, form, events, enabled }: NewWebhook,
): Promise<WebhookWithSecret> {
  requireAddress(config, url);
  const id = await withTransaction(db, async (tx) => {
    if ((await countWebhooks(tx)) >= MAX_WEBHOOKS) throw problem('webhooks-full', { most: MAX_WEBHOOKS });
    const made = await insertWebhook(tx, { url, form, events, enabled, secret: createWebhookSecret(), userId: by });
    await audit(tx, {
      userId: by,
      action: 'webhook.create',
      subject: 'webhook',
      subjectId: made,
      details: { url: withoutToken(url), form, events },
    });
    return made;
  });
  return getWebhook(db, id);
}

/** Changes a webhook. @throws Problem `webhook-not-found`, `webhook-address-refused`. */
export async function changeWebhook(
  { db, config }: Needs,
  by: number,
  id: number,
  { new_secret: anew = false, ...changes }: WebhookPatch,
): Promise<WebhookWithSecret> {
  if (changes.url !== undefined) {
    requireAddress(config, changes.url);
  }
  await withTransaction(db, async (tx) => {
    if (!(await updateWebhook(tx, id, { ...changes, secret: anew ? createWebhookSecret() : undefined }))) {
      throw problem('webhook-not-found');
    }
    await audit(tx, {
      userId: by,
      action: 'webhook.edit',
      subject: 'webhook',
      subjectId: id,
      details: {
        ...changes,
        ...(changes.url === undefined ? {} : { url: withoutToken(changes.url) }),
        ...(anew ? { new_secret: true } : {}),
      },
    });
  });
  return getWebhook(db, id);
}

/** Takes a webhook away, with what it was told. @throws Problem `webhook-not-found`. */
export async function removeWebhook({ db }: Needs, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const url = await deleteWebhook(tx, id);
    if (url === null) throw problem('webhook-not-found');
    await audit(tx, {
      userId: by,
      action: 'webhook.delete',
      subject: 'webhook',
      subjectId: id,
      details: { url: withoutToken(url) },
    });
  });
}

/** Sends a webhook a message that says nothing but `ping`. @throws Problem `webhook-not-found`. */
export async function pingWebhook({ db }: Needs, id: number): Promise<void> {
  await getWebhook(db, id);
  await withTransaction(db, async (tx) => {
    const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} });
    const [delivery] = await addDeliveries(tx, [
      { hook: id, message: `msg_${randomUUID()}`, event: 'ping', subject: id, body },
    ]);
    if (delivery !== undefined) {
      await enqueue(tx, DELIVER_JOB.kind, { delivery }, { priority: 5 });
    }
  });
  announceJobs();
}

/** Sends a message once more, to the byte as it was. @throws Problem `webhook-delivery-not-found`. */
export async function redeliver({ db }: Needs, webhookId: number, delivery: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    if (!(await restartDelivery(tx, webhookId, delivery))) throw problem('webhook-delivery-not-found');
    await enqueue(tx, DELIVER_JOB.kind, { delivery }, { priority: 5 });
  });
  announceJobs();
}

function requireAddress({ site: { webhooks } }: Needs['config'], url: string): void {
  const allowed = webhooks.allowPrivate
    ? URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    : isAllowedUrl(url);
  if (!allowed) throw problem('webhook-address-refused');
}
