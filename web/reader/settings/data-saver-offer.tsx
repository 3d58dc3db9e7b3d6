import { useEffect } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { preferencesStore } from '#web/library/preferences/reader-preferences.ts';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import type { SettingsControl } from '#web/reader/chapter/use-settings.ts';

/** Proposes smaller pictures, once in a browser, where the visitor's device is set to save data. */
export function SaverOffer({ control }: { control: SettingsControl }) {
  const t = useTranslate();
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData !== true || control.settings.saver || preferencesStore.get().saverOffered) return;
    preferencesStore.change((kept) => ({ ...kept, saverOffered: true }));
    showToast({
      text: t('reader.settings.offer'),
      closeLabel: t('reader.close'),
      action: { label: t('reader.settings.offer.take'), run: () => control.choose('device', { saver: true }) },
    });
    // oxlint-disable-next-line react/exhaustive-deps -- proposed once, when the reader opens
  }, []);
  return null;
}
