import { useEffect, useSyncExternalStore } from 'react';
import type { Mark, Marks } from '#contract/library.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { readAccessToken, userStore } from '#web/platform/session/session.ts';

/** The marks of the member on a comic, and how many favour it where that was heard since the page was made. */
export interface KnownMark extends Mark {
  favorites?: number;
}

/** The facts of a comic at hand when somebody presses one of its buttons. */
export interface MarkedComic {
  id: number;
  slug: string;
  title: string;
  favorites: number;
}

const NOTHING: KnownMark = { favorited: false, score: null, followed: false, shelf: null, read: 'none' };

/** How often each comic is shown on the page. */
const shown = new Map<number, number>();
const marks = new Map<number, KnownMark>();
/** The marks changed since this page was loaded: newer than any answer on its way. */
const changed = new Map<number, Partial<KnownMark>>();
let requestedIds = new Set<number>();
let owner: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let tabs: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

/**
 * The marks of the member on a comic that is shown; null for a guest, on the server, and until it is known. The marks of
 * everything that is shown together come in one call, on the first load in that which reads the account anew.
 */
export function useMark(id: number): KnownMark | null {
  useEffect(() => {
    shown.set(id, (shown.get(id) ?? 0) + 1);
    askSoon();
    return () => {
      const left = shown.get(id)! - 1;
      if (left > 0) {
        shown.set(id, left);
      } else {
        shown.delete(id);
      }
    };
  }, [id]);
  return useSyncExternalStore(
    watch,
    () => marks.get(id) ?? null,
    () => null,
  );
}

/** The marks of a comic; nothing done with it where nothing is known. */
export function findMark(id: number): KnownMark {
  return marks.get(id) ?? NOTHING;
}

/** Changes what is shown of a comic, everywhere on the page and in every tab. */
export function changeMark(id: number, change: Partial<KnownMark>): void {
  keep(id, change);
  tabs?.postMessage({ owner, id, change });
}

function watch(listener: () => void): () => void {
  if (tabs === undefined) {
    tabs = new BroadcastChannel('komawari.marks');
    tabs.onmessage = ({ data }: MessageEvent<{ owner: number | null; id: number; change: Partial<KnownMark> }>) => {
      if (data.owner === owner) {
        keep(data.id, data.change);
      }
    };
    userStore.watch(askSoon);
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(id: number, change: Partial<KnownMark>): void {
  changed.set(id, { ...changed.get(id), ...change });
  marks.set(id, { ...findMark(id), ...change });
  notify();
}

function notify(): void {
  for (const listener of listeners) {
    listener();
  }
}

/** Everything that is shown in the same moment is asked for together. */
function askSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void ask();
  });
}

async function ask(): Promise<void> {
  const user = userStore.get()?.id ?? null;
  if (user !== owner) {
    owner = user;
    requestedIds = new Set();
    marks.clear();
    changed.clear();
    notify();
  }
  // As many as one call takes (contract/library.ts).
  const ids = [...shown.keys()].filter((id) => !requestedIds.has(id)).slice(0, 100);
  if (readAccessToken() === null || ids.length === 0) return;
  for (const id of ids) {
    requestedIds.add(id);
  }
  const found = await import('#web/platform/account/session-refresh.ts')
    .then(({ isAccountRefreshed, refreshAccount }) =>
      isAccountRefreshed()
        ? apiGet<Marks>('/account/marks', { params: { comics: ids.join(',') } })
        : refreshAccount(ids),
    )
    .catch(() => null);
  if (owner !== user) return;
  // Failed ones are asked for again with whatever is shown next.
  if (found === null) {
    for (const id of ids) {
      requestedIds.delete(id);
    }
    return;
  }
  for (const id of ids) {
    marks.set(id, { ...NOTHING, ...found[id], ...changed.get(id) });
  }
  notify();
  if ([...shown.keys()].some((id) => !requestedIds.has(id))) {
    askSoon();
  }
}
