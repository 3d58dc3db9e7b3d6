import { z } from 'zod';
import { MAX_TRACKED } from '#contract/trackers.ts';
import type { Shelf } from '#contract/shelves.ts';
import type { Trackers } from '#server/config/trackers.ts';
import { dayFrom, readAs, readTokens, scoreFrom, shelfNames, wholeNumber } from './entries.ts';
import { TrackerFailure, type RemoteEntry, type TrackerClient } from './tracker.ts';

/** Rereading is said by a field of its own. */
const SHELF = shelfNames<string>({
  reading: 'reading',
  planned: 'plan_to_read',
  finished: 'completed',
  paused: 'on_hold',
  dropped: 'dropped',
  rereading: 'completed',
});

const Status = z.object({
  status: z.string().nullish(),
  score: z.number().nullish(),
  num_chapters_read: z.number().nullish(),
  is_rereading: z.boolean().nullish(),
  num_times_reread: z.number().nullish(),
  start_date: z.string().nullish(),
  finish_date: z.string().nullish(),
});
const Work = z.object({ id: z.int(), my_list_status: Status.nullish() });
const List = z.object({
  data: z.array(z.object({ node: z.object({ id: z.int() }), list_status: Status })),
  paging: z.object({ next: z.string().nullish() }).nullish(),
});

const FIELDS = 'start_date,finish_date,num_times_reread,is_rereading';
/** Entries of one answer of a list. */
const PART = 1_000;

/** MyAnimeList: OAuth 2.0 with a code and PKCE, which it takes in plain; tokens of an hour, renewed for a month. It has no way to give them back. */
export function createMal({ clientId, clientSecret, url, apiUrl }: Trackers['mal']): TrackerClient {
  const client = { client_id: clientId, ...(clientSecret === '' ? {} : { client_secret: clientSecret }) };
  const token = (form: Record<string, string>) => ({
    method: 'POST' as const,
    url: `${url}/v1/oauth2/token`,
    form: { ...client, ...form },
  });
  const by = (access: string) => ({ headers: { authorization: `Bearer ${access}` } });
  return {
    keeps: (entry) => entry,
    authorizeUrl: ({ redirect, state, verifier }) =>
      `${url}/v1/oauth2/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        state,
        redirect_uri: redirect,
        code_challenge: verifier,
        code_challenge_method: 'plain',
      })}`,
    exchange: async (call, code, { redirect, verifier }) =>
      readTokens(
        await call(token({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier })),
      ),
    login: () => Promise.reject(new TrackerFailure('odd')),
    refresh: async (call, refresh) =>
      readTokens(await call(token({ grant_type: 'refresh_token', refresh_token: refresh }))),
    revoke: async () => {},
    account: async (call, access) => {
      const answer = await call({ url: `${apiUrl}/users/@me`, ...by(access) });
      const { id, name } = readAs(z.object({ id: z.int(), name: z.string().max(200) }), answer);
      return { id: String(id), name };
    },
    async *list(call, { access }) {
      for (let offset = 0; offset < MAX_TRACKED; offset += PART) {
        const query = new URLSearchParams({
          fields: `list_status{${FIELDS}}`,
          limit: String(PART),
          offset: String(offset),
          nsfw: 'true',
        });
        const answer = await call({ url: `${apiUrl}/users/@me/mangalist?${query}`, ...by(access) });
        const { data, paging } = readAs(List, answer);
        yield entriesIn(data.map(({ node, list_status: status }) => [node.id, status] as const));
        if ((paging?.next ?? null) === null) return;
      }
    },
    read: async (call, { access }, ids) => {
      const found: (readonly [number, z.infer<typeof Status> | null])[] = [];
      for (const id of ids) {
        const query = new URLSearchParams({ fields: `my_list_status{${FIELDS}}`, nsfw: 'true' });
        const answer = await call({ url: `${apiUrl}/manga/${id}?${query}`, ...by(access) });
        if (answer !== null) {
          found.push([Number(id), readAs(Work, answer).my_list_status ?? null]);
        }
      }
      return entriesIn(found);
    },
    write: async (call, { access }, id, entry) => {
      const answer = await call({
        method: 'PATCH',
        url: `${apiUrl}/manga/${id}/my_list_status`,
        ...by(access),
        form: {
          status: SHELF.there(entry.shelf),
          is_rereading: String(entry.shelf === 'rereading'),
          num_chapters_read: String(entry.chapters),
          num_times_reread: String(entry.reread),
          score: String(entry.score ?? 0),
          start_date: entry.started_on ?? '',
          finish_date: entry.finished_on ?? '',
        },
      });
      if (answer === null) return false;
      readAs(Status, answer);
      return true;
    },
  };
}

function entriesIn(rows: readonly (readonly [number, z.infer<typeof Status> | null])[]): Map<string, RemoteEntry> {
  return new Map(
    rows.flatMap(([id, status]) => {
      const shelf: Shelf | null = status?.is_rereading === true ? 'rereading' : SHELF.here(status?.status);
      if (status === null || shelf === null) return [];
      const entry: RemoteEntry = {
        shelf,
        chapters: wholeNumber(status.num_chapters_read),
        score: scoreFrom(status.score, 10),
        started_on: dayFrom(status.start_date),
        finished_on: dayFrom(status.finish_date),
        reread: wholeNumber(status.num_times_reread, 9_999),
      };
      return [[String(id), entry] as const];
    }),
  );
}
