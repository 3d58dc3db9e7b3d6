import { z } from 'zod';

/** The events an address can subscribe to. */
export const WEBHOOK_EVENTS = ['comic.published', 'chapter.published', 'comment.created', 'report.created'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** How a message is written: as Standard Webhooks say, signed; or as Discord takes it, and programs that take what it does. */
export const WEBHOOK_FORMS = ['standard', 'discord'] as const;
export type WebhookForm = (typeof WEBHOOK_FORMS)[number];

/** Most addresses of a site, times a message is tried, days what became of it is kept, and days of failing after which an address is told nothing more. */
export const [MAX_WEBHOOKS, MAX_DELIVERY_ATTEMPTS, FAILING_DAYS] = [50, 8, 3];

/** An address as others may read it: who knows the last part of Discord's can write there. */
export function withoutToken(url: string): string {
  return url.replace(/(\/webhooks\/\d{1,20}\/)[^/?#]+/, '$1…');
}

/** An address that is told what happens. */
export const Webhook = z.object({
  id: z.number().int(),
  url: z.string(),
  form: z.enum(WEBHOOK_FORMS),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  /** Since when no message has arrived though some were tried. */
  failing_since: z.iso.datetime().nullable(),
  /** When it was switched off because none had arrived for days. */
  stopped_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** Messages kept, by what became of them. */
  deliveries: z.object({ waiting: z.number().int(), delivered: z.number().int(), failed: z.number().int() }),
});
export type Webhook = z.infer<typeof Webhook>;

/** With what its messages are signed by in the standard form, as Standard Webhooks have it: `whsec_` and the key in base64. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** An address to be told. */
export const NewWebhook = z.object({
  url: z.string().trim().max(2000),
  form: z.enum(WEBHOOK_FORMS).default('standard'),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  enabled: z.boolean().default(true),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** Changes; what is not named stays. `new_secret` makes another one. */
export const WebhookPatch = z
  .object({
    url: NewWebhook.shape.url,
    form: z.enum(WEBHOOK_FORMS),
    events: NewWebhook.shape.events,
    enabled: z.boolean(),
    new_secret: z.boolean(),
  })
  .partial();
export type WebhookPatch = z.infer<typeof WebhookPatch>;

/** A message to an address and what became of it. */
export const WebhookDelivery = z.object({
  id: z.number().int(),
  /** The id in the header `webhook-id`: the same however often it is sent. */
  message: z.string(),
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number().int(),
  /** The status the last try was answered with. */
  status: z.number().int().nullable(),
  /** Why the last try was not answered, in the caller's language. */
  error: z.string().nullable(),
  /** The message as it is sent: of a webhook in Discord's form as it would be now. */
  body: z.string(),
  created_at: z.iso.datetime(),
  tried_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A page of them, the newest first. */
export const WebhookDeliveries = z.object({ deliveries: z.array(WebhookDelivery), next: z.number().int().nullable() });
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;
