import { z } from 'zod';
import { MAX_TRACKED, type TrackedEntry } from '#contract/trackers.ts';
import type { Trackers } from '#server/config/trackers.ts';
import { dayFrom, readAs, readTokens, scoreFrom, shelfNames, wholeNumber } from './entries.ts';
import {
  TrackerFailure,
  type CallTracker,
  type RemoteEntry,
  type TrackerClient,
  type TrackerSession,
} from './tracker.ts';

/** Rereading is said by a field of its own. */
const SHELF = shelfNames<string>({
  reading: 'current',
  planned: 'planned',
  finished: 'completed',
  paused: 'on_hold',
  dropped: 'dropped',
  rereading: 'current',
});

const Entries = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        status: z.string().nullish(),
        progress: z.number().nullish(),
        ratingTwenty: z.number().nullish(),
        reconsuming: z.boolean().nullish(),
        reconsumeCount: z.number().nullish(),
        startedAt: z.string().nullish(),
        finishedAt: z.string().nullish(),
      }),
      relationships: z
        .object({ manga: z.object({ data: z.object({ id: z.string() }).nullish() }).nullish() })
        .nullish(),
    }),
  ),
  links: z.object({ next: z.string().nullish() }).nullish(),
});
const Users = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string().max(200) }) })),
});

/** Entries of one answer of a list; Kitsu gives no more. */
const PART = 500;
const JSON_API = 'application/vnd.api+json';

/** Kitsu: JSON:API, and OAuth 2.0 by name and password, which are not kept; its tokens are renewed, and given back at the end. */
export function createKitsu({ clientId, clientSecret, url }: Trackers['kitsu']): TrackerClient {
  const api = `${url}/api/edge`;
  const oauth = (path: string, form: Record<string, string>) => ({
    method: 'POST' as const,
    url: `${url}/api/oauth/${path}`,
    form: { ...form, client_id: clientId, client_secret: clientSecret },
  });
  const by = (access: string) => ({ headers: { accept: JSON_API, authorization: `Bearer ${access}` } });
  const entries = async (call: CallTracker, { access, id }: TrackerSession, more: Record<string, string>) => {
    const query = new URLSearchParams({ 'filter[user_id]': id, 'filter[kind]': 'manga', include: 'manga', ...more });
    return readAs(Entries, await call({ url: `${api}/library-entries?${query}`, ...by(access) }));
  };
  return {
    keeps: (entry) => entry,
    authorizeUrl: () => null,
    exchange: () => Promise.reject(new TrackerFailure('odd')),
    login: async (call, name, password) =>
      readTokens(await call(oauth('token', { grant_type: 'password', username: name, password }))),
    refresh: async (call, refresh) =>
      readTokens(await call(oauth('token', { grant_type: 'refresh_token', refresh_token: refresh }))),
    revoke: async (call, { access }) => {
      await call(oauth('revoke', { token: access }));
    },
    account: async (call, access) => {
      const { data } = readAs(Users, await call({ url: `${api}/users?filter%5Bself%5D=true`, ...by(access) }));
      const [user] = data;
      if (user === undefined) throw new TrackerFailure('odd');
      return { id: user.id, name: user.attributes.name };
    },
    async *list(call, session) {
      for (let offset = 0; offset < MAX_TRACKED; offset += PART) {
        const answer = await entries(call, session, { 'page[limit]': String(PART), 'page[offset]': String(offset) });
        yield entriesIn(answer);
        if ((answer.links?.next ?? null) === null) return;
      }
    },
    read: async (call, session, ids) =>
      entriesIn(await entries(call, session, { 'filter[manga_id]': ids.join(','), 'page[limit]': String(PART) })),
    write: async (call, { access, id: user }, id, entry, before) => {
      const isNew = before?.ref === undefined;
      const answer = await call({
        method: isNew ? 'POST' : 'PATCH',
        url: isNew ? `${api}/library-entries` : `${api}/library-entries/${before.ref}`,
        headers: { ...by(access).headers, 'content-type': JSON_API },
        json: {
          data: {
            type: 'libraryEntries',
            ...(isNew ? {} : { id: before.ref }),
            attributes: attributesFor(entry, before),
            ...(isNew
              ? {
                  relationships: {
                    user: { data: { type: 'users', id: user } },
                    media: { data: { type: 'manga', id } },
                  },
                }
              : {}),
          },
        },
      });
      if (answer === null) return false;
      readAs(z.object({ data: z.object({ id: z.string() }) }), answer);
      return true;
    },
  };
}

/** A score that stands already is left as it is: Kitsu has finer ones. */
function attributesFor(entry: TrackedEntry, before: RemoteEntry | null): object {
  return {
    status: SHELF.there(entry.shelf),
    progress: entry.chapters,
    reconsuming: entry.shelf === 'rereading',
    reconsumeCount: entry.reread,
    ...(before !== null && before.score === entry.score
      ? {}
      : { ratingTwenty: entry.score === null ? null : entry.score * 2 }),
    startedAt: entry.started_on,
    finishedAt: entry.finished_on,
  };
}

function entriesIn({ data }: z.infer<typeof Entries>): Map<string, RemoteEntry> {
  return new Map(
    data.flatMap(({ id: ref, attributes: said, relationships }) => {
      const id = relationships?.manga?.data?.id;
      const shelf = said.reconsuming === true ? 'rereading' : SHELF.here(said.status);
      if (id === undefined || shelf === null) return [];
      const entry: RemoteEntry = {
        ref,
        shelf,
        chapters: wholeNumber(said.progress),
        score: scoreFrom(said.ratingTwenty, 20),
        started_on: dayFrom(said.startedAt),
        finished_on: dayFrom(said.finishedAt),
        reread: wholeNumber(said.reconsumeCount, 9_999),
      };
      return [[id, entry] as const];
    }),
  );
}
