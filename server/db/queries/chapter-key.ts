import { sql, type RawBuilder } from 'kysely';

/** On chapters of an alias: the key that versions of a chapter of one comic share: its number and its volume; its id where it has no number. */
export function chapterKey(alias: string): RawBuilder<string> {
  const [id, number, volume] = ['id', 'number', 'volume'].map((column) => sql.ref(`${alias}.${column}`));
  return sql`coalesce(coalesce(${volume}, '') || ' ' || ${number}, '#' || ${id})`;
}

/** A query of the keys of the chapters of a comic that a member read to the end, in one version at least. */
export function keysRead(userId: RawBuilder<unknown>, comicId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${chapterKey('o')} from progress r join chapters o on o.id = r.chapter_id
    where r.user_id = ${userId} and r.comic_id = ${comicId} and r.completed_at is not null`;
}

/** Whether a member has read each chapter of a comic that is out to the end, in one version of it at least. */
export function hasReadAll(userId: RawBuilder<unknown>, comicId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (
    select ${chapterKey('h')} from chapters h where h.comic_id = ${comicId} except ${keysRead(userId, comicId)})`;
}
