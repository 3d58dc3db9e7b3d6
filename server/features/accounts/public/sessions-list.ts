import type { SessionEntry } from '#contract/accounts.ts';
import type { Db } from '#server/db/database.ts';
import { listSessions } from './queries-sessions.ts';
import { describeAgent } from '#server/features/accounts/security/user-agents.ts';

/** Where a member is signed in, last used first. @param current names the token of whoever asks. */
export async function describeSessions(db: Db, userId: number, current: number | null): Promise<SessionEntry[]> {
  return (await listSessions(db, userId)).map(({ agent, address, ...session }) => ({
    ...session,
    ...describeAgent(agent),
    address: address || null,
    current: session.id === current,
  }));
}
