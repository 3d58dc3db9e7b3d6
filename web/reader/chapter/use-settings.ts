import { useMemo, useSyncExternalStore } from 'react';
import { defaultSettings, type ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import { useChoices, type SettingsControl } from '#web/library/preferences/use-preferences.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import type { ChapterData } from './chapter-data.ts';

export type { SettingsControl };

/** The settings a chapter is read with, and how to change them. While hydrating they are what it asks for itself. */
export function useReaderSettings({
  comic,
  images,
  longStrip,
}: Pick<ChapterData, 'comic' | 'images' | 'longStrip'>): SettingsControl {
  const { variant } = useSite();
  const defaults = useMemo(
    () => defaultSettings({ direction: comic.direction, longStrip, pages: images }, variant),
    [comic.direction, longStrip, images, variant],
  );
  return useChoices(defaults, comic.id);
}

/** Screens on which two pages stand side by side: the same condition as in `paged-view.css`. */
const WIDE = '(width >= 64rem) and (orientation: landscape)';

/**
 * Whether pages stand two by two. The server, which knows no screen, says yes where the setting is `auto`; the style
 * sheet then hides the second page on small screens until the browser has said what it is.
 */
export function usePairs({ mode, layout, pairing }: ReaderSettings): boolean {
  const wide = useSyncExternalStore(
    watchWide,
    () => wideScreen().matches,
    () => true,
  );
  if (mode === 'webtoon' || layout === 'vertical') return false;
  return pairing === 'two' || (pairing === 'auto' && wide);
}

function watchWide(listener: () => void): () => void {
  wideScreen().addEventListener('change', listener);
  return () => wideScreen().removeEventListener('change', listener);
}

let query: MediaQueryList | undefined;

/** Asked at every turn of a page, so it is made once. */
function wideScreen(): MediaQueryList {
  query ??= window.matchMedia(WIDE);
  return query;
}
