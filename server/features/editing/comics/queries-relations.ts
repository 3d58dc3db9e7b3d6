import { sql } from 'kysely';
import type { AdminRelation } from '#contract/editing.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { INVERSE_RELATIONS } from '#contract/comics.ts';
import { relationsFor, STORED_RELATIONS, type RelationRow } from '#server/db/queries/relations.ts';

/** The comics that one is related to, by their ids. */
export async function listRelated(db: Db | Tx, comicId: number): Promise<RelationRow[]> {
  const { rows } = await sql<RelationRow>`
    select w.id, w.kind from ${relationsFor(sql`${comicId}::int`)} w order by w.id`.execute(db);
  return rows;
}

/** Holds some comics until the end of the transaction, in one order, so that two who relate the same ones do not wait for each other. */
export async function holdComics(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from comics where id = any(${[...ids]}::int[]) order by id for update`.execute(tx);
}

/** Takes away what a comic is to some others. */
export async function removeRelations(tx: Tx, comicId: number, others: readonly number[]): Promise<void> {
  await sql`delete from comic_relations where (comic_id = ${comicId} and other_id = any(${[...others]}::int[]))
    or (other_id = ${comicId} and comic_id = any(${[...others]}::int[]))`.execute(tx);
}

/** Says what some other comics are to one that is related to none of them yet. */
export async function addRelations(tx: Tx, comicId: number, relations: readonly RelationRow[]): Promise<void> {
  const stored = relations.map(({ id, kind }) => {
    const own = STORED_RELATIONS.find((one) => one === kind);
    return own === undefined ? [id, comicId, INVERSE_RELATIONS[kind]] : [comicId, id, own];
  });
  await sql`insert into comic_relations (comic_id, other_id, kind)
    select * from unnest(${stored.map(([from]) => from)}::int[], ${stored.map(([, to]) => to)}::int[], ${stored.map(([, , kind]) => kind)}::text[])`.execute(
    tx,
  );
}

/** Those of some comics that are related to more than so many others. */
export async function listFull(tx: Tx, ids: readonly number[], most: number): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select c.id, c.title from comics c where c.id = any(${[...ids]}::int[])
      and (select count(*) from ${relationsFor(sql`c.id`)} w) > ${most}::int order by c.id`.execute(tx);
  return rows;
}

/** Says that comics were changed, which moves their versions. */
export async function touchComics(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update comics set updated_at = now() where id = any(${[...ids]}::int[])`.execute(tx);
}

/** Gives a comic what another one is related to, but for what the two are to each other and to comics that it is related to itself. */
export async function moveRelations(tx: Tx, from: number, to: number): Promise<void> {
  const [own, known] = [await listRelated(tx, from), new Set((await listRelated(tx, to)).map(({ id }) => id))];
  await removeRelations(
    tx,
    from,
    own.map(({ id }) => id),
  );
  await addRelations(
    tx,
    to,
    own.filter(({ id }) => id !== to && !known.has(id)),
  );
}

/** The titles of comics. */
export async function comicTitles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from comics where id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Of some comics those that one may be related to by who edits it: another work in the same language, not related to it yet, and one they may edit.
 *
 * @param by a member.
 */
export async function listRelatable(
  db: Db,
  by: number,
  comicId: number,
  ids: readonly number[],
): Promise<Omit<AdminRelation, 'kind'>[]> {
  const languages = (alias: string) => sql`array(select t.id from terms t
    where t.kind = 'language' and t.id = any(${sql.ref(`${alias}.terms`)}) order by t.id)`;
  const { rows } = await sql<Omit<AdminRelation, 'kind'>>`
    select c.id, c.slug, c.title, c.state from comics me join comics c on c.id = any(${[...ids]}::int[]) and c.id <> me.id
    where me.id = ${comicId} and (me.work_key is null or c.work_key is distinct from me.work_key)
      and ${languages('c')} = ${languages('me')}
      and not exists (select from ${relationsFor(sql`me.id`)} r where r.id = c.id)
      and (c.uploader_id = ${by} or exists (select from users u where u.id = ${by} and u.role <> 'uploader'))`.execute(
    db,
  );
  return rows;
}

/** The title of a comic in its own language. */
export async function ownTitle(db: Db, comicId: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`select title from comics where id = ${comicId}`.execute(db);
  return rows[0]?.title ?? '';
}
