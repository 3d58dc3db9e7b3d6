import type { Tx } from '#server/db/database.ts';
import { endApiKeys, hasApiKeys } from '#server/db/queries/api-keys.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { MailOrder } from '#server/features/accounts/public/mails.ts';

/**
 * Ends every API key of a member whose password changes, for whoever knew the old one may have made them; with `keep`,
 * which the member says, none.
 *
 * @returns what the mail about the new password says of them: nothing where there was no key that was good.
 */
export async function keysAtNewPassword(tx: Tx, userId: number, keep = false): Promise<Pick<MailOrder, 'also'>> {
  if (keep) return (await hasApiKeys(tx, userId)) ? { also: 'keys-kept' } : {};
  const ended = await endApiKeys(tx, userId);
  if (ended.length === 0) return {};
  await audit(tx, { userId, action: 'key.revoke', subject: 'user', subjectId: userId, details: { keys: ended } });
  return { also: 'keys-ended' };
}
