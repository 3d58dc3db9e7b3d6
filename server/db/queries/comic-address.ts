import { sql, type RawBuilder } from 'kysely';

/** The largest number an id can be. */
const MAX_ID = 2_147_483_647;

/**
 * On `c`: the comic that an address names by its slug or its id; null where it can name none. A slug that it had before leads to it, too,
 * unless another comic has it now.
 */
export function comicAt(address: string): RawBuilder<boolean> | null {
  return addressCondition(
    'c',
    address,
    (slug) => sql`
    (select n.id from comics n where n.slug = ${slug}), (select s.comic_id from comic_slugs s where s.slug = ${slug})`,
  );
}

/** On `h`, of the comic `c`: the chapter that an address names, in the same ways; of those that are out unless `all_chapters` are meant. */
export function chapterNamed(
  address: string,
  among: 'chapters' | 'all_chapters' = 'chapters',
): RawBuilder<boolean> | null {
  return addressCondition(
    'h',
    address,
    (slug) => sql`(select s.id from ${sql.table(among)} s where s.comic_id = c.id and s.slug = ${slug}),
    (select f.chapter_id from chapter_slugs f where f.comic_id = c.id and f.slug = ${slug})`,
  );
}

/** @param finders ids by a slug: of who has it, and of who had it. Slugs are never all digits, so digits are an id. */
function addressCondition(
  alias: string,
  address: string,
  finders: (slug: string) => RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  const id = sql.ref(`${alias}.id`);
  if (!/^\d+$/.test(address)) {
    return address.includes('\0') || !address.isWellFormed() ? null : sql`${id} = coalesce(${finders(address)})`;
  }
  const number = Number(address);
  return number >= 1 && number <= MAX_ID ? sql`${id} = ${number}` : null;
}
