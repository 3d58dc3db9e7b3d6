import { createElement, useEffect, useState, type ComponentType } from 'react';
import { preferencesStore, parsePreferences, storedPreferences } from '#web/library/preferences/reader-preferences.ts';
import { defaultSettings, resolveSettings } from '#web/library/preferences/reader-settings.ts';
import { userStore } from '#web/platform/session/session.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';

/** A part the pages can do without is asked for again this often, in ms. */
const AGAIN = 5000;

/**
 * A part of the reader that not every chapter needs at first, with code of its own: it is there once that is. `load`
 * fetches it ahead. Where its code cannot be had the page fails, unless it is asked for again after so many ms (`again`).
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>, again: number | null = null) {
  let part: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => { part ??= await fetchPart(); };
  function Later(props: Props) {
    const [failure, setFailure] = useState<Error | null>(null);
    const [, setLoaded] = useState(false);
    useEffect(() => {
      let isGone = part !== null;
      const ask = () => { if (!isGone) { load().then(() => setLoaded(true), again === null ? setFailure : () => setTimeout(ask, again)); } };
      ask();
      return () => { isGone = true; };
    }, []);
    if (failure !== null) { throw failure; }
    return part === null ? null : createElement(part, props);
  }
  return Object.assign(Later, { load });
}

export const Strip = later(async () => (await import('#web/reader/strip/strip-run.tsx')).StripRun);
export const EndPanel = later(async () => (await import('#web/reader/bars/end-panel.tsx')).EndPanel);
export const Tools = later(async () => (await import('./reader-tools.tsx')).ReaderTools, AGAIN);

/**
 * Fetches the parts this chapter needs at once: a strip where it is one by itself or as its reader chose, which shows what
 * stands at its end, too. The server has all of them always.
 */
export async function prepareParts({ comic, images, longStrip, closed }: ChapterData): Promise<void> {
  if (import.meta.env.SSR) { await Promise.all([Strip.load(), EndPanel.load()]); return; }
  const variant = document.documentElement.dataset.variant === 'webtoon' ? 'webtoon' : 'comic';
  const defaults = defaultSettings({ direction: comic.direction, longStrip, pages: images }, variant);
  const chosen = resolveSettings(defaults, parsePreferences(storedPreferences(preferencesStore.get(), userStore.get(), comic.id)));
  const runs = defaults.mode === 'webtoon' || chosen.mode === 'webtoon';
  await Promise.all([runs && Strip.load(), (runs || closed !== null || images.length === 0) && EndPanel.load()]);
}
