import type { Webhook, WebhookDeliveries, WebhookWithSecret } from '#contract/webhooks.ts';
import { apiGet } from '#web/platform/api/api.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { WebhookList } from './webhook-list.tsx';
import { WebhookView } from './webhook-view.tsx';

/** Every webhook, or one with what it was told. */
type Data = { all: Webhook[] } | { one: WebhookWithSecret; deliveryPage: WebhookDeliveries };

/** All webhooks, or the one the address names. */
export async function load({ request, id, query }: SectionArgs): Promise<Data> {
  if (id === null) return { all: await apiGet<Webhook[]>('/admin/webhooks', { request }) };
  const path = `/admin/webhooks/${encodeURIComponent(id)}`;
  const [one, deliveryPage] = await Promise.all([
    apiGet<WebhookWithSecret>(path, { request }),
    apiGet<WebhookDeliveries>(`${path}/deliveries`, { request, params: { before: query.get('before') } }),
  ]);
  return { one, deliveryPage };
}

/** The section where admins manage webhooks. */
export function Section({ data }: SectionProps<Data>) {
  return 'all' in data ? (
    <WebhookList webhooks={data.all} />
  ) : (
    <WebhookView key={data.one.id} webhook={data.one} deliveryPage={data.deliveryPage} />
  );
}
