import { isProblem, problem } from '#contract/problems.ts';
import { fetchJson, type RemoteClient } from '../asking.ts';

/** The name under which Kavita lists this site among what uses its key. */
const PLUGIN = 'Komawari';
/** Letters that a token may have: it goes into a header. */
const TOKEN = /^[\w.~+/=-]+$/;

/** A Kavita server that is asked with a key. */
export interface KavitaSession {
  /** A call with the token of the key; with a new one where the server no longer takes that. @throws Problem as `fetchJson`. */
  use<Answer>(call: (asking: RemoteClient) => Promise<Answer>): Promise<Answer>;
  /** A call for JSON: GET, or POST with a body. @throws Problem as `fetchJson`. */
  json<Answer>(path: string, body?: object): Promise<Answer>;
}

/** Asks a Kavita server with an API key, which is changed for a token at the first call. */
export function openSession(asking: RemoteClient, key: string): KavitaSession {
  let signedIn: RemoteClient | null = null;
  const use: KavitaSession['use'] = async (call) => {
    const before = signedIn;
    signedIn ??= await signIn(asking, key);
    try {
      return await call(signedIn);
    } catch (error) {
      if (before === null || refusedStatus(error) !== 401) throw error;
    }
    // A token lasts for days, and no longer than the server’s own secret: a library takes longer.
    signedIn = await signIn(asking, key);
    return call(signedIn);
  };
  return { use, json: (path, body) => use((client) => fetchJson(client, path, body)) };
}

/** The status with which another server refused; null for any other error. */
export function refusedStatus(error: unknown): number | null {
  return isProblem(error) && error.code === 'transfer-refused' ? Number(error.params.status) : null;
}

/** The client with a token for the key; as it is where the server takes keys alone. */
async function signIn(asking: RemoteClient, key: string): Promise<RemoteClient> {
  const query = new URLSearchParams({ apiKey: key, pluginName: PLUGIN });
  try {
    const answer = await fetchJson<{ token?: unknown } | null>(asking, `/api/Plugin/authenticate?${query}`, {});
    const token = answer?.token;
    if (typeof token !== 'string' || !TOKEN.test(token)) throw problem('transfer-odd');
    return { ...asking, headers: { ...asking.headers, authorization: `Bearer ${token}` } };
  } catch (error) {
    if ([404, 405, 410].includes(refusedStatus(error) ?? 0)) return asking;
    throw error;
  }
}
