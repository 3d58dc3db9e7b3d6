/** The state of a page of this visit when it was left: how far it was scrolled, and which link had the focus. */
export interface VisitState {
  scrolled: number;
  /** The address of the link, and which of the links with that address it is. */
  link?: { href: string; nth: number };
}

const NAME = 'komawari.places';
/** Most pages that are remembered. */
const MOST = 100;
let known: Map<string, VisitState> | undefined;

/** Read when it is first asked for: a browser takes a while to open what it keeps. */
function places(): Map<string, VisitState> {
  return (known ??= new Map(read()));
}

/** The place of a page of the history; `id` tells it from all others. */
export function visitState(id: string): VisitState {
  return places().get(id) ?? { scrolled: 0 };
}

/** Remembers where a page is scrolled to. */
export function saveScroll(id: string, scrolled: number): void {
  places().set(id, { ...visitState(id), scrolled });
}

/** Remembers the link that has the focus; forgets it where something else has. */
export function rememberFocus(id: string, focused: Element): void {
  const href = focused.closest('a')?.getAttribute('href');
  const { scrolled } = visitState(id);
  places().set(
    id,
    href ? { scrolled, link: { href, nth: linksTo(href).indexOf(focused.closest('a')!) } } : { scrolled },
  );
}

/** The link that had the focus when the page was left; null where it had none or is not there any more. */
export function focusedLink(id: string): HTMLElement | null {
  const { link } = visitState(id);
  return link ? (linksTo(link.href)[link.nth] ?? null) : null;
}

/** Keeps the places while the page is loaded anew; only in this tab, and no longer than it lives. */
export function persistVisits(): void {
  if (known === undefined) return;
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...known].slice(-MOST)));
  } catch {
    /* private windows refuse */
  }
}

function linksTo(href: string): HTMLAnchorElement[] {
  return [...document.querySelectorAll('a')].filter((each) => each.getAttribute('href') === href);
}

function read(): [string, VisitState][] {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as [string, VisitState][];
  } catch {
    return [];
  }
}
