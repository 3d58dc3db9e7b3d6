import { z } from 'zod';
import { MAX_TRACKED } from '#contract/trackers.ts';
import type { Trackers } from '#server/config/trackers.ts';
import { dayFrom, readAs, readTokens, scoreFrom, shelfNames, wholeNumber } from './entries.ts';
import { TrackerFailure, type CallTracker, type RemoteEntry, type TrackerClient } from './tracker.ts';

const SHELF = shelfNames({
  reading: 'CURRENT',
  planned: 'PLANNING',
  finished: 'COMPLETED',
  paused: 'PAUSED',
  dropped: 'DROPPED',
  rereading: 'REPEATING',
});

const Fuzzy = z
  .object({ year: z.number().nullish(), month: z.number().nullish(), day: z.number().nullish() })
  .nullish();
const MediaList = z.object({
  mediaId: z.int(),
  status: z.string().nullish(),
  score: z.number().nullish(),
  progress: z.number().nullish(),
  repeat: z.number().nullish(),
  startedAt: Fuzzy,
  completedAt: Fuzzy,
});
const Failures = z.object({
  errors: z.array(z.object({ status: z.number().nullish(), message: z.string().nullish() })),
});
const Viewer = z.object({ data: z.object({ Viewer: z.object({ id: z.int(), name: z.string().max(200) }) }) });
const Read = z.object({ data: z.object({ Page: z.object({ mediaList: z.array(MediaList) }) }) });
const List = z.object({
  data: z.object({
    MediaListCollection: z.object({
      hasNextChunk: z.boolean().nullish(),
      lists: z.array(z.object({ entries: z.array(MediaList) })),
    }),
  }),
});

const FIELDS = `mediaId status score(format: POINT_100) progress repeat startedAt { year month day } completedAt { year month day }`;
/** Entries of one answer of a list. */
const CHUNK = 500;

/** AniList: OAuth 2.0 with a code, GraphQL. Its tokens live for a year, and it has no way to give them back. */
export function createAnilist({ clientId, clientSecret, url, apiUrl }: Trackers['anilist']): TrackerClient {
  const ask = async <Schema extends z.ZodType>(
    call: CallTracker,
    access: string,
    schema: Schema,
    query: string,
    variables: object,
  ): Promise<z.infer<Schema>> => {
    const answer = await call({
      method: 'POST',
      url: apiUrl,
      headers: { authorization: `Bearer ${access}` },
      json: { query, variables },
    });
    // Answers of 200 may be failures, too.
    const failed = Failures.safeParse(answer);
    if (failed.success) {
      throw new TrackerFailure(/invalid token/i.test(failed.data.errors[0]?.message ?? '') ? 'refused' : 'odd');
    }
    return readAs(schema, answer);
  };
  return {
    keeps: (entry) => entry,
    authorizeUrl: ({ redirect, state }) =>
      `${url}/api/v2/oauth/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: redirect, response_type: 'code', state })}`,
    exchange: async (call, code, { redirect }) =>
      readTokens(
        await call({
          method: 'POST',
          url: `${url}/api/v2/oauth/token`,
          json: {
            grant_type: 'authorization_code',
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uri: redirect,
            code,
          },
        }),
      ),
    login: () => Promise.reject(new TrackerFailure('odd')),
    refresh: async () => null,
    revoke: async () => {},
    account: async (call, access) => {
      const { data } = await ask(call, access, Viewer, 'query { Viewer { id name } }', {});
      return { id: String(data.Viewer.id), name: data.Viewer.name };
    },
    async *list(call, { access, id }) {
      for (let chunk = 1; chunk <= MAX_TRACKED / CHUNK; chunk += 1) {
        const { data } = await ask(
          call,
          access,
          List,
          `query ($user: Int, $chunk: Int, $size: Int) { MediaListCollection(userId: $user, type: MANGA, chunk: $chunk, perChunk: $size) { hasNextChunk lists { entries { ${FIELDS} } } } }`,
          { user: Number(id), chunk, size: CHUNK },
        );
        const { lists, hasNextChunk: more } = data.MediaListCollection;
        yield entriesIn(lists.flatMap(({ entries }) => entries));
        if (more !== true) return;
      }
    },
    read: async (call, { access, id }, ids) => {
      const { data } = await ask(
        call,
        access,
        Read,
        `query ($user: Int, $ids: [Int]) { Page(perPage: 50) { mediaList(userId: $user, type: MANGA, mediaId_in: $ids) { ${FIELDS} } } }`,
        { user: Number(id), ids: ids.map(Number) },
      );
      return entriesIn(data.Page.mediaList);
    },
    write: async (call, { access }, id, entry, before) => {
      const variables = {
        id: Number(id),
        status: SHELF.there(entry.shelf),
        progress: entry.chapters,
        // A score that stands already is left as it is: AniList has finer ones.
        ...(before !== null && before.score === entry.score ? {} : { score: (entry.score ?? 0) * 10 }),
        repeat: entry.reread,
        started: fuzzy(entry.started_on),
        completed: fuzzy(entry.finished_on),
      };
      const answer = await call({
        method: 'POST',
        url: apiUrl,
        headers: { authorization: `Bearer ${access}` },
        json: {
          query:
            'mutation ($id: Int, $status: MediaListStatus, $progress: Int, $score: Int, $repeat: Int, $started: FuzzyDateInput, $completed: FuzzyDateInput) { SaveMediaListEntry(mediaId: $id, status: $status, progress: $progress, scoreRaw: $score, repeat: $repeat, startedAt: $started, completedAt: $completed) { id } }',
          variables,
        },
      });
      if (answer === null) return false;
      readAs(z.object({ data: z.object({ SaveMediaListEntry: z.object({ id: z.int() }) }) }), answer);
      return true;
    },
  };
}

function entriesIn(rows: readonly z.infer<typeof MediaList>[]): Map<string, RemoteEntry> {
  return new Map(
    rows.flatMap((row) => {
      const shelf = SHELF.here(row.status);
      if (shelf === null) return [];
      const entry: RemoteEntry = {
        shelf,
        chapters: wholeNumber(row.progress),
        score: scoreFrom(row.score, 100),
        started_on: dayIn(row.startedAt),
        finished_on: dayIn(row.completedAt),
        reread: wholeNumber(row.repeat, 9_999),
      };
      return [[String(row.mediaId), entry] as const];
    }),
  );
}

function dayIn(date: z.infer<typeof Fuzzy>): string | null {
  const { year, month, day } = date ?? {};
  return dayFrom([pad(year, 4), pad(month, 2), pad(day, 2)].join('-'));
}

/** Digits of a part of a day; none for a part that nobody said. */
function pad(part: number | null | undefined, digits: number): string {
  return typeof part === 'number' ? String(part).padStart(digits, '0') : '';
}

function fuzzy(day: string | null): { year: number | null; month: number | null; day: number | null } {
  const [year = null, month = null, date = null] = day?.split('-').map(Number) ?? [];
  return { year, month, day: date };
}
