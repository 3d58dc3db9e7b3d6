import { signToken, verifyToken, type Purpose } from '#server/security/signed-token.ts';

const DOWNLOAD: Purpose = { prefix: 'download:', length: 43 };
/** How long a link is good, in seconds: a night for a slow line. */
export const LINK_SECONDS = 6 * 3600;

/** The content of a token: which download, and until when, in seconds since 1970. */
export interface LinkToken {
  id: number;
  expires: number;
}

/** The last part of a link's path: nobody can make one, or change what one says. */
export function writeToken({ id, expires }: LinkToken, secret: string): string {
  return signToken(secret, DOWNLOAD, `${id.toString(36)}.${expires.toString(36)}`);
}

/** The content of a token, or null for one that is not ours, in whatever way. Whether it ran out is for the caller to see. */
export function readToken(token: string, secret: string): LinkToken | null {
  const [id, expires] = verifyToken(secret, DOWNLOAD, token)?.split('.') ?? [];
  return id === undefined || expires === undefined
    ? null
    : { id: Number.parseInt(id, 36), expires: Number.parseInt(expires, 36) };
}
