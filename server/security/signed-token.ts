import { createHmac, timingSafeEqual } from 'node:crypto';

/** One use of signatures. No signature is good for another use, because no prefix begins like another. */
export interface Purpose {
  /** It stands before the text that is signed, with the character that ends it: `page:`. */
  prefix: string;
  /** Characters of the signature in base64url: 43 are all 256 bits, 22 the first 128 or a little more, for addresses that are to be short. */
  length: 22 | 43;
}

/** The signature of a text: an HMAC-SHA-256 in base64url. */
export function sign(secret: string, { prefix, length }: Purpose, text: string): string {
  return createHmac('sha256', secret)
    .update(prefix + text)
    .digest('base64url')
    .slice(0, length);
}

/** Whether a signature is the one of a text. */
export function isSignature(secret: string, purpose: Purpose, text: string, given: string): boolean {
  return isSame(given, sign(secret, purpose, text));
}

/** A text that everyone can read and nobody can change: a dot and its signature follow it. */
export function signToken(secret: string, purpose: Purpose, text: string): string {
  return `${text}.${sign(secret, purpose, text)}`;
}

/** The text that was signed for a purpose; null for anything that was not. */
export function verifyToken(secret: string, purpose: Purpose, token: string): string | null {
  const end = token.lastIndexOf('.');
  if (end < 0) return null;
  const text = token.slice(0, end);
  return isSignature(secret, purpose, text, token.slice(end + 1)) ? text : null;
}

/** Data as a token that is fit for cookies and addresses. */
export function signData(secret: string, purpose: Purpose, data: object): string {
  return signToken(secret, purpose, Buffer.from(JSON.stringify(data)).toString('base64url'));
}

/** The data that was signed for a purpose; null for anything that was not. */
export function verifyData<Data extends object>(secret: string, purpose: Purpose, token: string): Data | null {
  const text = verifyToken(secret, purpose, token);
  return text === null ? null : (JSON.parse(Buffer.from(text, 'base64url').toString()) as Data);
}

/** Whether two texts are the same, compared in a time that tells nothing of either but its length. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
