import { useEffect } from 'react';
import { useT } from '#web/platform/i18n/i18n.tsx';
import { choicesStore } from '#web/library/preferences/reader-preferences.ts';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import type { SettingsControl } from '#web/reader/chapter/use-settings.ts';

/** Proposes smaller pictures, once in a browser, where the visitor's device is set to save data. */
export function SaverOffer({ control }: { control: SettingsControl }) {
  const t = useT();
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData !== true || control.settings.saver || choicesStore.get().saverOffered) { return; }
    choicesStore.change((kept) => ({ ...kept, saverOffered: true }));
    showToast({
      text: t('reader.settings.offer'), closeLabel: t('reader.close'),
      action: { label: t('reader.settings.offer.take'), run: () => control.choose('device', { saver: true }) },
    });
  }, []);
  return null;
}
