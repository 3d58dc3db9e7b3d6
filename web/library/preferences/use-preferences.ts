import { useMemo } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import {
  preferencesStore,
  parsePreferences,
  storedPreferences,
  withPreferences,
  withoutChoices,
  type StoredPreferences,
} from './reader-preferences.ts';
import {
  settingOrigin,
  resolveSettings,
  unknownNames,
  type Choices,
  type Origin,
  type ReaderSettings,
  type Scope,
  type SettingName,
} from './reader-settings.ts';
import { userStore, useUser } from '#web/platform/session/session.ts';
import { createStore } from '#web/platform/state/store.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { savePreferences } from './account-preferences.ts';

export interface SettingsControl {
  settings: ReaderSettings;
  /** The settings the comic itself asks for. */
  defaults: ReaderSettings;
  /** The preferences of each scope. */
  choices: Record<Scope, Choices>;
  /** Whether among what is stored is something a newer version chose. */
  newer: boolean;
  /** Why the last change holds for this page only (`unkept`) or for this browser (`unsent`); null where all is well. */
  trouble: 'unkept' | 'unsent' | null;
  /** Where the value in force of a setting comes from. */
  originFor: (name: SettingName) => Origin;
  choose: (scope: Scope, chosen: Partial<ReaderSettings>) => void;
  /** Forgets what was chosen in a scope, or some settings of it. */
  forget: (scope: Scope, names?: readonly SettingName[]) => void;
}

/** The reason why the last change is not kept: the browser (`unkept`), or an account that could not be told (`unsent`). */
const trouble = createStore<'unkept' | 'unsent' | null>(null);

/**
 * The choices in force over `defaults`, and how to change them. While hydrating nothing was chosen. Where neither the
 * browser nor the account keeps a change, it holds for this page, and a toast says so.
 *
 * @param comicId whose choices `comic` means; 0 where there is no comic.
 */
export function useChoices(defaults: ReaderSettings, comicId: number): SettingsControl {
  const t = useTranslate();
  const preferences = usePersistentStore(preferencesStore);
  const user = useUser();
  const troubled = trouble.use();
  return useMemo(() => {
    const found = storedPreferences(preferences, user, comicId);
    const choices = parsePreferences(found);
    const note = (what: 'unkept' | 'unsent' | null) => {
      if (trouble.get() === what) return;
      trouble.set(what);
      if (what !== null) {
        void import('#web/ui/feedback/toasts.tsx').then(({ showToast }) =>
          showToast({ kind: 'bad', text: t(`reader.settings.${what}`), closeLabel: t('reader.close') }),
        );
      }
    };
    const change = (scope: Scope, next: (now: StoredPreferences) => StoredPreferences) => {
      const member = scope === 'all' ? userStore.get() : null;
      if (member === null) {
        note(preferencesStore.change(next) ? null : 'unkept');
        return;
      }
      const preferences = preferencesStore.get();
      savePreferences(
        next({ ...preferences, all: storedPreferences(preferences, member, comicId).all }).all,
        (arrived) => note(arrived ? null : 'unsent'),
      );
    };
    return {
      settings: resolveSettings(defaults, choices),
      defaults,
      choices,
      newer: Object.values(found).some((stored) => unknownNames(stored).length > 0),
      trouble: troubled,
      originFor: (name) => settingOrigin(name, choices),
      choose: (scope, chosen) => change(scope, (now) => withPreferences(now, scope, comicId, chosen)),
      forget: (scope, names) => change(scope, (now) => withoutChoices(now, scope, comicId, names)),
    };
  }, [preferences, user, troubled, comicId, defaults, t]);
}
