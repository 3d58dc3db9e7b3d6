import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A series of the server, with what its routes answer for it; `files` and `pages` are by the ids of chapters. */
export interface StandIn {
  series: { id: number; [field: string]: unknown }[];
  metadata?: Record<number, object>;
  volumes?: Record<number, object[]>;
  collections?: Record<number, { id: number; title: string }[]>;
  planned?: readonly number[];
  files?: Record<number, Buffer>;
  pages?: Record<number, (Buffer | null)[]>;
}

/** How it differs from a server of today. */
export interface StandInWays {
  /** Before 0.8: what it has no route for is its own page, as HTML. */
  older?: boolean;
  /** Whether the account has the role that downloads need. */
  canDownload?: boolean;
  /** How many calls a token is good for. */
  tokenCalls?: number;
  /** How many tokens it gives for the key. */
  tokens?: number;
  /** Takes the key in `x-api-key` alone. */
  keyAlone?: boolean;
  /** Whatever page is asked for, it is the first. */
  endless?: boolean;
  /** Answers a call in its own way, where it says that it has. */
  instead?: (route: string, response: ServerResponse, id: number) => boolean;
}

const HTML = '<!doctype html><title>Kavita</title><app-root></app-root>';
export const KAVITA_KEY = 'c9e4c1a0-key';

/** A server that answers as Kavita's openapi.json (0.8.3) and its controllers say; `asked` are the paths of the calls it answered. */
export async function startKavita(library: StandIn, ways: StandInWays = {}) {
  const asked: string[] = [];
  let tokens = 0;
  let left = 0;
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://kavita');
    const body = await read(request);
    const [, area = '', name = ''] = /^\/api\/([^/]+)\/?([^/]*)$/i.exec(url.pathname) ?? [];
    const route = `${request.method} ${area}/${/^\d+$/.test(name) ? '{id}' : name}`;
    const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    const refuse = (status: number) => response.writeHead(status).end();
    const file = (bytes: Buffer, type: string) => response.setHeader('content-type', type).end(bytes);
    asked.push(`${route}${url.search}`.replace(KAVITA_KEY, 'KEY'));
    if (area === '') return void response.setHeader('content-type', 'text/html').end(HTML);
    if (route === 'POST Plugin/authenticate') {
      if (ways.keyAlone) return void refuse(404);
      if (url.searchParams.get('apiKey') !== KAVITA_KEY || !url.searchParams.get('pluginName')) return void refuse(401);
      if (tokens >= (ways.tokens ?? Infinity)) return void refuse(401);
      tokens += 1;
      left = ways.tokenCalls ?? Infinity;
      return void json({ username: 'ana', token: `token.${tokens}`, refreshToken: 'r', apiKey: KAVITA_KEY });
    }
    const id = Number(url.searchParams.get('seriesId') ?? name);
    const chapter = Number(url.searchParams.get('chapterId'));
    if (ways.instead?.(route, response, id || chapter)) return;
    if (route === 'GET Reader/image') {
      if (url.searchParams.get('apiKey') !== KAVITA_KEY) return void refuse(400);
      const page = library.pages?.[chapter]?.[Number(url.searchParams.get('page'))];
      return void (page ? file(page, 'image/png') : refuse(400));
    }
    if (ways.keyAlone) {
      if (request.headers['x-api-key'] !== KAVITA_KEY) return void refuse(401);
    } else {
      left -= 1;
      if (left < 0 || request.headers.authorization !== `Bearer token.${tokens}`) return void refuse(401);
    }
    switch (route) {
      case ways.older ? 'POST Series/all' : 'POST Series/all-v2': {
        const { statements } = (body ?? {}) as { statements?: unknown };
        if (!ways.older && !Array.isArray(statements)) return void refuse(400);
        const [page, size] = ['PageNumber', 'PageSize'].map((field) => Number(url.searchParams.get(field)));
        // Two at a time, whatever is asked for.
        const from = ways.endless ? 0 : (page! - 1) * Math.min(size!, 2);
        return void json(library.series.slice(from, from + Math.min(size!, 2)));
      }
      case 'GET Series/{id}': {
        const one = library.series.find((each: { id: number } | null) => each?.id === id);
        return void (one ? json(one) : refuse(204));
      }
      case 'GET Series/metadata':
        return void json(library.metadata?.[id] ?? { summary: '', genres: [], tags: [], writers: [], ageRating: 0 });
      case 'GET Series/volumes':
        return void json(library.volumes?.[id] ?? []);
      case 'GET Download/chapter':
        if (ways.canDownload === false) return void refuse(403);
        return void (library.files?.[chapter] ? file(library.files[chapter], 'application/x-cbz') : refuse(400));
    }
    if (!ways.older && route === 'GET Collection/all-series') return void json(library.collections?.[id] ?? []);
    if (!ways.older && route === 'GET want-to-read/') return void json(library.planned?.includes(id) ?? false);
    response.setHeader('content-type', 'text/html').end(HTML);
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function read(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
  }
  return parts.length === 0 ? null : JSON.parse(Buffer.concat(parts).toString());
}
