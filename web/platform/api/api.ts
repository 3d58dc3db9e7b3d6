import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts';
import { queryString, type Query } from '#contract/query-string.ts';
import type { ServerSide } from '#contract/rendering.ts';
import { translatorFor } from '#web/platform/i18n/i18n.tsx';
import { responseText } from './response-text.ts';
import { endSession, readAccessToken } from '#web/platform/session/session.ts';

/** The options of a loader when it calls: its own request, and the parameters of the call. */
export interface ApiCall {
  /** The loader's `request`; on the server it says for whom the page is made. */
  request?: Request;
  params?: Query;
  signal?: AbortSignal | undefined;
}

/**
 * A call the API refused or that never reached it (`status` 0). `message` is what the API said (`responseText`), else
 * what happened, in the visitor's language; `retryAfter` how many seconds to wait where the
 * API said so.
 */
export class ApiFailure extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: number | null;

  constructor(status: number, message: string, body: unknown, retryAfter: number | null = null) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** The code of what the API refused (`contract/problems.ts`); null for everything else that was thrown. */
export function errorCode(failure: unknown): string | null {
  return (failure instanceof ApiFailure && (failure.body as { code?: string } | null)?.code) || null;
}

const servers = new WeakMap<Request, ServerSide>();
let inFlight = 0;
const listeners = new Set<() => void>();

/** Tells every call made for `request` to go through the server's own API, in process. */
export function bindServer(request: Request, server: ServerSide): void {
  servers.set(request, server);
}

/** The context that the server has for the page it makes for `request`; undefined in the browser. */
export function serverContext(request: Request): ServerSide | undefined {
  return servers.get(request);
}

/**
 * Reads `/api<path>` (`path` begins with a slash): in process on the server, by fetch in the browser. A chapter that was
 * saved is answered without a network, too.
 *
 * @throws ApiFailure when the answer is not 200–299, or nothing answered; a `DOMException` named `AbortError` when
 *   `signal` or the request ended it.
 */
export async function apiGet<Data>(path: string, { request, params = {}, signal }: ApiCall = {}): Promise<Data> {
  const server = request && servers.get(request);
  if (server) {
    const address = addressFor(path, { ...params, lang: server.locale, nsfw: server.nsfw });
    const { status, body } = await server.get(address, marks(server.locale));
    return dataOrFailure<Data>(server.locale, status, body);
  }
  return call<Data>('GET', path, { params, signal: signal ?? request?.signal }).catch((failure: unknown) =>
    savedOr<Data>(path, failure),
  );
}

/** The options of a call that changes something. */
export interface ApiChange extends Omit<ApiCall, 'request'> {
  /** Sent as JSON; a `Blob` is sent as it is, with its type. */
  body?: object;
  /** Lets the call end after the page is closed; the body must be small. */
  keepalive?: boolean;
  /** Names what is done, so that a call that is made twice does it once. */
  key?: string;
}

/**
 * Changes something at `/api<path>` (`path` begins with a slash); the browser only. Answers null where the API has
 * nothing to say.
 *
 * @throws ApiFailure when the answer is not 200–299, or nothing answered.
 */
export function apiSend<Data = null>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  change: ApiChange = {},
): Promise<Data> {
  return call<Data>(method, path, change);
}

/** As `apiSend`, for `POST`. @throws ApiFailure as there. */
export function apiPost<Data = null>(path: string, change: ApiChange = {}): Promise<Data> {
  return call<Data>('POST', path, change);
}

async function call<Data>(
  method: string,
  path: string,
  { params = {}, signal, body, keepalive = false, key }: ApiChange,
): Promise<Data> {
  const { lang: named, dataset } = document.documentElement;
  const lang = isLocale(named) ? named : DEFAULT_LOCALE;
  const address = addressFor(path, { ...params, lang, nsfw: dataset.nsfw === 'true' });
  const token = readAccessToken();
  const xsrf = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  count(1);
  try {
    const answer = await fetch(address, {
      method,
      headers: {
        ...marks(lang),
        ...(xsrf ? { 'X-XSRF-TOKEN': xsrf } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body instanceof Blob ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body),
      keepalive,
      signal: signal ?? null,
    });
    const text = await answer.text();
    if (answer.status === 401 && token !== null && text.includes('"token-invalid"')) {
      // Whoever the token stood for is signed out; what everyone may read is read again.
      endSession(token);
      if (method === 'GET') return await call<Data>(method, path, { params, signal });
    }
    return read<Data>(lang, answer.status, text, Number(answer.headers.get('retry-after')) || null);
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    const { name } = error as Error;
    if (name === 'AbortError') throw new DOMException(translatorFor(lang)('site.error.aborted'), name);
    throw new ApiFailure(
      0,
      translatorFor(lang)(name === 'TimeoutError' ? 'site.error.timeout' : 'site.error.network'),
      null,
    );
  } finally {
    count(-1);
  }
}

/** How many calls are on their way. */
export function callsInFlight(): number {
  return inFlight;
}

/** Calls back whenever `callsInFlight` changes; answers how to stop. */
export function onCallsInFlight(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Answers a call to `path` from what is stored in the browser; null where nothing of it is. */
type StoredAnswer = (path: string) => Promise<unknown>;

let storedAnswer: StoredAnswer = async () => null;

/** Sets where answers about comics come from while the site cannot be reached. */
export function onUnreachable(load: StoredAnswer): void {
  storedAnswer = load;
}

/** The stored answer about a comic, where the site could not be reached. @throws the failure where nothing is stored. */
async function savedOr<Data>(path: string, failure: unknown): Promise<Data> {
  const saved =
    failure instanceof ApiFailure && failure.status === 0 && path.startsWith('/comics/')
      ? await storedAnswer(path).catch(() => null)
      : null;
  if (saved === null) throw failure;
  return saved as Data;
}

function addressFor(path: string, query: Query): string {
  return `/api${path}${path.includes('?') ? '&' : '?'}${queryString(query)}`;
}

function marks(locale: string): Record<string, string> {
  return { Accept: 'application/json', 'Accept-Language': locale, 'X-Requested-With': 'XMLHttpRequest' };
}

function read<Data>(locale: Locale, status: number, text: string, retryAfter: number | null = null): Data {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    /* the words of a proxy, or its page */
  }
  return dataOrFailure<Data>(locale, status, body, retryAfter, /^\s*</.test(text) ? null : text);
}

/** @param words what was answered instead of a body that can be read. */
function dataOrFailure<Data>(
  locale: Locale,
  status: number,
  body: unknown,
  retryAfter: number | null = null,
  words: string | null = null,
): Data {
  if (status >= 200 && status <= 299) return body as Data;
  throw new ApiFailure(
    status,
    responseText(body ?? words) ?? translatorFor(locale)('site.error.status', { status }),
    body,
    retryAfter,
  );
}

function count(by: number): void {
  inFlight += by;
  for (const listener of listeners) {
    listener();
  }
}
