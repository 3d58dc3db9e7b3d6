import type { TrackerName } from '#contract/trackers.ts';
import type { Deps } from '#server/deps.ts';
import { openSecret, sealSecret } from '#server/security/sealed-secret.ts';
import { createCaller } from './calling.ts';
import { clientFor } from './clients.ts';
import { findConnection, putTokens, type Connection } from './queries.ts';
import { TrackerFailure, type CallTracker, type Tokens, type TrackerClient, type TrackerSession } from './tracker.ts';

export type TrackerDeps = Pick<Deps, 'db' | 'config' | 'secret' | 'now' | 'log'>;

/** Tokens are renewed so long before they run out, in milliseconds. */
const EARLY = 60_000;

/** Tokens as they are kept: sealed for one member and tracker. */
export function sealTokens(
  { secret }: Pick<Deps, 'secret'>,
  userId: number,
  service: TrackerName,
  tokens: Tokens,
): string {
  return sealSecret(secret, sealPlace(userId, service), JSON.stringify(tokens));
}

/** Tokens that were kept; null where this instance cannot read them. */
export function openTokens(
  { secret }: Pick<Deps, 'secret'>,
  { user_id: userId, service, tokens }: Connection,
): Tokens | null {
  const text = openSecret(secret, sealPlace(userId, service), tokens);
  return text === null ? null : (JSON.parse(text) as Tokens);
}

/**
 * Does some work at a tracker in the name of a member, with tokens that are renewed where they have run out.
 *
 * @throws TrackerFailure `refused` where the tracker takes them no more, and what the work throws.
 */
export async function atTracker<Result>(
  deps: TrackerDeps,
  connection: Connection,
  work: (client: TrackerClient, call: CallTracker, session: TrackerSession) => Promise<Result>,
): Promise<Result> {
  const { service, account_id: id, account: name } = connection;
  const [client, call] = [clientFor(deps.config.site.trackers, service), createCaller(deps, service)];
  const kept = openTokens(deps, connection);
  if (kept === null) throw new TrackerFailure('refused');
  const isOld = kept.expires !== null && Date.parse(kept.expires) - EARLY <= deps.now().getTime();
  const tokens = isOld ? await renew(deps, connection, kept, client, call) : kept;
  const run = ({ access }: Tokens) => work(client, call, { access, id, name });
  try {
    return await run(tokens);
  } catch (error) {
    if (isOld || !(error instanceof TrackerFailure) || error.code !== 'refused') throw error;
    return run(await renew(deps, connection, kept, client, call));
  }
}

/** New tokens for old ones, kept; those that another process got meanwhile. @throws TrackerFailure `refused`. */
async function renew(
  deps: TrackerDeps,
  connection: Connection,
  { refresh }: Tokens,
  client: TrackerClient,
  call: CallTracker,
): Promise<Tokens> {
  const { user_id: userId, service } = connection;
  if (refresh === null) throw new TrackerFailure('refused');
  try {
    const fresh = await client.refresh(call, refresh);
    if (fresh === null) throw new TrackerFailure('refused');
    const tokens = { ...fresh, refresh: fresh.refresh ?? refresh };
    await putTokens(deps.db, connection, sealTokens(deps, userId, service, tokens));
    return tokens;
  } catch (error) {
    // Who comes second finds the old one used up, and the new one kept.
    const now = await findConnection(deps.db, userId, service);
    const others = now === null || now.tokens === connection.tokens ? null : openTokens(deps, now);
    if (others === null) throw error;
    return others;
  }
}

function sealPlace(userId: number, service: TrackerName): string {
  return JSON.stringify(['tracker', userId, service]);
}
