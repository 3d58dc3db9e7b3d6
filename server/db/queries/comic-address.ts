import { sql, type RawBuilder } from 'kysely';

/** The largest number an id can be. */
const MAX_ID = 2_147_483_647;

/**
 * On `c`: the comic that an address names by its slug or its id; null where it can name none. Slugs are never all digits,
 * so digits are an id. A slug that it had before leads to it, too, unless another comic has it now.
 */
export function comicAt(address: string): RawBuilder<boolean> | null {
  if (!/^\d+$/.test(address)) {
    return address.includes('\0') || !address.isWellFormed()
      ? null
      : sql`c.id = coalesce(
    (select n.id from comics n where n.slug = ${address}), (select s.comic_id from comic_slugs s where s.slug = ${address}))`;
  }
  const id = Number(address);
  return id >= 1 && id <= MAX_ID ? sql`c.id = ${id}` : null;
}
