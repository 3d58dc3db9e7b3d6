import type { Locale } from '#contract/locales.ts';
import { ApiFailure, errorCode } from './api.ts';
import { translatorFor, type Translate } from '#web/platform/i18n/i18n.tsx';

/**
 * The kinds of failures of a page that people are told apart: by status, or that no answer (`offline`) or no code
 * (`chunk`) came; without a network neither comes.
 */
export type FailureKind = 'offline' | 'chunk' | 403 | 404 | 410 | 429 | 451 | 500 | 503;

/** The body of a failure that the server's page shows to guests alone: a member's browser asks for itself. */
export const FOR_GUESTS = { guests: true };

const SAME: Partial<Record<number, FailureKind>> = {
  0: 'offline',
  401: 403,
  403: 403,
  404: 404,
  410: 410,
  429: 429,
  451: 451,
  502: 503,
  503: 503,
  504: 503,
};
const NAME = 'komawari.reloaded';

/** The kind of failure of anything that was thrown. */
export function failureKind(error: unknown): FailureKind {
  return error instanceof ApiFailure
    ? (SAME[error.status] ?? 500)
    : isChunkFailure(error)
      ? navigator.onLine
        ? 'chunk'
        : 'offline'
      : 500;
}

/** The title of a page that says what went wrong, in its heading and as its document's. */
export function failureTitle(t: Translate, error: unknown): string {
  if (removedComic(error)) return t('site.error.removed');
  if (errorCode(error) === 'chapter-removed') return t('site.error.chapter');
  const kind = failureKind(error);
  return t(kind === 404 ? 'notfound.title' : kind === 500 ? 'site.error.title' : `site.failure.${kind}.title`);
}

/** Whether only guests are shown this failure. */
export function isForGuests(error: unknown): boolean {
  return error instanceof ApiFailure && (error.body as Partial<typeof FOR_GUESTS> | null)?.guests === true;
}

/** The API's answer about a comic that was removed; without a reason told `reason` is empty. */
export interface Tombstone {
  title: string;
  reason: string;
  removed_at: string;
}

/** The API's answer about a comic that was removed; null for every other failure. */
export function removedComic(error: unknown): Tombstone | null {
  const body = error instanceof ApiFailure ? (error.body as Partial<Tombstone> | null) : null;
  const { title, reason, removed_at: date } = body ?? {};
  return title && date ? { title, reason: reason ?? '', removed_at: date } : null;
}

/** Whether a part of the site's code did not come: it took too long (`with-timeout.ts`), or the browser could not have it. */
export function isChunkFailure(error: unknown): boolean {
  const { name, message = '' } = (error ?? {}) as Partial<Error>;
  // Chromium and Firefox; Safari; Vite.
  return (
    name === 'ChunkLoadError' ||
    /dynamically imported module|importing a module|module script|preload CSS/i.test(message)
  );
}

/** The message where a part of the site's code did not come that something needed which was pressed. */
export function isMissingChunk(): string {
  return translatorFor(document.documentElement.lang as Locale)('site.failure.chunk.text');
}

/**
 * Says so whenever a press needs code that does not come. What nobody pressed for has to be silent by itself: the next load
 * fetches it again, as some browsers ask once for each page.
 */
export function reportMissingChunk(): void {
  addEventListener('unhandledrejection', (event) => {
    if (!isChunkFailure(event.reason)) return;
    event.preventDefault();
    // By the browser's own means: what shows toasts did not come either.
    alert(isMissingChunk());
  });
}

/**
 * Loads the page anew where a part of its code is missing: once for each build, as a new deployment has other files, and
 * only if the site answers. Nothing happens where the browser cannot remember that it was done.
 */
export async function reloadOnce(build: string = [...document.scripts].map(({ src }) => src).join(' ')): Promise<void> {
  try {
    if (sessionStorage.getItem(NAME) === build) return;
    if (!(await fetch(window.location.href, { method: 'HEAD' })).ok) return;
    sessionStorage.setItem(NAME, build);
  } catch {
    return;
  }
  window.location.reload();
}
