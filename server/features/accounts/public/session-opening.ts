import type { FastifyRequest } from 'fastify';
import type { Auth } from '#contract/accounts.ts';
import type { Tx } from '#server/db/database.ts';
import { IDLE_SECONDS } from '#server/db/queries/sessions.ts';
import { insertSession, noteSite, type SessionDraft } from '#server/features/accounts/login/queries-login.ts';
import { shortAddress } from '#server/http/access/client-address.ts';
import { reopenAccount } from './account-deletion.ts';

/** Whose session is to be opened, whether it is remembered, and the provider it began at, where it did. */
export interface Opening {
  userId: number;
  remember: boolean;
  source?: SessionDraft['source'];
}

/**
 * Opens a session for whoever asks, and their account again where they had closed it: what they call themselves and a
 * part of their address are kept, for the list of their sessions.
 */
export async function openSession(
  tx: Tx,
  { headers, ip, viewing }: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>,
  { userId, remember, source = null }: Opening,
): Promise<Auth> {
  await noteSite(tx, userId, viewing.site.id);
  await reopenAccount(tx, userId, viewing.site.id);
  const agent = headers['user-agent']?.slice(0, 400) ?? null;
  const token = await insertSession(tx, { userId, remember, agent, address: shortAddress(ip), source });
  return {
    access_token: token,
    'access-token': token,
    token_type: 'bearer',
    expires_in: remember ? IDLE_SECONDS.remembered : IDLE_SECONDS.short,
  };
}
