import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TrackerName } from '#contract/trackers.ts';

/** How a stand-in behaves: as documented, or as trackers do that are unwell. */
export type Mood = 'well' | 'html' | 'nothing' | 'silent' | 'busy' | 'withdrawn' | 'broken';

/** Stands in for trackers, in one process: the calls of their documented APIs that the site makes, over lists in memory. */
export interface StandIns {
  url: string;
  /** The entries of the one account of each, as it keeps them, by the ids of works. */
  lists: Record<TrackerName, Map<string, any>>;
  /** Works that no tracker knows. */
  unknown: Set<string>;
  /** Every call: the tracker, method, path, and what signed in. */
  calls: { service: TrackerName; method: string; path: string; token: string; body: any }[];
  /** Tokens that are good now, by the tracker. */
  tokens: Record<TrackerName, Set<string>>;
  mood: Mood;
  close(): Promise<void>;
}

export const NAME = 'reader-there';
export const PASSWORD = 'a password there';
/** Seconds that a busy one wants to be left alone. */
export const WAIT = 77;

/** Starts them; each under a path of its own, named as the service. */
export async function startStandIns(): Promise<StandIns> {
  const state: StandIns = {
    url: '',
    lists: { anilist: new Map(), mal: new Map(), kitsu: new Map(), mangaupdates: new Map() },
    unknown: new Set(),
    calls: [],
    tokens: { anilist: new Set(), mal: new Set(), kitsu: new Set(), mangaupdates: new Set() },
    mood: 'well',
    close: () => Promise.resolve(),
  };
  const server = createServer((request, response) => {
    void answer(state, request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return state;
}

type Said = { status?: number; json?: unknown };
let issued = 0;

async function answer(state: StandIns, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  const [, service, ...rest] = new URL(request.url!, state.url).pathname.split('/') as [
    string,
    TrackerName,
    ...string[],
  ];
  const query = new URL(request.url!, state.url).searchParams;
  const path = `/${rest.join('/')}`;
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  const body = text === '' ? null : isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
  const token = (request.headers.authorization ?? '').replace('Bearer ', '');
  state.calls.push({ service, method: request.method!, path, token, body });
  const send = ({ status = 200, json }: Said, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(json === undefined ? '' : JSON.stringify(json));
  switch (state.mood) {
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>');
    case 'nothing':
      return void request.socket.destroy();
    case 'silent':
      return void response.writeHead(200, { 'content-type': 'application/json' }).end();
    case 'broken':
      return void send({ json: { data: { odd: [1] } } });
    case 'busy':
      return void send({ status: 429, json: {} }, { 'retry-after': String(WAIT) });
    case 'withdrawn':
      return void send({ status: 401, json: {} });
    default:
  }
  if (path.endsWith('/authorize')) {
    // Whoever comes lets the site in at once.
    const back = new URLSearchParams({ code: 'good', state: query.get('state') ?? '' });
    return void response.writeHead(302, { location: `${query.get('redirect_uri')}?${back}` }).end();
  }
  const opens = /oauth2?\/(token|revoke)$|account\/login$/.test(path);
  if (!opens && !state.tokens[service].has(token)) return void send({ status: 401, json: { error: 'invalid_token' } });
  const { [service]: tell } = { anilist, mal, kitsu, mangaupdates: mangaUpdates };
  send(tell(state, { method: request.method!, path, query, body }));
}

interface ReceivedCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: any;
}

function issue(state: StandIns, service: TrackerName): object {
  const access = `${service}-${(issued += 1)}`;
  state.tokens[service].add(access);
  return { token_type: 'Bearer', access_token: access, refresh_token: `again-${access}`, expires_in: 3600 };
}

const refused: Said = { status: 400, json: { error: 'invalid_grant' } };

function anilist(state: StandIns, { path, body }: ReceivedCall): Said {
  if (path.endsWith('/oauth/token')) return body.code === 'good' ? { json: issue(state, 'anilist') } : refused;
  const { query, variables } = body;
  const list = state.lists.anilist;
  if (query.includes('Viewer')) return { json: { data: { Viewer: { id: 7, name: NAME } } } };
  if (query.includes('SaveMediaListEntry')) {
    const { id, status, progress, score, repeat, started, completed } = variables;
    if (state.unknown.has(String(id))) {
      return {
        status: 404,
        json: { data: { SaveMediaListEntry: null }, errors: [{ message: 'Not Found.', status: 404 }] },
      };
    }
    const before = list.get(String(id)) ?? { score: 0 };
    list.set(String(id), {
      ...before,
      mediaId: id,
      status,
      progress,
      repeat,
      startedAt: started,
      completedAt: completed,
      ...(score === undefined ? {} : { score }),
    });
    return { json: { data: { SaveMediaListEntry: { id: 1 } } } };
  }
  if (query.includes('MediaListCollection')) {
    const entries = [...list.values()];
    const part = entries.slice((variables.chunk - 1) * variables.size, variables.chunk * variables.size);
    const hasNextChunk = variables.chunk * variables.size < entries.length;
    return { json: { data: { MediaListCollection: { hasNextChunk, lists: [{ entries: part }] } } } };
  }
  const found = variables.ids.flatMap((id: number) => list.get(String(id)) ?? []);
  return { json: { data: { Page: { mediaList: found } } } };
}

function mal(state: StandIns, { method, path, query, body }: ReceivedCall): Said {
  if (path.endsWith('/oauth2/token')) {
    const isGood =
      body.grant_type === 'refresh_token'
        ? String(body.refresh_token).startsWith('again-')
        : body.code === 'good' && String(body.code_verifier).length >= 43;
    return isGood ? { json: issue(state, 'mal') } : refused;
  }
  const list = state.lists.mal;
  if (path === '/users/@me') return { json: { id: 8, name: NAME } };
  if (path === '/users/@me/mangalist') {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const data = [...list]
      .slice(offset, offset + limit)
      .map(([id, status]) => ({ node: { id: Number(id), title: 'x' }, list_status: status }));
    return { json: { data, paging: offset + limit < list.size ? { next: 'more' } : {} } };
  }
  const id = path.split('/')[2]!;
  if (state.unknown.has(id)) return { status: 404, json: { error: 'not_found' } };
  if (method === 'PATCH') {
    const status = {
      status: body.status,
      score: Number(body.score),
      num_chapters_read: Number(body.num_chapters_read),
      is_rereading: body.is_rereading === 'true',
      num_times_reread: Number(body.num_times_reread),
      ...(body.start_date === '' ? {} : { start_date: body.start_date }),
      ...(body.finish_date === '' ? {} : { finish_date: body.finish_date }),
    };
    list.set(id, status);
    return { json: status };
  }
  return { json: { id: Number(id), ...(list.has(id) ? { my_list_status: list.get(id) } : {}) } };
}

function kitsu(state: StandIns, { method, path, query, body }: ReceivedCall): Said {
  const list = state.lists.kitsu;
  if (path === '/api/oauth/token') {
    const isGood = body.grant_type === 'refresh_token' || (body.username === NAME && body.password === PASSWORD);
    return isGood ? { json: issue(state, 'kitsu') } : refused;
  }
  if (path === '/api/oauth/revoke') {
    state.tokens.kitsu.delete(body.token);
    return { json: {} };
  }
  if (path === '/api/edge/users') return { json: { data: [{ id: '9', attributes: { name: NAME } }] } };
  const told = (id: string) => ({
    id: `entry-${id}`,
    attributes: list.get(id),
    relationships: { manga: { data: { type: 'manga', id } } },
  });
  if (method === 'GET') {
    const wanted = query.get('filter[manga_id]')?.split(',');
    const ids = [...list.keys()].filter((id) => wanted === undefined || wanted.includes(id));
    const [offset, limit] = [Number(query.get('page[offset]') ?? 0), Number(query.get('page[limit]'))];
    const more = offset + limit < ids.length ? { next: 'more' } : {};
    return { json: { data: ids.slice(offset, offset + limit).map(told), links: more } };
  }
  const id = method === 'POST' ? body.data.relationships.media.data.id : path.split('entry-')[1];
  if (state.unknown.has(id)) return { status: 404, json: { errors: [] } };
  list.set(id, { ...list.get(id), ...body.data.attributes });
  return { status: method === 'POST' ? 201 : 200, json: { data: told(id) } };
}

function mangaUpdates(state: StandIns, { method, path, body }: ReceivedCall): Said {
  const list = state.lists.mangaupdates;
  if (path === '/account/login') {
    if (body.username !== NAME || body.password !== PASSWORD) return { status: 401, json: { status: 'exception' } };
    const { access_token: token } = issue(state, 'mangaupdates') as { access_token: string };
    return { json: { status: 'success', context: { session_token: token, uid: 10 } } };
  }
  if (path === '/account/logout') {
    state.tokens.mangaupdates.clear();
    return { json: { status: 'success' } };
  }
  if (path === '/account/profile') return { json: { user_id: 10, username: NAME } };
  const key = (id: number) => id.toString(36);
  if (path.endsWith('/search')) {
    const kept = [...list.values()].filter((each) => each.list_id === Number(path.split('/')[2]));
    const from = (body.page - 1) * body.perpage;
    return {
      json: {
        total_hits: kept.length,
        results: kept
          .slice(from, from + body.perpage)
          .map((each) => ({ record: each, metadata: { user_rating: each.rating ?? null } })),
      },
    };
  }
  if (path.endsWith('/rating')) {
    const item = list.get(key(Number(path.split('/')[2])));
    if (method === 'PUT') item.rating = body.rating;
    return item?.rating === undefined ? { status: 404, json: {} } : { json: { rating: item.rating } };
  }
  if (method === 'GET') {
    const item = list.get(key(Number(path.split('/')[3])));
    return item === undefined ? { status: 404, json: {} } : { json: item };
  }
  const [item] = body;
  if (state.unknown.has(key(item.series.id))) return { status: 404, json: {} };
  list.set(key(item.series.id), { ...list.get(key(item.series.id)), ...item });
  return { json: { status: 'success' } };
}
