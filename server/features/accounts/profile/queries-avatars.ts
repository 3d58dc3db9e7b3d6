import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { CLEANING } from '#server/images/cleaning/clean.ts';

/** Keeps the picture of an avatar: its large square, and as `cover320`, which is what everyone is shown, the small one. */
export async function keepAvatar(tx: Tx, large: StoredVariant, small: StoredVariant): Promise<void> {
  const { hash, format, bytes, width, height } = large;
  await sql`
    insert into images (hash, format, bytes, width, height, variants, cleaned)
    values (${hash}, ${format}, ${bytes}, ${width}, ${height}, ${JSON.stringify({ cover640: large, cover320: small, thumb: small })}::jsonb, ${CLEANING})
    on conflict (hash) do update set variants = excluded.variants || images.variants`.execute(tx);
}

/** Gives a member an avatar, or none; answers the hash of the one before. */
export async function putAvatar(tx: Tx, userId: number, hash: string | null): Promise<string | null> {
  const { rows } = await sql<{
    avatar: string | null;
  }>`select avatar from users where id = ${userId} for update`.execute(tx);
  await sql`update users set avatar = ${hash} where id = ${userId}`.execute(tx);
  return rows[0]?.avatar ?? null;
}

/**
 * Forgets a picture that nothing shows any more, and answers the keys of its bytes that belong to no other picture; none
 * where something still refers to it.
 */
export async function forgetPicture(db: Db, hash: string): Promise<string[]> {
  try {
    const { rows } = await sql<{ keys: string[] }>`
      delete from images where hash = ${hash}
      returning array(select distinct k from unnest(array[hash] || array(select v.value->>'hash' from jsonb_each(variants) v)) k) as keys`.execute(
      db,
    );
    const keys = rows[0]?.keys ?? [];
    const { rows: kept } = await sql<{
      hash: string;
    }>`select hash from images where hash = any(${keys}::text[])`.execute(db);
    return keys.filter((key) => !kept.some((image) => image.hash === key));
  } catch (error) {
    // Refused by what refers to it: a comic, a term, another member.
    if ((error as { code?: string }).code === '23503') return [];
    throw error;
  }
}
