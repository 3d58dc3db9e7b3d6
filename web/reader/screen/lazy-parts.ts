import { preferencesStore, parsePreferences, storedPreferences } from '#web/library/preferences/reader-preferences.ts';
import { defaultSettings, resolveSettings } from '#web/library/preferences/reader-settings.ts';
import { userStore } from '#web/platform/session/session.ts';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';

export const Strip = lazyPart(async () => (await import('#web/reader/strip/strip-run.tsx')).StripRun, {
  whenMissing: 'fail',
});
export const EndPanel = lazyPart(async () => (await import('#web/reader/bars/end-panel.tsx')).EndPanel, {
  whenMissing: 'fail',
});
export const Tools = lazyPart(async () => (await import('./reader-tools.tsx')).ReaderTools, { whenMissing: 'retry' });

/**
 * Fetches the parts this chapter needs at once: a strip where it is one by itself or as its reader chose, which shows what
 * stands at its end, too. The server has all of them always.
 */
export async function prepareParts({ comic, images, longStrip, closed }: ChapterData): Promise<void> {
  if (import.meta.env.SSR) {
    await Promise.all([Strip.load(), EndPanel.load()]);
    return;
  }
  const variant = document.documentElement.dataset.variant === 'webtoon' ? 'webtoon' : 'comic';
  const defaults = defaultSettings({ direction: comic.direction, longStrip, pages: images }, variant);
  const chosen = resolveSettings(
    defaults,
    parsePreferences(storedPreferences(preferencesStore.get(), userStore.get(), comic.id)),
  );
  const runs = defaults.mode === 'webtoon' || chosen.mode === 'webtoon';
  await Promise.all([runs && Strip.load(), (runs || closed !== null || images.length === 0) && EndPanel.load()]);
}
