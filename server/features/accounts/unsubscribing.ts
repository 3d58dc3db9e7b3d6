import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where one click ends the digests of a user. The link needs no sign-in, does nothing else, and stays good. */
export function unsubscribePath(secret: string, userId: number): string {
  return `/api/mails/unsubscribe/${userId}.${signatureOf(secret, userId)}`;
}

/** The user whom a link of ours would unsubscribe; null for any other text. */
export function findUnsubscriber(secret: string, text: string): number | null {
  const [, id = '', signature = ''] = /^(\d{1,9})\.([\w-]{22})$/.exec(text) ?? [];
  const expected = Buffer.from(signatureOf(secret, Number(id)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : null;
}

/** 128 bits of an HMAC-SHA-256. */
function signatureOf(secret: string, userId: number): string {
  return createHmac('sha256', secret).update(`unsubscribe:${userId}`).digest('base64url').slice(0, 22);
}
