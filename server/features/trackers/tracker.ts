import type { TrackedEntry, TrackerError } from '#contract/trackers.ts';

/** The tokens of an account at a tracker. */
export interface Tokens {
  access: string;
  /** Null where the tracker gives none. */
  refresh: string | null;
  /** ISO 8601; null where it did not say. */
  expires: string | null;
}

/** An account at a tracker. */
export interface TrackerAccount {
  id: string;
  name: string;
}

/** The caller of a tracker in the name of one account. */
export interface TrackerSession extends TrackerAccount {
  access: string;
}

/** An entry of a tracker's list; `ref` is what it calls the entry itself, where it wants that to change it. */
export type RemoteEntry = TrackedEntry & { ref?: string };

/** The body of a call: JSON, a form, or none. */
export interface TrackerCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

/**
 * Calls a tracker, within its limits. Answers the JSON of an answer of the two hundreds, undefined for an empty one; and null for 404.
 *
 * @throws TrackerFailure
 */
export type CallTracker = (call: TrackerCall) => Promise<unknown>;

/** A call to a tracker that failed; `seconds` is how long it wants to be left alone. */
export class TrackerFailure extends Error {
  readonly code: TrackerError;
  readonly seconds: number | null;

  constructor(code: TrackerError, seconds: number | null = null) {
    super(`tracker: ${code}`);
    this.name = 'TrackerFailure';
    this.code = code;
    this.seconds = seconds;
  }
}

/** The values by which the end of joining is known to belong to its beginning. */
export interface Joining {
  redirect: string;
  state: string;
  /** PKCE (RFC 7636). */
  verifier: string;
}

/**
 * One tracker: how it is joined, and how its list is read and written, each in its own words. Whatever it answers that makes no sense is
 * a TrackerFailure `odd`.
 */
export interface TrackerClient {
  /** An entry as the tracker would keep it: not all of them have everything. */
  keeps(entry: TrackedEntry): TrackedEntry;
  /** The address at which a member lets the site in; null for a tracker that is joined by name and password. */
  authorizeUrl(joining: Joining): string | null;
  /** The tokens for the code that a browser came back with. */
  exchange(call: CallTracker, code: string, joining: Omit<Joining, 'state'>): Promise<Tokens>;
  /** The tokens for a name and password. */
  login(call: CallTracker, name: string, password: string): Promise<Tokens>;
  /** New tokens for old ones; null where the tracker gives none without the member. */
  refresh(call: CallTracker, refresh: string): Promise<Tokens | null>;
  /** Lets the tracker forget the tokens, where it can. */
  revoke(call: CallTracker, tokens: Tokens): Promise<void>;
  /** Whose tokens they are. */
  account(call: CallTracker, access: string): Promise<TrackerAccount>;
  /** The whole list, in pieces, by the ids of works. */
  list(call: CallTracker, session: TrackerSession): AsyncGenerator<ReadonlyMap<string, RemoteEntry>>;
  /** The entries of some works; works that are not on the list have none. At most 25 ids. */
  read(call: CallTracker, session: TrackerSession, ids: readonly string[]): Promise<Map<string, RemoteEntry>>;
  /** Writes an entry; answers false where the tracker knows no such work. */
  write(
    call: CallTracker,
    session: TrackerSession,
    id: string,
    entry: TrackedEntry,
    before: RemoteEntry | null,
  ): Promise<boolean>;
}
