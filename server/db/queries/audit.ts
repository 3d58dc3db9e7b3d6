import { sql } from 'kysely';
import type { Db } from '#server/db/kysely.ts';

/** Something staff did: who, what (`user.ban`), to what, and what explains it. */
export interface AuditRecord {
  userId: number | null;
  action: string;
  subject: string;
  subjectId: number;
  details?: Record<string, unknown>;
}

/** Writes down what staff did, in the transaction that did it. */
export async function audit(tx: Db, { userId, action, subject, subjectId, details = {} }: AuditRecord): Promise<void> {
  await sql`
    insert into audit_log (user_id, action, subject, subject_id, details)
    values (${userId}, ${action}, ${subject}, ${subjectId}, ${JSON.stringify(details)}::jsonb)`.execute(tx);
}
