import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportReview } from '#contract/portability.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import './import-card.css';

/** Takes a file of another program, or of another site like this; what it would change is shown on a page of its own first. */
export function ImportCard() {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const send = async (file: File | undefined) => {
    if (file === undefined || busy) return;
    setBusy(true);
    setFailure('');
    try {
      // Whatever the browser takes the file for: the server reads what it is.
      const { id } = await apiPost<ImportReview>('/account/import', {
        body: new Blob([file], { type: 'application/octet-stream' }),
      });
      await navigate(links.settingsImport(id));
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <SetCard title={t('account.import.title')} text={t('account.import.text')}>
      <ul className="importable small">
        <li>{t('account.import.komawari')}</li>
        <li>{t('account.import.mal')}</li>
        <li>{t('account.import.mihon')}</li>
      </ul>
      <div>
        <Button
          aria-disabled={busy || undefined}
          className={busy ? 'is-busy' : undefined}
          onClick={() => {
            if (!busy) {
              input.current?.click();
            }
          }}
        >
          {busy ? <Mark /> : <Icon name="upload" />}
          {t(busy ? 'account.import.reading' : 'account.import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,.xml,.gz,.tachibk,.proto"
          hidden
          aria-label={t('account.import.choose')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            void send(file).finally(() => {
              currentTarget.value = '';
            });
          }}
        />
      </div>
      <p className="hint">{t('account.import.hint')}</p>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
    </SetCard>
  );
}
