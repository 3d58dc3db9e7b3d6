import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { useOnce } from '#server/db/queries/throttles.ts';
import type { Deps } from '#server/deps.ts';
import { countedAddress, shortAddress } from '#server/http/access/client-address.ts';
import { throttle, unthrottle } from '#server/http/limits/throttle.ts';
import { LOGOUT_SECONDS, readLogoutToken } from './logout-token.ts';
import { endSessionsOfProvider } from './queries-provider-logout.ts';
import { getProvider } from './sign-in-start.ts';

/** Tokens from one address that may be refused: good ones do not count. */
const FROM_ADDRESS = { most: 300, seconds: 300 };

/**
 * Ends the sessions that began at a provider and have ended there, as its logout token says, in every process at once: one by its
 * name there, or all of a person. A token is good once.
 *
 * @throws Problem `provider-not-found`; as `readLogoutToken`; `too-many-requests`.
 */
export async function endByProvider(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  request: FastifyRequest,
  { id, token }: { id: string; token: string },
): Promise<void> {
  const { db, log } = deps;
  const provider = getProvider(request.viewing.site, id);
  const counted = `logouts at providers from ${countedAddress(request.ip)}`;
  const seconds = await throttle(db, counted, FROM_ADDRESS.most, FROM_ADDRESS.seconds);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
  const { issuer } = provider;
  const { number, sid, subject } = await readLogoutToken(deps, provider, token);
  const sessions = await withTransaction(db, async (tx) => {
    const key = hashSecret(`provider logout ${JSON.stringify([issuer, number])}`);
    if (!(await useOnce(tx, key, LOGOUT_SECONDS))) {
      throw problem('logout-token-refused', { reason: 'jti' });
    }
    return endSessionsOfProvider(tx, { issuer, sid, subject });
  });
  await unthrottle(db, counted);
  log.info({ event: 'provider-logout', provider: id, sessions, from: shortAddress(request.ip) }, 'logged out there');
}
