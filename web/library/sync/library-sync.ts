import type { HiddenTerm, Progress as Place, ProgressKept } from '#contract/library.ts';
import { ApiFailure, apiGet, apiSend } from '#web/platform/api/api.ts';
import { forgetSharedFilters, shareFilters } from '#web/library/filters/saved-filters.ts';
import { onBookmarksChange } from '#web/library/bookmarks/bookmarks.ts';
import { hiddenTermsStore, keepCookie, MAX_HIDDEN, onHiddenTermsChange } from '#web/library/hidden/hidden-terms.ts';
import { askMakers, forgetMakers } from '#web/library/makers/makers.ts';
import { mergeHiddenTerms } from './library-merge.ts';
import { ONE_SHOT, type ChapterProgress } from '#web/library/progress/progress.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { saveLocalProgress } from '#web/library/progress/local-progress.ts';
import { readAccessToken } from '#web/platform/session/session.ts';
import { persistentStore } from '#web/platform/state/persistent-store.ts';
import { isReadingRemembered, sendBy, outboxStore } from '#web/library/progress/progress-outbox.ts';
import { removeLocal } from '#web/platform/state/browser-storage.ts';

/** The state this browser has in common with the account. */
interface SharedState {
  /** Whose account. */
  owner: number;
  /** When the account was asked last, and when for everything, in ms since 1970. */
  askedAt: number;
  wholeAt: number;
  /** The newest place that came from the account. */
  since: string | null;
  /** The terms hidden here and there when both were the same, and those this browser hid before the member came. */
  hidden: number[];
  before: number[];
  /** The session has ended, and something is left unsent. */
  ended: boolean;
}

/** Kept only while a member is signed in, or left something unsent (`session-life.ts` looks for it). */
const SHARED = 'komawari.shared';
const sharedStore = persistentStore<SharedState | null>(SHARED, (json) =>
  (json as SharedState | null)?.owner ? (json as SharedState) : null,
);

/** Pages loaded one after another ask the account once in this time, and for everything once a day (ms). */
const REST = 30_000;
const WHOLE = 86_400_000;
/** As many as one call takes (contract/library.ts). */
const MAX_SENT = 200;

let shownAgain = () => {};
const onTheirWay = new Map<string, number>();
/** How often places were to be sent. */
let lastRun = 0;

/**
 * Merges this browser's library and the account's: at the login both ways, the newest place winning
 * and hidden terms of either side hidden on both; later what changed. Whoever reads here from now on tells the account,
 * at once or as soon as it can be reached. `showAgain` is called when the lists on the page may have changed.
 */
export async function startLibrarySync(owner: number, showAgain: () => void): Promise<void> {
  shownAgain = showAgain;
  const shared = sharedStore.get();
  if (shared?.owner !== owner || shared.ended) {
    // Progress of another member that could not be sent is not this one's.
    if (shared && shared.owner !== owner) {
      outboxStore.get().forEach(forgetPlace);
    }
    const keys = Object.entries(progressStore.get()).flatMap(([comic, { chapters }]) =>
      Object.keys(chapters).map((chapter) => `${comic}:${chapter}`),
    );
    outboxStore.change(() => keys);
    sharedStore.change(() => ({
      owner,
      askedAt: 0,
      wholeAt: 0,
      since: null,
      hidden: [],
      before: hiddenTermsStore.get().map(({ id }) => id),
      ended: false,
    }));
  }
  sendBy(() => void sendPlaces());
  onHiddenTermsChange(() => void shareHidden().catch(() => {}));
  window.addEventListener('online', () => void sendPlaces());
  await sendPlaces();
  const now = Date.now();
  if (now - (sharedStore.get()?.askedAt ?? 0) < REST) return;
  change({ askedAt: now });
  await Promise.allSettled([askPlaces(now), shareHidden(), readMakers(), onBookmarksChange(), shareFilters()]);
}

/**
 * The session has ended: what came from the account leaves the browser. Places the account has not heard of stay, for
 * when the same member comes back; so do the terms this browser hid before.
 */
export function stopLibrarySync(): void {
  forgetMakers();
  const shared = sharedStore.get();
  if (!shared || shared.ended) return;
  sendBy(() => {});
  onHiddenTermsChange(() => {});
  const unsent = new Set(outboxStore.get());
  for (const [comic, { chapters }] of Object.entries(progressStore.get())) {
    for (const chapter of Object.keys(chapters)) {
      if (!unsent.has(`${comic}:${chapter}`)) {
        forgetPlace(`${comic}:${chapter}`);
      }
    }
  }
  setHidden(hiddenTermsStore.get().filter(({ id }) => shared.before.includes(id)));
  forgetSharedFilters();
  void endPushing();
  if (unsent.size === 0) {
    removeLocal(SHARED);
  } else {
    change({ ended: true });
  }
}

/** Forgets here what was read of a comic, or of all. */
export function forgetReading(comicId?: number): void {
  outboxStore.change((keys) => (comicId === undefined ? [] : keys.filter((key) => !key.startsWith(`${comicId}:`))));
  progressStore.change((progress) =>
    Object.fromEntries(Object.entries(progress).filter(([id]) => comicId !== undefined && id !== String(comicId))),
  );
}

/** Remembers here what the account knows of some places; the newer of each counts. */
export function keepPlaces(places: readonly Place[]): void {
  const unsent = new Set(outboxStore.get());
  progressStore.change((progress) =>
    places.reduce((known, place) => {
      const { slug = '', title = '', chapters = {} } = known[place.comic_id] ?? {};
      const chapter = place.chapter_id === null ? ONE_SHOT : String(place.chapter_id);
      const record = toRecord(place);
      const own = chapters[chapter];
      // A mark set by hand here counts until the account has heard it.
      if (own?.marked && unsent.has(keyFor(place))) return known;
      // The account un-reads a chapter only where a person said so: what it then says is the whole truth.
      const isTakenBack =
        own &&
        own.completedAt !== null &&
        record.completedAt === null &&
        record.updatedAt >= own.updatedAt &&
        !unsent.has(keyFor(place));
      const before = isTakenBack
        ? {
            ...known,
            [place.comic_id]: {
              ...known[place.comic_id]!,
              chapters: { ...chapters, [chapter]: { ...own, completedAt: null } },
            },
          }
        : known;
      return saveLocalProgress(before, { id: place.comic_id, slug, title }, chapter, record);
    }, progress),
  );
}

/** Brings the hidden terms of the browser and of the account together: what was changed here since last time is changed there. */
async function shareHidden(): Promise<void> {
  const remote = await apiGet<HiddenTerm[]>('/account/hidden');
  const local = hiddenTermsStore.get();
  const { terms, isNews } = mergeHiddenTerms(sharedStore.get()?.hidden ?? [], local, remote);
  const merged = terms.slice(-MAX_HIDDEN);
  if (isNews) {
    await apiSend('PUT', '/account/hidden', { body: { terms: merged.map(({ id }) => id) } });
  }
  change({ hidden: merged.map(({ id }) => id) });
  setHidden(merged);
}

/** Brings here whose chapters the account steps over, and shows what is listed anew where that is news. */
async function readMakers(): Promise<void> {
  if (await askMakers()) {
    shownAgain();
  }
}

async function askPlaces(now: number): Promise<void> {
  const shared = sharedStore.get();
  const isWhole = !shared || now - shared.wholeAt > WHOLE;
  const places = await apiGet<Place[]>('/account/progress', { params: { since: isWhole ? null : shared.since } });
  if (isWhole) {
    // Progress deleted elsewhere is forgotten here, too.
    const unsent = new Set(outboxStore.get());
    const known = new Set(places.map(keyFor));
    for (const [comic, { chapters }] of Object.entries(progressStore.get())) {
      for (const chapter of Object.keys(chapters)) {
        const key = `${comic}:${chapter}`;
        if (!unsent.has(key) && !known.has(key)) {
          forgetPlace(key);
        }
      }
    }
  }
  if (places.length > 0) {
    keepPlaces(places);
  }
  const newest = places
    .map(({ updated_at: at }) => at)
    .sort()
    .at(-1);
  change({ ...(isWhole ? { wholeAt: now } : {}), ...(newest ? { since: newest } : {}) });
}

/**
 * Tells the account what it has not heard of. What fails stays for later, and is sent again at once where that was asked for
 * meanwhile: the network may have come back while the call was failing. The page may be closed meanwhile.
 */
async function sendPlaces(): Promise<void> {
  const turn = (lastRun += 1);
  if (readAccessToken() === null || !isReadingRemembered()) return;
  const progress = progressStore.get();
  const places = outboxStore
    .get()
    .flatMap((key) => {
      const [comic = '', chapter = ''] = key.split(':');
      const record = progress[Number(comic)]?.chapters[chapter];
      if (!record) {
        heard([key]);
        return [];
      }
      return onTheirWay.get(key) === record.updatedAt ? [] : [{ key, comic, chapter, record }];
    })
    .slice(-MAX_SENT);
  if (places.length === 0) return;
  for (const { key, record } of places) {
    onTheirWay.set(key, record.updatedAt);
  }
  const failure = await apiSend<ProgressKept>('PUT', '/account/progress', {
    keepalive: true,
    body: places.map(({ comic, chapter, record }) => toDraft(Number(comic), chapter, record)),
  }).then(
    () => null,
    (error: unknown) => error,
  );
  for (const { key, record } of places) {
    // A newer place in the same chapter may be on its way by now.
    if (onTheirWay.get(key) === record.updatedAt) {
      onTheirWay.delete(key);
    }
  }
  // A request refused as it stands would be refused again.
  if (failure !== null && !(failure instanceof ApiFailure && failure.status === 422)) {
    return lastRun === turn ? undefined : sendPlaces();
  }
  forgetMarks(places.filter(({ record }) => record.marked));
  const now = progressStore.get();
  heard(
    places
      .filter(({ comic, chapter, record }) => now[Number(comic)]?.chapters[chapter]?.updatedAt === record.updatedAt)
      .map(({ key }) => key),
  );
  if (outboxStore.get().length > 0) {
    await sendPlaces();
  }
}

/** Whoever uses this browser next is not told what the member is told. The push service then refuses what is still sent. */
async function endPushing(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** Forgets marks set by hand on these chapters that the account has: from now on only reading says whether they are read. */
function forgetMarks(places: readonly { comic: string; chapter: string; record: ChapterProgress }[]): void {
  if (places.length === 0) return;
  progressStore.change((progress) =>
    places.reduce((known, { comic, chapter, record }) => {
      const own = known[Number(comic)];
      const now = own?.chapters[chapter];
      if (!own || now?.updatedAt !== record.updatedAt) return known;
      const { marked: _heard, ...rest } = now;
      return { ...known, [comic]: { ...own, chapters: { ...own.chapters, [chapter]: rest } } };
    }, progress),
  );
}

function heard(keys: readonly string[]): void {
  outboxStore.change((unsent) => unsent.filter((key) => !keys.includes(key)));
}

function forgetPlace(key: string): void {
  const [comic = '', chapter = ''] = key.split(':');
  progressStore.change(({ [Number(comic)]: known, ...others }) => {
    if (!known) return others;
    const { [chapter]: _gone, ...chapters } = known.chapters;
    return Object.keys(chapters).length === 0 ? others : { ...others, [comic]: { ...known, chapters } };
  });
}

function setHidden(terms: ReturnType<typeof hiddenTermsStore.get>): void {
  const before = hiddenTermsStore
    .get()
    .map(({ id }) => id)
    .sort()
    .join();
  if (
    terms
      .map(({ id }) => id)
      .sort()
      .join() === before
  ) {
    return;
  }
  hiddenTermsStore.change(() => terms);
  keepCookie();
  shownAgain();
}

function change(changes: Partial<SharedState>): void {
  sharedStore.change((shared) => shared && { ...shared, ...changes });
}

function keyFor({ comic_id: comic, chapter_id: chapter }: Place): string {
  return `${comic}:${chapter ?? ONE_SHOT}`;
}

function toRecord({
  page,
  page_offset: offset,
  max_page: maxPage,
  pages,
  completed,
  updated_at: at,
}: Place): ChapterProgress {
  const updatedAt = Date.parse(at);
  return { page, offset, maxPage, pages, completedAt: completed ? updatedAt : null, updatedAt };
}

function toDraft(
  comic: number,
  chapter: string,
  { page, offset, maxPage, completedAt, updatedAt, marked }: ChapterProgress,
): object {
  return {
    comic_id: comic,
    chapter_id: chapter === ONE_SHOT ? null : Number(chapter),
    page: Math.max(1, page),
    page_offset: offset,
    max_page: Math.max(1, maxPage),
    completed: completedAt !== null,
    mark: marked === true,
    updated_at: new Date(updatedAt).toISOString(),
    device: navigator.platform.slice(0, 60) || null,
  };
}
