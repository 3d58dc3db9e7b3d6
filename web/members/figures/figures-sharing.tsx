import { useState } from 'react';
import type { FiguresShare } from '#contract/figures.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { CopyButton } from '#web/ui/feedback/copy-button.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { timeZoneName } from '#web/ui/form/local-datetime.ts';
import '#web/ui/form/field.css';

/** Makes the address by which others see the member’s figures, shows it, and takes it back. */
export function FiguresSharing({ token: before }: { token: string | null }) {
  const t = useTranslate();
  const links = useAddresses();
  const [token, setToken] = useState(before);
  const [failure, setFailure] = useState('');
  const attempt = (change: () => Promise<string | null>) => {
    setFailure('');
    change().then(setToken, ({ message }: Error) => setFailure(message));
  };
  const share = async () => {
    const { token: made } = await apiSend<FiguresShare>('PUT', '/account/figures/share', {
      body: { zone: timeZoneName() },
    });
    return made;
  };
  const unshare = async () => {
    await apiSend('DELETE', '/account/figures/share');
    showToast({ text: t('figures.share.stopped'), closeLabel: t('library.toast.close') });
    return null;
  };
  const address = token === null ? '' : window.location.origin + links.sharedFigures(token);
  return (
    <Panel title={t('figures.share.title')}>
      <div className="stack">
        <p>{t('figures.share.text')}</p>
        {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
        {token === null ? (
          <div>
            <Button onClick={() => attempt(share)}>{t('figures.share.start')}</Button>
          </div>
        ) : (
          <div className="reading-share">
            <input
              className="input"
              aria-label={t('figures.share.link')}
              dir="ltr"
              readOnly
              value={address}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton text={address} />
            <Button onClick={() => attempt(unshare)}>{t('figures.share.stop')}</Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
