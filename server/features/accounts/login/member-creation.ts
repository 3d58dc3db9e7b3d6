import type { UserRole } from '#contract/accounts.ts';
import { Problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { usernameKey } from '#server/features/accounts/profile/names.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { findByName, insertUser } from './queries-login.ts';
import { checkNewMember } from './registration.ts';

/**
 * Makes an account for somebody else, whatever the site lets visitors do: whoever runs the server is believed about the address, and
 * may give names that speak for the site. It is in the audit log.
 *
 * @returns the name, as it is stored.
 * @throws Problem `request-invalid` with what is wrong.
 */
export async function createMember(
  { db, config: { site } }: Pick<Deps, 'db' | 'config'>,
  wanted: { username: string; email: string; password: string; role: UserRole },
): Promise<string> {
  const { username, email, fields } = await checkNewMember(wanted, site.name, true);
  const key = usernameKey(username);
  if (fields.username === undefined && (await findByName(db, key)) !== null) {
    fields.username = [{ rule: 'unique' }];
  }
  if (Object.keys(fields).length > 0) throw new Problem('request-invalid', {}, fields);
  const password = await hashPassword(wanted.password);
  await withTransaction(db, async (tx) => {
    const draft = { username, key, email, password, locale: site.defaultLocale, role: wanted.role, verified: true };
    const id = await insertUser(tx, draft);
    // Of the two that are one member's alone, the name was free.
    if (id === null) throw new Problem('request-invalid', {}, { email: [{ rule: 'unique' }] });
    await audit(tx, {
      userId: null,
      action: 'user.create',
      subject: 'user',
      subjectId: id,
      details: { role: wanted.role },
    });
  });
  return username;
}
