import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A message as Standard Webhooks 1.0 has it: the three headers and the body to the byte. */
export interface SignedMessage {
  /** `webhook-id`: the same when a message is repeated. */
  id: string;
  /** `webhook-timestamp`: whole seconds since 1970. */
  timestamp: string;
  /** `webhook-signature`: one or more of `v1,` and 32 bytes in base64, separated by spaces, while a secret is changed. */
  signature: string;
  body: Buffer;
}

/** How far the clocks may be apart, and how late a message may be repeated by a stranger, in seconds (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;

/** A secret that messages are signed by: `whsec_` and 256 bits in base64. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The three headers that sign a message as of `now`. @param secret as `createWebhookSecret` makes it. */
export function signMessage(
  id: string,
  body: Uint8Array,
  secret: string,
  now: Date,
): Record<`webhook-${string}`, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest(id, timestamp, body, secret).toString('base64')}`,
  };
}

/**
 * Whether a message is of someone who knows the secret and was signed within five minutes of `now`. Every signature is
 * compared, in time that says nothing about how much of it is right.
 *
 * @param secret as `createWebhookSecret` makes it.
 */
export function isSignedMessage({ id, timestamp, signature, body }: SignedMessage, secret: string, now: Date): boolean {
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = digest(id, timestamp, body, secret);
  const given = signature
    .split(' ', 20)
    .map((one) => Buffer.from(/^v1,([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? '', 'base64'));
  return given.map((one) => one.length === expected.length && timingSafeEqual(one, expected)).includes(true);
}

function digest(id: string, timestamp: string, body: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
}
