/** The parts that other features may use of webhooks: telling those who listen that something happened. */
export { emitWebhooks, type WebhookPayloads } from './webhook-events.ts';
export { isListened } from './queries.ts';
export { forgetDeliveries } from './queries-managing.ts';
