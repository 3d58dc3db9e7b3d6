import { randomBytes } from 'node:crypto';
import { PASSWORD_TRACKERS, type TrackerName } from '#contract/trackers.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { requirePassword } from '#server/features/accounts/public/reauthentication.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { openSecret, sealSecret } from '#server/security/sealed-secret.ts';
import { createCaller } from './calling.ts';
import { clientFor } from './clients.ts';
import { openTokens, sealTokens, type TrackerDeps } from './connections.ts';
import { deleteConnection, findConnection, putConnection, putJoin, takeJoin } from './queries.ts';
import { TrackerFailure, type Tokens } from './tracker.ts';

/** Seconds that a member may stay at a tracker to join it. */
const JOIN_SECONDS = 900;
/** Times that a member may begin to join in an hour: at some trackers with a password that could be guessed. */
const JOINS_PER_HOUR = 20;
const PLACE = 'tracker join';

/**
 * Begins to join a tracker; who joins by name and password has joined then. The password here is asked for, since what is sent
 * there goes on when the session has ended.
 *
 * @param origin of the site, whose `/settings/trackers` the tracker leads back to.
 * @returns where the browser goes; null where it need not.
 * @throws Problem `password-wrong`, `too-many-requests`, `tracker-login-wrong`, and as `toProblem`.
 */
export async function beginJoin(
  deps: TrackerDeps,
  userId: number,
  service: TrackerName,
  { origin, password, name, secret }: { origin: string; password: string; name: string; secret: string },
): Promise<string | null> {
  await requirePassword(deps.db, userId, password);
  const seconds = await throttle(deps.db, `tracker joins ${userId}`, JOINS_PER_HOUR, 3600);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
  const client = clientFor(deps.config.site.trackers, service);
  if (PASSWORD_TRACKERS.includes(service)) {
    const call = createCaller(deps, service);
    const tokens = await client.login(call, name, secret).catch((error: unknown) => {
      throw error instanceof TrackerFailure && error.code === 'refused'
        ? problem('tracker-login-wrong')
        : toProblem(error);
    });
    await keepJoined(deps, userId, service, tokens);
    return null;
  }
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(48).toString('base64url')];
  await withTransaction(deps.db, (tx) =>
    putJoin(tx, userId, service, {
      state: hashSecret(state),
      verifier: sealSecret(deps.secret, PLACE, verifier),
      seconds: JOIN_SECONDS,
    }),
  );
  return client.authorizeUrl({ redirect: redirectTo(origin), state, verifier });
}

/**
 * Ends joining with what the tracker sent the browser back with; once, by the member who began it.
 *
 * @throws Problem `tracker-join-stale` for what nobody began, or too long ago; `tracker-join-cancelled` where they did not want to; as `toProblem`.
 */
export async function finishJoin(
  deps: TrackerDeps,
  userId: number,
  origin: string,
  query: string,
): Promise<TrackerName> {
  const answer = new URLSearchParams(query);
  const [state, code] = [answer.get('state') ?? '', answer.get('code') ?? ''];
  const join = await takeJoin(deps.db, userId, hashSecret(state));
  const verifier = join === null ? null : openSecret(deps.secret, PLACE, join.verifier);
  if (join === null || verifier === null) throw problem('tracker-join-stale');
  if (code === '') throw problem('tracker-join-cancelled');
  const { service } = join;
  try {
    const client = clientFor(deps.config.site.trackers, service);
    const tokens = await client.exchange(createCaller(deps, service), code, { redirect: redirectTo(origin), verifier });
    await keepJoined(deps, userId, service, tokens);
  } catch (error) {
    throw error instanceof TrackerFailure && error.code === 'refused'
      ? problem('tracker-join-stale')
      : toProblem(error);
  }
  return service;
}

/** Parts from a tracker: it is asked to forget the tokens, where it can, and all of it is forgotten here. */
export async function part(deps: TrackerDeps, userId: number, service: TrackerName): Promise<void> {
  const connection = await findConnection(deps.db, userId, service);
  const tokens = connection === null ? null : openTokens(deps, connection);
  await deleteConnection(deps.db, userId, service);
  if (tokens === null) return;
  try {
    await clientFor(deps.config.site.trackers, service).revoke(createCaller(deps, service), tokens);
  } catch (error) {
    // They are gone here; there they run out.
    deps.log.info({ service, code: error instanceof TrackerFailure ? error.code : 'other' }, 'tracker not told');
  }
}

/** A failure of a tracker as a caller is told: Problem `tracker-refused`, `tracker-busy` with the seconds, `tracker-odd`, `tracker-unreachable`; anything else as it is. */
export function toProblem(error: unknown): unknown {
  if (!(error instanceof TrackerFailure)) return error;
  const { code, seconds } = error;
  return code === 'busy' ? problem('tracker-busy', { seconds: seconds ?? 60 }) : problem(`tracker-${code}`);
}

async function keepJoined(deps: TrackerDeps, userId: number, service: TrackerName, tokens: Tokens): Promise<void> {
  const client = clientFor(deps.config.site.trackers, service);
  const account = await client.account(createCaller(deps, service), tokens.access).catch((error: unknown) => {
    throw toProblem(error);
  });
  const sealed = sealTokens(deps, userId, service, tokens);
  await withTransaction(deps.db, (tx) => putConnection(tx, userId, service, account, sealed));
}

function redirectTo(origin: string): string {
  return `${origin}/settings/trackers`;
}
