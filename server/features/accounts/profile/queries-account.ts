import { sql } from 'kysely';
import type { AccountSettings } from '#contract/accounts.ts';
import type { Db } from '#server/db/database.ts';
import { publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';
import { termsVersion } from '#server/db/queries/terms-version.ts';

/** A member as only they see themselves. */
export interface OwnUserRow {
  user: PublicUserRow;
  email: string;
  pending_email: string | null;
  settings: AccountSettings;
  two_factor: boolean;
  unread_notifications: number;
  terms_due: boolean;
  has_password: boolean;
  /** Of the identities they have elsewhere. */
  issuers: string[];
}

/** A member as only they see themselves. @throws when there is none. */
export async function getOwnUser(db: Db, userId: number): Promise<OwnUserRow> {
  const { rows } = await sql<OwnUserRow>`
    select ${publicUserRow('u')} as user, u.email, u.pending_email, u.settings,
      u.totp_confirmed_at is not null or exists (select from passkeys p where p.user_id = u.id) as two_factor,
      (select count(*)::int from notifications n where n.user_id = u.id and n.read_at is null) as unread_notifications,
      coalesce(u.terms_version, 1) < ${termsVersion()} as terms_due,
      u.password like '$%' as has_password, array(select i.issuer from identities i where i.user_id = u.id order by i.id) as issuers
    from users u where u.id = ${userId} and u.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no user ${userId}`);
  return row;
}
