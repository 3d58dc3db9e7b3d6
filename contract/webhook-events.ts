/** The events an address can subscribe to. */
export const WEBHOOK_EVENTS = ['comic.published', 'chapter.published', 'comment.created', 'report.created'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Most addresses of a site, times a message is tried, days what became of it is kept, and days of failing after which an address is told nothing more. */
export const [MAX_WEBHOOKS, MAX_DELIVERY_ATTEMPTS, FAILING_DAYS] = [50, 8, 3];
