import { sql } from 'kysely';
import type { AdminTermQuery } from '#contract/term-editing.ts';
import type { Locale } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { normalise } from '#server/search/normalise.ts';
import { nameKey } from '#server/search/slug.ts';

/** A term as admins look after it. */
export interface AdminTermRow {
  id: number;
  kind: TermKind;
  slug: string;
  name: string;
  translations: { locale: Locale; name: string }[];
  aliases: string[];
  color: string | null;
  gender: 'female' | 'male' | 'nonbinary' | 'unknown' | null;
  hair: string | null;
  code: string | null;
  icon: string | null;
  image: string | null;
  variants: Record<string, StoredVariant> | null;
  comics_count: number;
  forbidden: boolean;
  merging_into: { id: number; name: string; slug: string } | null;
  version: number;
  updated_at: string;
}

const COUNT = sql`coalesce(n.safe + n.suggestive + n.explicit, 0)`;

/** One page of a kind's terms, also of those that no comic has, and how many there are. */
export async function adminTerms(
  db: Db,
  kind: TermKind,
  { q, show, sort, order, page, per_page: perPage }: AdminTermQuery,
): Promise<{ rows: AdminTermRow[]; total: number }> {
  const words = normalise(q)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => sql`and strpos(t.search, ${word}) > 0`);
  const shown = { all: sql``, unused: sql`and ${COUNT} = 0`, forbidden: sql`and t.forbidden_at is not null` }[show];
  const from = sql`from terms t left join term_counts n on n.term_id = t.id where t.kind = ${kind} ${sql.join(words, sql` `)} ${shown}`;
  const direction = (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? sql`asc` : sql`desc`;
  const by = { name: sql`t.sort_name`, comics_count: COUNT, updated_at: sql`t.updated_at` }[sort];
  const { rows: ids } = await sql<{
    id: number;
  }>`select t.id ${from} order by ${by} ${direction}, t.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return {
    rows: await findRows(
      db,
      ids.map(({ id }) => id),
    ),
    total: counts[0]?.total ?? 0,
  };
}

/** The term of a kind that a slug or an id names; null where there is none. */
export async function findAdminTerm(db: Db | Tx, kind: TermKind, address: string): Promise<AdminTermRow | null> {
  const id = /^\d{1,9}$/.test(address) ? Number(address) : 0;
  const { rows } = await sql<{ id: number }>`
    select id from terms where kind = ${kind} and (coalesce(name_key, slug) = ${address} or slug = ${address} or id = ${id})
    order by slug = ${address} desc limit 1`.execute(db);
  return rows[0] ? ((await findRows(db, [rows[0].id]))[0] ?? null) : null;
}

/** Whether any comic, in whatever state, has a term, another term is becoming it, or it is a group with members. */
export async function isUsed(db: Db | Tx, id: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from comics where terms @> array[${id}::int] union all select 1 from terms where merging_into = ${id}
      union all select 1 from group_members where term_id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

/** Moves a term's version on, if it still is the one that was seen; answers whether it was. */
export async function moveVersion(tx: Tx, id: number, version: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update terms set version = version + 1, updated_at = now() where id = ${id} and version = ${version}`.execute(
      tx,
    );
  return numAffectedRows === 1n;
}

/** Gives a term another slug; the former one leads to it as an alias. Answers false where another term or alias has it. */
export async function moveTermSlug(
  tx: Tx,
  { id, kind, slug, name }: Pick<AdminTermRow, 'id' | 'kind' | 'slug' | 'name'>,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from terms where kind = ${kind} and slug = ${to} and id <> ${id}
    union all select 1 from term_aliases where kind = ${kind} and slug = ${to} and term_id <> ${id}`.execute(tx);
  if (rows.length > 0) return false;
  await sql`delete from term_aliases where kind = ${kind} and slug = ${to}`.execute(tx);
  await sql`update terms set slug = ${to} where id = ${id}`.execute(tx);
  await sql`insert into term_aliases (kind, slug, name, term_id) values (${kind}, ${slug}, ${name}, ${id}) on conflict (kind, slug) do nothing`.execute(
    tx,
  );
  return true;
}

/** Takes away the further names of a term that are not among these. Addresses that it had before stay. */
export async function keepAliases(tx: Tx, id: number, names: readonly string[]): Promise<void> {
  await sql`
    delete from term_aliases a using terms t
    where a.term_id = ${id} and t.id = a.term_id and a.name <> t.name
      and a.name <> all (${[...names]}::text[]) and a.slug <> all (${names.map((name) => nameKey(name, 'name'))}::text[])`.execute(
    tx,
  );
}

/** Writes whether comics may have a term. */
export async function setForbidden(tx: Tx, id: number, forbidden: boolean): Promise<void> {
  await sql`update terms
    set forbidden_at = case when ${forbidden} then coalesce(forbidden_at, now()) end, version = version + 1,
    updated_at = now() where id = ${id}`.execute(tx);
}

/** Deletes a term that nothing has. */
export async function deleteTerm(tx: Tx, id: number): Promise<void> {
  await sql`delete from terms where id = ${id}`.execute(tx);
  await sql`select nextval('catalogue_changes')`.execute(tx);
}

/** Has a term's picture and the one before, which nobody shows any more. */
export async function putTermPicture(tx: Tx, id: number, hash: string | null): Promise<void> {
  await sql`update terms set image = ${hash}, version = version + 1, updated_at = now() where id = ${id}`.execute(tx);
}

async function findRows(db: Db | Tx, ids: readonly number[]): Promise<AdminTermRow[]> {
  const { rows } = await sql<AdminTermRow>`
    select t.id, t.kind, t.slug, t.name, t.color, t.gender, t.hair, t.code, t.icon, t.image, i.variants, t.version,
    ${isoTimestamp('t.updated_at')} as updated_at,
      ${COUNT} as comics_count, t.forbidden_at is not null as forbidden,
      (select jsonb_build_object('id', m.id, 'name', m.name, 'slug', m.slug) from terms m where m.id = t.merging_into) as merging_into,
      coalesce((select jsonb_agg(jsonb_build_object('locale', l.locale, 'name', l.name) order by l.locale)
          from term_translations l where l.term_id = t.id), '[]') as translations,
      array(select distinct a.name from term_aliases a where a.term_id = t.id and a.name <> t.name order by a.name) as aliases
    from unnest(${[...ids]}::int[]) with ordinality as w (id, place)
    join terms t on t.id = w.id left join term_counts n on n.term_id = t.id left join images i on i.hash = t.image
    order by w.place`.execute(db);
  return rows;
}
