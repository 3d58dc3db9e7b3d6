import { problem } from '#contract/problems.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { ReadList } from '../dto.ts';
import type { Pageable } from '../paging.ts';
import { toSecond, type KomgaDeps } from '../series.ts';
import { readListBooks, readListRows, type ReadListBook, type ReadListRow } from './queries.ts';

/** The lists of a member whose name has these letters, in the order that is asked for: by name, or those changed last first. Of nobody there are none. */
export async function findReadLists(
  { db }: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  { search, sort }: Pick<Pageable, 'sort'> & { search: string },
): Promise<ReadListRow[]> {
  const wanted = search.trim().toLowerCase();
  const found = (await readListRows(db, userId)).filter(({ name }) => name.toLowerCase().includes(wanted));
  const [by] = sort;
  if (by?.property === 'name') {
    const { compare } = new Intl.Collator(viewing.locale);
    found.sort((a, b) => compare(a.name, b.name) || a.id - b.id);
    if (by.descending) {
      found.reverse();
    }
  }
  return found;
}

/** Lists as Komga's clients are told of read lists. */
export async function describeReadLists(
  { db }: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  rows: readonly ReadListRow[],
): Promise<ReadList[]> {
  const ids = rows.map(({ id }) => id);
  const books = Map.groupBy(ids.length === 0 ? [] : await readListBooks(db, viewing, userId, ids), ({ list }) => list);
  return rows.map((row) => describe(row, books.get(row.id) ?? []));
}

/** A list of a member with its books in their order. @throws Problem `list-not-found`. */
export async function findReadList(
  { db }: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  id: string,
): Promise<{ list: ReadList; books: ReadListBook[] }> {
  const row = (await readListRows(db, userId)).find((each) => String(each.id) === id);
  if (row === undefined) throw problem('list-not-found');
  const books = await readListBooks(db, viewing, userId, [row.id]);
  return { list: describe(row, books), books };
}

/** The lists of a member that a book is in: its comic is, and it is the first chapter of that. */
export async function listsWithBook(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  { id, comicId }: { id: string; comicId: number },
): Promise<ReadList[]> {
  const lists = await describeReadLists(deps, viewing, userId, await readListRows(deps.db, userId, comicId));
  return lists.filter(({ bookIds }) => bookIds.includes(id));
}

function describe({ id, name, description, ...row }: ReadListRow, books: readonly ReadListBook[]): ReadList {
  return {
    id: String(id),
    name,
    summary: description,
    ordered: true,
    bookIds: books.map((book) => String(book.id)),
    createdDate: toSecond(row.created_at),
    lastModifiedDate: toSecond(row.updated_at),
    filtered: false,
  };
}
