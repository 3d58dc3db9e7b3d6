import { useState } from 'react';
import type { TitleChoice } from '#contract/accounts.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { keepTitles, readTitles } from '#web/platform/account/titles-choice.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { TitlesField } from './titles-field.tsx';

/** How comics are shown to this visitor, in this browser or wherever they sign in; each choice holds at once. */
export function DisplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate();
  const user = useUser();
  const { run, failure, busy } = useMutation();
  const [titles, setTitles] = useState(readTitles);
  const choose = async (next: TitleChoice) => {
    const isKept = await run(async () => {
      setTitles(next);
      if (user) {
        await saveSettings({ titles: next });
      }
      keepTitles(next);
    }, t('display.saved'));
    if (!isKept) {
      setTitles(readTitles());
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('display.title')} closeLabel={t('hidden.close')}>
      <p className="muted small">{t(user ? 'display.text.member' : 'display.text.guest')}</p>
      <div aria-busy={busy}>
        <TitlesField value={titles} onChange={(next) => void choose(next)} />
      </div>
      {failure === '' ? null : (
        <p className="bad small" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
