import { KOMGA_ROOT } from '#contract/addresses.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isProblem, problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { findKeySession, LONGEST_SECONDS, type Session } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { openSession } from '#server/features/accounts/public/session-opening.ts';
import { createReaderLogin, readBasic } from '#server/features/accounts/public/basic-login.ts';
import { findRequestSession } from '#server/http/access/bearer.ts';
import { isOfThisSite } from '#server/http/access/csrf.ts';
import { ownOrigins } from '#server/http/access/request-context.ts';

/** The cookie of a session, as long as the client runs, and the one of a session that is to be remembered: Komga's names. */
const [COOKIE, REMEMBERED] = ['KOMGA-SESSION', 'komga-remember-me'];
/** The header that a session goes by instead, both ways; empty where a client asks for one. */
const HEADER = 'x-auth-token';

/**
 * Answers who asks: by name and password, by an API key, as the password or in `X-API-Key`, or by a session, in `X-Auth-Token` or in a cookie. A
 * cookie that stands for nobody any more is passed by, as one that is gone.
 *
 * @throws in what it answers: Problem as `createReaderLogin` has them, and `xsrf-refused` for a cookie that another site makes a browser send.
 */
export function createKomgaLogin(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>,
): (request: FastifyRequest) => Promise<Session | null> {
  const login = createReaderLogin(deps);
  return async (request) => {
    const { headers } = request;
    if (headers.authorization !== undefined) return login(request);
    const key = headers['x-api-key'];
    if (typeof key === 'string') {
      const session = key.length > 200 ? null : await findKeySession(deps.db, key);
      if (session === null) throw problem('token-invalid');
      return session;
    }
    const [token, by] = sentToken(request);
    if (token === null) return null;
    if (by === 'cookie' && !isOfThisSite(request, ownOrigins(request.viewing.site, request))) {
      throw problem('xsrf-refused');
    }
    try {
      return await findRequestSession(deps.db, { headers: { authorization: `Bearer ${token}` } });
    } catch (error) {
      if (by === 'cookie' && isProblem(error) && error.code === 'token-invalid') return null;
      throw error;
    }
  };
}

/**
 * Gives a client its session, as the header it asked by, else as cookies: the one it came with, or a new one of the account for who signed in by
 * their password and asks for one, by `remember-me` or by the header. Where an API key came as the password, the key stands for a session.
 *
 * @param asked whether the call itself is one for cookies.
 */
export async function giveSession(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: boolean,
): Promise<void> {
  const { id, token: current } = request.viewing.viewer;
  const [sent] = sentToken(request);
  const wantsHeader = request.headers[HEADER] !== undefined && !asked;
  const remember = (request.query as Record<string, unknown>)['remember-me'];
  if (request.headers.authorization === undefined) {
    if (asked && sent !== null) sendCookies(request, reply, sent, false);
    return;
  }
  if (id === null || current !== null || (!asked && !wantsHeader && remember === undefined)) return;
  const isRemembered = remember === 'true';
  const token =
    keyIn(request) ??
    (await withTransaction(deps.db, (tx) => openSession(tx, request, { userId: id, remember: isRemembered })))
      .access_token;
  if (wantsHeader) {
    void reply.header(HEADER, token);
  } else {
    sendCookies(request, reply, token, isRemembered);
  }
}

/** Takes the cookies of a session back. */
export function clearCookies(reply: FastifyReply): void {
  for (const name of [COOKIE, REMEMBERED]) {
    void reply.clearCookie(name, { path: KOMGA_ROOT });
  }
}

/** The API key that came as a password, or as it is; null where it was a password. */
function keyIn({ headers: { authorization = '' }, viewing }: FastifyRequest): string | null {
  if (viewing.viewer.scopes === null) return null;
  return readBasic(authorization)?.password ?? null;
}

/** The session that came with a call, and how; null for none. */
function sentToken({ headers, cookies }: FastifyRequest): [token: string | null, by: 'header' | 'cookie'] {
  const header = headers[HEADER];
  if (typeof header === 'string' && header !== '') return [header.slice(0, 200), 'header'];
  return [(cookies[COOKIE] || cookies[REMEMBERED])?.slice(0, 200) ?? null, 'cookie'];
}

/** No script reads them, no other address and no other site is sent them. The session itself knows when it is over. */
function sendCookies(request: FastifyRequest, reply: FastifyReply, token: string, remember: boolean): void {
  const options = {
    path: KOMGA_ROOT,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const;
  void reply.setCookie(COOKIE, token, options);
  if (remember) {
    void reply.setCookie(REMEMBERED, token, { ...options, maxAge: LONGEST_SECONDS });
  }
}
