import { sql, type RawBuilder } from 'kysely';

/** The largest number an id can be. */
const MOST_ID = 2_147_483_647;

/**
 * On `c`: the comic that an address names by its slug or its id; null where it can name none. Slugs are never all digits,
 * so digits are an id.
 */
export function comicAt(address: string): RawBuilder<boolean> | null {
  if (!/^\d+$/.test(address)) { return address.includes('\0') || !address.isWellFormed() ? null : sql`c.slug = ${address}`; }
  const id = Number(address);
  return id >= 1 && id <= MOST_ID ? sql`c.id = ${id}` : null;
}
