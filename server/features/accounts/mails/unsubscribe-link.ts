import { signToken, verifyToken, type Purpose } from '#server/security/signed-token.ts';

const UNSUBSCRIBE: Purpose = { prefix: 'unsubscribe:', length: 22 };

/** Where one click ends the digests of a user. The link needs no sign-in, does nothing else, and stays good. */
export function unsubscribePath(secret: string, userId: number): string {
  return `/api/mails/unsubscribe/${signToken(secret, UNSUBSCRIBE, String(userId))}`;
}

/** The user whom the last part of such a path would unsubscribe; null for any other text. */
export function findUnsubscriber(secret: string, token: string): number | null {
  const userId = verifyToken(secret, UNSUBSCRIBE, token);
  return userId === null ? null : Number(userId);
}
