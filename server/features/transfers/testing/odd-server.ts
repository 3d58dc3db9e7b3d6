import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransferKind } from '#contract/transfers.ts';
import { KAVITA_KEY, startKavita } from './kavita-server.ts';

/** The kinds of servers whose libraries come by their API. */
export const SERVER_KINDS = ['komga', 'kavita', 'lanraragi', 'komawari'] as const satisfies readonly TransferKind[];
export type ServerKind = (typeof SERVER_KINDS)[number];

/** The purposes of a call: a page of the list, one comic (that with this number), its file. */
export type Purpose = 'list' | 'comic' | 'file';
/** Answers a call in an odd way, where it says that it has; `nth` counts calls of one purpose from 1. */
export type OddWay = (call: { purpose: Purpose; nth: number; comic: number; response: ServerResponse }) => boolean;

export const ODD_KEY = KAVITA_KEY;

const PURPOSES: Record<string, Purpose | undefined> = {
  '/api/v1/series': 'list',
  '/api/archives': 'list',
  '/api/comics': 'list',
  '/api/v1/series/{id}': 'comic',
  '/api/archives/{id}/metadata': 'comic',
  '/api/comics/{id}': 'comic',
  '/api/v1/books/{id}/file': 'file',
  '/api/archives/{id}/download': 'file',
  '/files/{id}': 'file',
};

/** A server of a kind with a comic of one file for each of `files`, numbered from 1 and two to a page of its list, which may be told to answer oddly. */
export async function startOddServer(kind: ServerKind, files: readonly Buffer[]) {
  let odd: OddWay = () => false;
  let list: readonly unknown[] | null = null;
  const counts: Record<Purpose, number> = { list: 0, comic: 0, file: 0 };
  const isOdd = (purpose: Purpose, comic: number, response: ServerResponse) => {
    counts[purpose] += 1;
    return odd({ purpose, nth: counts[purpose], comic, response });
  };
  const control = {
    counts,
    /** How it answers from now on. */
    answers: (way: OddWay) => {
      odd = way;
    },
    /** The rows of its list, in place of its own. */
    lists: (rows: readonly unknown[]) => {
      list = rows;
    },
  };
  const numbers = files.map((_file, at) => at + 1);
  const title = (comic: number) => `${kind} ${comic}`;

  if (kind === 'kavita') {
    const series = numbers.map((id) => ({ id, name: title(id) }));
    const chapter = (id: number) => ({
      id,
      minNumber: -100_000,
      isSpecial: true,
      pages: 1,
      files: [{ filePath: `/m/${id}.cbz` }],
    });
    const library = {
      series,
      volumes: Object.fromEntries(numbers.map((id) => [id, [{ minNumber: 100_000, chapters: [chapter(id)] }]])),
      files: Object.fromEntries(numbers.map((id) => [id, files[id - 1]!])),
    };
    const purposes: Record<string, Purpose> = {
      'POST Series/all-v2': 'list',
      'POST Series/all': 'list',
      'GET Series/{id}': 'comic',
      'GET Download/chapter': 'file',
    };
    const server = await startKavita(library, {
      instead: (route, response, id) => {
        if (list !== null) {
          library.series = list as typeof series;
        }
        const purpose = purposes[route];
        return purpose !== undefined && isOdd(purpose, id, response);
      },
    });
    return { ...control, address: server.address, close: () => server.close() };
  }

  const rowsOnPage = (page: number) => list ?? numbers.slice(page * 2, page * 2 + 2).map(rowFor);
  const rowFor = (comic: number): object =>
    ({
      komga: { id: String(comic), name: title(comic) },
      lanraragi: { arcid: String(comic), title: title(comic), extension: 'cbz' },
      komawari: { slug: String(comic), title: title(comic), pages: 1, chapters_count: 0 },
    })[kind];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://odd');
    const [, id = ''] = /(?:series|books|archives|comics|files)\/(\d+)/.exec(url.pathname) ?? [];
    const path = id === '' ? url.pathname : url.pathname.replace(`/${id}`, '/{id}');
    const comic = Number(id);
    const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    const purpose = request.method === 'GET' ? PURPOSES[path] : undefined;
    if (purpose !== undefined && isOdd(purpose, comic, response)) return;
    if (purpose === 'list') {
      const page = Number(url.searchParams.get('page') ?? 0);
      const rows =
        kind === 'lanraragi' ? (list ?? numbers.map(rowFor)) : rowsOnPage(kind === 'komga' ? page : page - 1);
      return void json(
        {
          komga: { content: rows, last: false },
          lanraragi: rows,
          komawari: { data: rows, last_page: 1_000_000_000 },
        }[kind],
      );
    }
    if (purpose === 'file') {
      return void response.setHeader('content-type', 'application/zip').end(files[comic - 1]);
    }
    if (path.endsWith('/books')) return void json({ content: [rowFor(comic)] });
    if (path.endsWith('/download')) return void json({ url: `${address()}/files/${comic}` });
    if (purpose === 'comic') return void json({ ...rowFor(comic), translations: [] });
    return void json([]);
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...control,
    address: address(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
