import { useEffect, useRef } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { CopyButton } from '#web/ui/feedback/copy-button.tsx';
import { saveText } from '#web/platform/state/save-text.ts';
import './recovery-codes.css';

/** New recovery codes, which are shown this once: to be copied, kept as a file or written down. */
export function RecoveryCodesShown({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, [codes]);
  return (
    <section className="recovery" aria-labelledby="recovery-title">
      <h2 id="recovery-title" tabIndex={-1} ref={heading}>
        {t('account.recovery.shown')}
      </h2>
      <p>{t('account.recovery.keep')}</p>
      <ul className="recovery__codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={codes.join('\n')} />
        <Button onClick={() => saveText(`${location.hostname}-recovery-codes.txt`, codes.join('\n'))}>
          <Icon name="download" />
          {t('account.recovery.download')}
        </Button>
        <Button look={['primary']} onClick={onDone}>
          {t('account.recovery.done')}
        </Button>
      </div>
    </section>
  );
}
