import { ApiFailure } from './api.ts';
import type { MessageKey, T } from './i18n/i18n.tsx';

/** What went wrong with a page, as far as people are told apart: by status, or that no answer (`offline`) or no code (`chunk`) came. */
export type FailureKind = 'offline' | 'chunk' | 403 | 404 | 410 | 429 | 451 | 500 | 503;

const SAME: Partial<Record<number, FailureKind>> = { 0: 'offline', 401: 403, 403: 403, 404: 404, 410: 410, 429: 429, 451: 451, 502: 503, 503: 503, 504: 503 };
const TITLES: Record<FailureKind, MessageKey> = {
  offline: 'site.failure.offline.title', chunk: 'site.failure.chunk.title', 403: 'site.failure.403.title', 404: 'notfound.title', 410: 'site.failure.410.title',
  429: 'site.failure.429.title', 451: 'site.failure.451.title', 500: 'site.error.title', 503: 'site.failure.503.title',
};
const NAME = 'komawari.reloaded';

/** What went wrong, of anything that was thrown. */
export function kindOf(error: unknown): FailureKind {
  return error instanceof ApiFailure ? SAME[error.status] ?? 500 : isChunkFailure(error) ? 'chunk' : 500;
}

/** The title of a page that says what went wrong. */
export function titleOf(t: T, error: unknown): string {
  return t(TITLES[kindOf(error)] as 'site.error.title');
}

/** Whether a part of the site's code did not come: it took too long (`in-time.ts`), or the browser could not have it. */
export function isChunkFailure(error: unknown): boolean {
  const { name, message = '' } = (error ?? {}) as Partial<Error>;
  // Chromium and Firefox; Safari; Vite.
  return name === 'ChunkLoadError' || /dynamically imported module|importing a module|module script|preload CSS/i.test(message);
}

/**
 * Loads the page anew where a part of its code is missing: once for each build, as a new deployment has other files, and
 * only if the site answers. Nothing happens where the browser cannot remember that it was done.
 */
export async function reloadOnce(build: string = [...document.scripts].map(({ src }) => src).join(' ')): Promise<void> {
  try {
    if (sessionStorage.getItem(NAME) === build) { return; }
    if (!(await fetch(window.location.href, { method: 'HEAD' })).ok) { return; }
    sessionStorage.setItem(NAME, build);
  } catch { return; }
  window.location.reload();
}
