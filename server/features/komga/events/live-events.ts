import type { ServerResponse } from 'node:http';
import { problem } from '#contract/problems.ts';
import { blocksMakers } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { listCredits } from '#server/features/comics/public/credits.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { beginEventStream, eventText, HEARTBEAT, writeInTurns } from '#server/http/requests/event-stream.ts';
import { openStreams } from '#server/metrics/counts.ts';
import { libraryAmong } from '../series.ts';
import {
  forgetPlaceChanges,
  listGone,
  listNewWorks,
  listPlaceChanges,
  visibleAmong,
  watchProgress,
  type NewWork,
} from './queries-events.ts';

/** Connections that one member, and that one process, may hold open. */
const MOST = { member: 6, process: 1000 } as const;
/** Milliseconds between two looks at what has changed, and between two signs of life, at which it is also asked who is signed in still. */
const EVERY = { look: 2_000, heartbeat: 25_000 } as const;
/** Milliseconds after which a connection ends, so that its client opens it by what its member may see then. */
const LONGEST = 600_000;

/** Tells clients of Komga what has changed, by server-sent events as Komga names them. */
export interface LiveEvents {
  /**
   * Keeps an answer open and tells it from now on of the places that its member keeps and takes away, and of works and chapters that come to the
   * lists that they see.
   *
   * @throws Problem `too-many-requests` when there are too many already; nothing is sent then.
   */
  watch(
    viewing: RequestContext,
    userId: number,
    answer: ServerResponse,
    headers: Record<string, string>,
  ): Promise<void>;
  /** Ends every connection. */
  close(): void;
}

interface Watcher {
  userId: number;
  viewing: RequestContext;
  answer: ServerResponse;
  opened: number;
}

/** The events of one process: three statements in two seconds however many wait for them, one more for each way of seeing the catalogue where something came; none while nobody does. */
export function createLiveEvents({ db, reads, log }: Pick<Deps, 'db' | 'reads' | 'log'>): LiveEvents {
  const watchers = new Set<Watcher>();
  /** Everything that was there at the last look; null before the first one, which tells nothing. */
  let told: { places: Set<string>; works: Set<string> } | null = null;
  let timers: NodeJS.Timeout[] = [];
  let looking: Promise<void> | null = null;
  const members = () => [...new Set([...watchers].map(({ userId }) => userId))];

  const find = async (): Promise<void> => {
    const [places, works] = await Promise.all([listPlaceChanges(db, members()), listNewWorks(reads)]);
    // Who comes after everybody left begins anew.
    if (watchers.size === 0) return;
    const known = told;
    told = {
      places: new Set(places.map(({ id }) => id)),
      works: new Set(works.flatMap(namesInWork)),
    };
    if (known === null) return;
    const newPlaces = Map.groupBy(
      places.filter(({ id }) => !known.places.has(id)),
      ({ user_id: user }) => user,
    );
    const newWorks = works.flatMap((work) => {
      const isNew = work.is_new && !known.works.has(workName(work));
      const chapters = work.chapters.filter((id) => !known.works.has(String(id)));
      return isNew || chapters.length > 0 ? [{ ...work, is_new: isNew, chapters }] : [];
    });
    const seen = newWorks.length === 0 ? null : await worksByScope(newWorks);
    await writeInTurns(watchers, ({ userId, viewing }) =>
      [
        seen?.get(scopeName(viewing)) ?? '',
        ...(newPlaces.get(userId) ?? []).map(({ chapter_id: chapter, gone }) =>
          eventText(gone ? 'ReadProgressDeleted' : 'ReadProgressChanged', {
            bookId: String(chapter),
            userId: String(userId),
          }),
        ),
      ].join(''),
    );
  };

  /** The events that tell of works, for each way in which those who wait see the catalogue. */
  const worksByScope = async (works: readonly NewWork[]): Promise<Map<string, string>> => {
    const scopes = new Map([...watchers].map(({ viewing }) => [scopeName(viewing), viewing]));
    const texts = new Map<string, string>();
    for (const [name, viewing] of scopes) {
      const visible = await visibleAmong(
        reads,
        viewing,
        works.map(({ id }) => id),
      );
      const shown = works.filter(({ id }) => visible.has(id));
      const credits = await listCredits(reads, viewing, shown);
      const text = shown.map(({ id, is_new: isNew, chapters }, at) => {
        const series = { seriesId: String(id), libraryId: libraryAmong(credits[at] ?? []) };
        // Whose chapters they step over is not looked up: they are told that the series changed.
        const books = blocksMakers(viewing.blocked) ? [] : chapters;
        return [
          eventText(isNew ? 'SeriesAdded' : 'SeriesChanged', series),
          ...books.map((chapter) => eventText('BookAdded', { bookId: String(chapter), ...series })),
        ].join('');
      });
      texts.set(name, text.join(''));
    }
    return texts;
  };

  const look = (): Promise<void> => {
    looking ??= find()
      .catch((error: unknown) => log.warn({ err: error }, 'events of Komga'))
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  const beat = async (): Promise<void> => {
    try {
      await watchProgress(db, members());
      await forgetPlaceChanges(db);
      const tokens = [...watchers].flatMap(({ viewing }) => viewing.viewer.token ?? []);
      const gone = await listGone(db, members(), tokens);
      for (const { userId, viewing, answer, opened } of watchers) {
        if (gone.users.has(userId) || gone.tokens.has(viewing.viewer.token ?? 0)) {
          answer.end(eventText('SessionExpired', { userId: String(userId) }));
        } else if (performance.now() - opened > LONGEST) {
          answer.end();
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'events of Komga');
    }
    await writeInTurns(watchers, ({ answer }) => (answer.writableEnded ? '' : HEARTBEAT));
  };

  const leave = (watcher: Watcher) => {
    if (!watchers.delete(watcher)) return;
    openStreams.dec();
    if (watchers.size > 0) return;
    for (const timer of timers) {
      clearInterval(timer);
    }
    timers = [];
    told = null;
  };

  return {
    async watch(viewing, userId, answer, headers) {
      const own = [...watchers].filter((each) => each.userId === userId).length;
      if (own >= MOST.member || watchers.size >= MOST.process) throw problem('too-many-requests', { seconds: 30 });
      const watcher = { userId, viewing, answer, opened: performance.now() };
      watchers.add(watcher);
      openStreams.inc();
      answer.on('close', () => leave(watcher)).on('error', () => leave(watcher));
      if (timers.length === 0) {
        timers = [setInterval(() => void look(), EVERY.look), setInterval(() => void beat(), EVERY.heartbeat)];
      }
      try {
        await watchProgress(db, [userId]);
        if (told === null) await look();
      } catch (error) {
        leave(watcher);
        throw error;
      }
      beginEventStream(answer, headers);
    },
    close() {
      for (const { answer } of watchers) {
        answer.end();
      }
    },
  };
}

function workName({ id }: NewWork): string {
  return `work ${id}`;
}

function namesInWork(work: NewWork): string[] {
  return [...(work.is_new ? [workName(work)] : []), ...work.chapters.map(String)];
}

/** Names how a caller sees the catalogue: those with the same name see the same works in the same libraries. */
function scopeName({ site, rating, hidden, blocked, limit }: RequestContext): string {
  return JSON.stringify([site.id, rating, hidden, blocked, limit]);
}
