import { createHmac, randomBytes } from 'node:crypto';
import { MAX_DELIVERY_ATTEMPTS } from '#contract/webhook-events.ts';

/** Minutes between a try and the next: eight tries in about a day. */
const WAITS = [1, 5, 30, 120, 300, 480, 480] as const;

/** When a message is tried again that has been tried so often; null where that was the last time. */
export function nextTry(tries: number, now: Date): Date | null {
  const wait = WAITS[tries - 1];
  return tries >= MAX_DELIVERY_ATTEMPTS || wait === undefined ? null : new Date(now.getTime() + wait * 60_000);
}

/** Whether an address has taken a message: any answer of the two hundreds (Standard Webhooks). */
export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** A secret that messages are signed by: `whsec_` and 256 bits in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The headers of a message as Standard Webhooks 1.0 sign it. */
export function signedHeaders(message: string, body: Uint8Array, secret: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(`${message}.${timestamp}.`).update(body).digest('base64');
  return {
    'content-type': 'application/json', 'user-agent': 'Komawari-Webhooks', 'content-length': String(body.byteLength),
    'webhook-id': message, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`,
  };
}
