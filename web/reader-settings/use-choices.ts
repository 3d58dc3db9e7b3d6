import { useMemo } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { choicesStore, storedChoices, withChoices, withoutChoices, type Kept, type StoredChoices } from '#web/kept/reader-choices.ts';
import { originOf, readChoices, settingsInForce, unknownNames, type Choices, type Origin, type ReaderSettings, type Scope, type SettingName } from '#web/kept/reader-settings.ts';
import { userStore, useUser } from '#web/session/session.ts';
import { useStored } from '#web/stored.ts';
import { keepInAccount } from './account-reader.ts';

export interface SettingsControl {
  settings: ReaderSettings;
  /** What the comic itself asks for. */
  defaults: ReaderSettings;
  /** What was chosen in each scope. */
  choices: Record<Scope, Choices>;
  /** Whether among what is stored is something a newer version chose. */
  newer: boolean;
  /** Where the value in force of a setting comes from. */
  originOf: (name: SettingName) => Origin;
  choose: (scope: Scope, chosen: Partial<ReaderSettings>) => void;
  /** Forgets what was chosen in a scope, or some settings of it. */
  forget: (scope: Scope, names?: readonly SettingName[]) => void;
}

/** Whether it was said, on this page, that the browser keeps nothing: a slider would say it at every step. */
let warned = false;

/**
 * The choices in force over `defaults`, and how to change them. While hydrating nothing was chosen. Where neither the
 * browser nor the account keeps a change, it holds for this page, and a toast says so once.
 *
 * @param comicId whose choices `comic` means; 0 where there is no comic.
 */
export function useChoices(defaults: ReaderSettings, comicId: number): SettingsControl {
  const t = useT();
  const kept = useStored(choicesStore);
  const user = useUser();
  return useMemo(() => {
    const found = storedChoices(kept, user, comicId);
    const choices = { all: readChoices(found.all), device: readChoices(found.device), comic: readChoices(found.comic) };
    const warn = async (text: string) => {
      if (warned) { return; }
      warned = true;
      const { showToast } = await import('#web/ui/toasts.tsx');
      showToast({ kind: 'bad', text, closeLabel: t('reader.close') });
    };
    const change = (scope: Scope, next: (now: Kept) => Kept) => {
      const member = scope === 'all' ? userStore.get() : null;
      if (member !== null) {
        const all: StoredChoices = next({ ...choicesStore.get(), all: storedChoices(choicesStore.get(), member, comicId).all }).all;
        keepInAccount(all, () => void warn(t('reader.settings.unsent')));
      } else if (!choicesStore.change(next)) {
        void warn(t('reader.settings.unkept'));
      }
    };
    return {
      settings: settingsInForce(defaults, choices), defaults, choices,
      newer: Object.values(found).some((stored) => unknownNames(stored).length > 0),
      originOf: (name) => originOf(name, choices),
      choose: (scope, chosen) => change(scope, (now) => withChoices(now, scope, comicId, chosen)),
      forget: (scope, names) => change(scope, (now) => withoutChoices(now, scope, comicId, names)),
    };
  }, [kept, user, comicId, defaults, t]);
}
