import { createHmac, timingSafeEqual } from 'node:crypto';

/** A delivery as Standard Webhooks 1.0 has it: the three headers and the body to the byte. */
export interface Delivery {
  /** `webhook-id`: the same when a delivery is repeated. */
  id: string;
  /** `webhook-timestamp`: whole seconds since 1970. */
  timestamp: string;
  /** `webhook-signature`: one or more of `v1,` and 32 bytes in base64, separated by spaces, while a secret is changed. */
  signature: string;
  body: Buffer;
}

/** How far the clocks may be apart, and how late a delivery may be repeated by a stranger, in seconds (Standard Webhooks). */
export const TOLERANCE = 300;

/**
 * Whether a delivery is of someone who knows the secret and was signed within five minutes of `now`. Every signature is
 * compared, in time that says nothing about how much of it is right.
 *
 * @param secret `whsec_` and the key in base64.
 */
export function isSigned({ id, timestamp, signature, body }: Delivery, secret: string, now: Date): boolean {
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) { return false; }
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) { return false; }
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(`${id}.${timestamp}.`).update(body).digest();
  const given = signature.split(' ', 20).map((one) => Buffer.from(/^v1,([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? '', 'base64'));
  return given.map((one) => one.length === expected.length && timingSafeEqual(one, expected)).includes(true);
}
