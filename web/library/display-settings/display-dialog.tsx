import { useState } from 'react';
import type { AccountSettings } from '#contract/accounts.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { keepTitles, readTitles } from '#web/platform/account/titles-choice.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useListsAdults } from '#web/platform/page/root-data.ts';
import { useUser } from '#web/platform/session/session.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { blurStore, keepBlur } from '#web/platform/account/blurred-covers.ts';
import { BlurField, TitlesField } from './display-fields.tsx';

/** How comics are shown to this visitor, in this browser or wherever they sign in; each choice holds at once. */
export function DisplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate();
  const user = useUser();
  const listsAdults = useListsAdults();
  const { run, failure, busy } = useMutation();
  const blurred = usePersistentStore(blurStore);
  const [titles, setTitles] = useState(readTitles);
  const choose = (settings: Pick<AccountSettings, 'titles' | 'blurred'>, keep: () => void) =>
    run(async () => {
      if (user) {
        await saveSettings(settings);
      }
      keep();
    }, t('display.saved'));
  return (
    <Dialog open={open} onClose={onClose} title={t('display.title')} closeLabel={t('hidden.close')}>
      <p className="muted small">{t(user ? 'display.text.member' : 'display.text.guest')}</p>
      <div className="stack" aria-busy={busy}>
        <TitlesField
          value={titles}
          onChange={(next) => {
            setTitles(next);
            void choose({ titles: next }, () => keepTitles(next)).then((isKept) => isKept || setTitles(readTitles()));
          }}
        />
        {listsAdults ? (
          <BlurField value={blurred} onChange={(next) => void choose({ blurred: next }, () => keepBlur(next))} />
        ) : null}
      </div>
      {failure === '' ? null : (
        <p className="bad small" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
