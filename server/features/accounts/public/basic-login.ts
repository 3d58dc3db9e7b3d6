import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isProblem, problem } from '#contract/problems.ts';
import { findKeySession, findPasswordSession, hasSecondFactor, type Session } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { findRequestSession } from '#server/http/access/bearer.ts';
import { logLogin } from '#server/features/accounts/login/login-log.ts';
import { proveLogin, type ProvenLogin } from '#server/features/accounts/login/login.ts';

/** Letters of the longest name and the longest password that the login form takes, and of the longest header that holds both. */
const [LONGEST_PART, LONGEST] = [1_000, 12_000];
/** How long a password that was right is not hashed anew, in milliseconds, and how many of them a process remembers. */
const [REMEMBERED, MOST] = [300_000, 5_000];
/** Seconds after which a program asks again where a person would be shown a captcha. */
const CAPTCHA_WAIT = 600;

const KEY = /^kmw_[\w-]{43}$/;

/**
 * Answers who asks, for programs that read: besides `Bearer`, HTTP Basic (RFC 7617) with the name or the address of an
 * account and its password, or an API key in place of the password (the name is then not looked at).
 *
 * A right password is remembered for five minutes by a keyed hash that never leaves memory, since a reader sends it with
 * every page; a change of the password, a ban or a new second factor count at once all the same. Tries are throttled with
 * those of the login form.
 *
 * @throws in what it answers: Problem `token-invalid`, `credentials-wrong`, `too-many-logins`, `account-banned`,
 * `api-key-required` for an account with a second factor, and where the site takes no passwords.
 */
export function createReaderLogin(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>,
): (request: FastifyRequest) => Promise<Session | null> {
  const secret = randomBytes(32);
  const proven = new LRUCache<string, Promise<ProvenLogin>>({ max: MOST, ttl: REMEMBERED });

  const prove = (key: string, ip: string, login: { username: string; password: string }) => {
    // Many calls at once with the same words are one try.
    const attempt = proven.get(key) ?? proveLogin(deps, ip, login, 'basic');
    proven.set(key, attempt, { noUpdateTTL: true });
    attempt.catch(() => proven.delete(key));
    return attempt.catch((error: unknown) => {
      throw isProblem(error) && error.code === 'captcha-required'
        ? problem('too-many-logins', { seconds: CAPTCHA_WAIT })
        : error;
    });
  };

  const byPassword = async (ip: string, login: { username: string; password: string }) => {
    const key = createHmac('sha256', secret).update(JSON.stringify(login)).digest('base64');
    const known = proven.has(key);
    const { id, hash } = await prove(key, ip, login);
    const session = await findPasswordSession(deps.db, id, hash);
    if (session !== null) {
      if (!known) {
        logLogin(deps.log, ip, { outcome: 'in', by: 'basic', user: id });
      }
      return session;
    }
    proven.delete(key);
    if (known) return byPassword(ip, login);
    throw problem((await hasSecondFactor(deps.db, id)) ? 'api-key-required' : 'credentials-wrong');
  };

  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined || !/^basic /i.test(authorization)) return findRequestSession(deps.db, request);
    const login = readBasic(authorization);
    if (login === null) throw problem('token-invalid');
    if (!KEY.test(login.password)) {
      if (!request.viewing.site.signIn.passwords) throw problem('api-key-required');
      return byPassword(request.ip, login);
    }
    const session = await findKeySession(deps.db, login.password);
    if (session === null) throw problem('token-invalid');
    return session;
  };
}

/** The name and the password of an `Authorization: Basic`, whether they are anyone's; null for what is none. */
export function readBasic(header: string): { username: string; password: string } | null {
  if (header.length > LONGEST) return null;
  const text = Buffer.from(header.slice('basic '.length).trim(), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const login = { username: text.slice(0, colon), password: text.slice(colon + 1) };
  return colon < 0 ||
    login.username.length > LONGEST_PART ||
    login.password === '' ||
    login.password.length > LONGEST_PART
    ? null
    : login;
}
