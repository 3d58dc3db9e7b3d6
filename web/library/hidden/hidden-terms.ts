import { useRevalidator } from 'react-router';
import type { TermKind } from '#contract/taxonomy.ts';
import { persistentStore, usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { writeCookie } from '#web/platform/state/browser-storage.ts';

/** A term whose comics this visitor never wants to see, named as it was when it was hidden. */
export interface HiddenTerm {
  id: number;
  kind: TermKind;
  name: string;
  slug: string;
}

/** Most terms that are hidden at once: as many as the server reads of the cookie. The oldest give way. */
export const MAX_HIDDEN = 500;
const COOKIE = 'hidden';

/** The terms this browser hides, in the order they were hidden. */
export const hiddenTermsStore = persistentStore<HiddenTerm[]>('komawari.hidden', readHiddenTerms);

let share = () => {};

/** How a member's account is told of changes (`library-sync.ts`). */
export function onHiddenTermsChange(sharer: () => void): void {
  share = sharer;
}

/** The hidden terms, and what changes them: at once in the cookie the server reads, and on the page that is shown. */
export function useHiddenTerms(): {
  terms: readonly HiddenTerm[];
  has(id: number): boolean;
  hide(term: HiddenTerm): void;
  show(id: number): void;
  clear(): void;
} {
  const terms = usePersistentStore(hiddenTermsStore);
  const { revalidate } = useRevalidator();
  const change = (next: (terms: HiddenTerm[]) => HiddenTerm[]) => {
    hiddenTermsStore.change(next);
    keepCookie();
    void revalidate();
    share();
  };
  return {
    terms,
    has: (id) => terms.some((term) => term.id === id),
    hide: ({ id, kind, name, slug }) =>
      change((known) => [...known.filter((term) => term.id !== id), { id, kind, name, slug }].slice(-MAX_HIDDEN)),
    show: (id) => change((known) => known.filter((term) => term.id !== id)),
    clear: () => change(() => []),
  };
}

/** Writes the ids where the server reads them; storage is what counts where the two differ. */
export function keepCookie(): void {
  const ids = hiddenTermsStore
    .get()
    .map(({ id }) => id)
    .join('.');
  if (ids !== cookieNow()) {
    writeCookie(COOKIE, ids, ids === '' ? 0 : undefined);
  }
}

/** The content of storage without anything that is no hidden term: it may be old, edited or broken. */
export function readHiddenTerms(json: unknown): HiddenTerm[] {
  if (!Array.isArray(json)) return [];
  const terms = new Map<number, HiddenTerm>();
  for (const each of json as Partial<HiddenTerm>[]) {
    const { id, kind, name, slug } = each ?? {};
    if (
      typeof id === 'number' &&
      Number.isInteger(id) &&
      id > 0 &&
      id <= 2_147_483_647 &&
      typeof kind === 'string' &&
      typeof name === 'string' &&
      typeof slug === 'string'
    ) {
      terms.set(id, { id, kind, name, slug });
    }
  }
  return [...terms.values()].slice(-MAX_HIDDEN);
}

function cookieNow(): string {
  return /(?:^|; )hidden=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}
