import type { AdminComicPage } from '#contract/editing.ts';
import type { KindPath, TermRef } from '#contract/taxonomy.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { KINDS } from '#web/staff/comic-parts/comic-choices.ts';
import { tableQuery, readTable, type TableQuery } from './table-query.ts';

/** The data the table needs: its query, the comics, and the names of the terms it is narrowed by. */
export interface TableData {
  query: TableQuery;
  /** Null where it could not be read: `failure` says why. */
  list: AdminComicPage | null;
  failure: string;
  names: ReadonlyMap<string, string>;
}

const known = new Map<string, Promise<string | null>>();

/** Reads the table at an address. What the visitor may not see is thrown; what failed otherwise is told in place. @throws ApiFailure */
export async function loadTable(request: Request, search: URLSearchParams): Promise<TableData> {
  const query = readTable(search);
  const [answer, names] = await Promise.all([
    apiGet<AdminComicPage>('/admin/comics', {
      request,
      params: { page: 1, per_page: query.perPage, ...tableQuery(query) },
    }).then(
      (list) => ({ list, failure: '' }),
      (failure: unknown) => {
        if (!(failure instanceof ApiFailure) || [401, 403, 404].includes(failure.status)) throw failure;
        return { list: null, failure: failure.message };
      },
    ),
    loadNames(query),
  ]);
  return { query, names, ...answer };
}

async function loadNames({ include, exclude }: TableQuery): Promise<Map<string, string>> {
  const wanted = KINDS.flatMap((path) =>
    [...(include[path] ?? []), ...(exclude[path] ?? [])].map((id) => [path, id] as const),
  );
  const found = await Promise.all(
    wanted.map(async ([path, id]): Promise<[string, string | null]> => [`${path} ${id}`, await nameFor(path, id)]),
  );
  return new Map(found.filter((each): each is [string, string] => each[1] !== null));
}

/** Keeps the name of a term that was picked, so that nobody asks for it. */
export function keepName(path: KindPath, { id, name }: Pick<TermRef, 'id' | 'name'>): void {
  known.set(`${path} ${id}`, Promise.resolve(name));
}

function nameFor(path: KindPath, id: number): Promise<string | null> {
  const key = `${path} ${id}`;
  const before =
    known.get(key) ??
    apiGet<TermRef>(`/${path}/${id}`).then(
      ({ name }) => name,
      () => null,
    );
  known.set(key, before);
  return before;
}
