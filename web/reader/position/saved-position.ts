import type { Place } from '#web/reader/context/place.ts';

const NAME = 'komawari.left';

/** Keeps, for this tab alone, where it was at the address it shows. */
export function savePosition({ page, offset }: Place): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ path: location.pathname, page, offset }));
  } catch {
    /* loaded again, it begins where the page does */
  }
}

/** Where this tab was when it last left the address it shows; null where another one of the reader's came after it. */
export function savedPosition(): Place | null {
  try {
    const { path, page, offset } = JSON.parse(sessionStorage.getItem(NAME) ?? '') as Place & { path: string };
    return path === location.pathname && Number.isInteger(page) && offset >= 0 && offset <= 1 ? { page, offset } : null;
  } catch {
    return null;
  }
}
