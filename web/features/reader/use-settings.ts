import { useMemo, useSyncExternalStore } from 'react';
import type { OwnUser } from '#contract/accounts.ts';
import type { ComicCard } from '#contract/comics.ts';
import { saveSettings } from '#web/session/account-settings.ts';
import { choicesForAll, choicesOf, choicesStore, withChoices, withoutChoices, type Kept } from '#web/kept/reader-choices.ts';
import { defaultSettings, originOf, settingsInForce, type Choices, type Origin, type ReaderSettings, type Scope } from '#web/kept/reader-settings.ts';
import { keepUser, useUser } from '#web/session/session.ts';
import { useSite } from '#web/site.ts';
import { useStored } from '#web/stored.ts';

export interface SettingsControl {
  settings: ReaderSettings;
  /** Where the value in force of a setting comes from. */
  originOf: (name: keyof ReaderSettings) => Origin;
  choose: (scope: Scope, chosen: Partial<ReaderSettings>) => void;
  /** Forgets what was chosen in a scope, or one setting of it. */
  forget: (scope: Scope, name?: keyof ReaderSettings) => void;
}

/** The settings a comic is read with, and how to change them. While hydrating they are what the comic asks for. */
export function useReaderSettings(comic: Pick<ComicCard, 'id' | 'direction'>): SettingsControl {
  const { variant } = useSite();
  const kept = useStored(choicesStore);
  const user = useUser();
  return useMemo(() => {
    const all = choicesForAll(kept, user);
    const choices = { all, device: kept.device, comic: choicesOf(kept, comic.id) };
    const change = (scope: Scope, next: (now: Kept) => Kept) => {
      choicesStore.change((now) => next({ ...now, all }));
      if (scope === 'all' && user !== null) { keepInAccount(user, choicesStore.get().all); }
    };
    return {
      settings: settingsInForce(defaultSettings(comic.direction, variant), choices),
      originOf: (name) => originOf(name, choices),
      choose: (scope, chosen) => change(scope, (now) => withChoices(now, scope, comic.id, chosen)),
      forget: (scope, name) => change(scope, (now) => withoutChoices(now, scope, comic.id, name)),
    };
  }, [kept, user, comic.id, comic.direction, variant]);
}

/** A member's choice for all comics holds at once, and on their other devices when they read there. */
function keepInAccount(user: OwnUser, reader: Choices): void {
  keepUser({ ...user, settings: { ...user.settings, reader } });
  // Where the account cannot be reached, it holds in this browser.
  saveSettings({ reader }).catch(() => {});
}

/** Screens on which two pages stand side by side: the same condition as in `paged-view.css`. */
const WIDE = '(width >= 64rem) and (orientation: landscape)';

/**
 * Whether pages stand two by two. The server, which knows no screen, says yes where the setting is `auto`; the style
 * sheet then hides the second page on small screens until the browser has said what it is.
 */
export function usePairs({ mode, layout, pairing }: ReaderSettings): boolean {
  const wide = useSyncExternalStore(watchWide, () => window.matchMedia(WIDE).matches, () => true);
  if (mode === 'webtoon' || layout === 'vertical') { return false; }
  return pairing === 'two' || (pairing === 'auto' && wide);
}

function watchWide(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
