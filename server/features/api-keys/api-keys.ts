import { createHash, randomBytes } from 'node:crypto';
import { type MadeApiKey, MAX_API_KEYS, type NewApiKey } from '#contract/api-keys.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { requirePassword } from '#server/features/accounts/public/reauthentication.ts';
import { requiredScopes } from '#server/http/access/api-scopes.ts';
import type { Viewer } from '#server/http/access/request-context.ts';
import { countKeys, deleteAnyKey, deleteKey, insertKey } from './queries.ts';

/**
 * Makes a key for the caller, who gives their password once more. It is told once; only its hash is kept.
 *
 * @throws Problem `password-wrong`, `too-many-requests` after five wrong ones in a minute, `request-invalid` for a scope the
 * caller's role has nothing of, `keys-full` at twenty.
 */
export async function makeKey(
  db: Db,
  { id, role }: Pick<Viewer, 'role'> & { id: number },
  { name, scopes, days, password }: NewApiKey,
): Promise<MadeApiKey> {
  await requirePassword(db, id, password);
  const offered = requiredScopes(role);
  if (scopes.some((scope) => !offered.includes(scope))) {
    throw new Problem('request-invalid', {}, { scopes: [{ rule: 'choice', params: { choices: offered.join(', ') } }] });
  }
  const key = `kmw_${randomBytes(32).toString('base64url')}`;
  return withTransaction(db, async (tx) => {
    if ((await countKeys(tx, id)) >= MAX_API_KEYS) throw problem('keys-full', { most: MAX_API_KEYS });
    const made = await insertKey(tx, {
      userId: id,
      name,
      scopes,
      days,
      hash: hashSecret(key),
      md5Hash: hashSecret(createHash('md5').update(key).digest('hex')),
      hint: key.slice(-4),
    });
    await audit(tx, {
      userId: id,
      action: 'key.create',
      subject: 'user',
      subjectId: id,
      details: { key: made.id, name, scopes },
    });
    return { ...made, key };
  });
}

/** Revokes a key of the caller. @throws Problem `key-not-found`. */
export async function revokeOwnKey(db: Db, userId: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    if (!(await deleteKey(tx, userId, id))) throw problem('key-not-found');
    await audit(tx, { userId, action: 'key.revoke', subject: 'user', subjectId: userId, details: { key: id } });
  });
}

/** Revokes anyone's key. @throws Problem `key-not-found`. */
export async function revokeAnyKey(db: Db, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const owner = await deleteAnyKey(tx, id);
    if (owner === null) throw problem('key-not-found');
    await audit(tx, { userId: by, action: 'key.revoke', subject: 'user', subjectId: owner, details: { key: id } });
  });
}
