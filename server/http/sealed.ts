import { createHmac, timingSafeEqual } from 'node:crypto';

/** Data as a text that everyone can read and nobody can change: good for one purpose, fit for cookies and addresses. */
export function signToken(secret: string, purpose: string, data: object): string {
  const text = Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${text}.${signatureOf(secret, purpose, text)}`;
}

/** The data that was signed for a purpose; null for anything that was not. */
export function verifyToken<Data extends object>(secret: string, purpose: string, value: string): Data | null {
  const [text = '', signature = '', ...more] = value.split('.');
  if (more.length > 0 || !isSame(signature, signatureOf(secret, purpose, text))) { return null; }
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Data;
}

/** Compares in a time that tells nothing. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
}
