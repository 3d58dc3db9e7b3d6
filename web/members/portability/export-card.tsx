import { useRef, useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '#contract/portability.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { formatBytes } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { exportFile } from './export-file.ts';
import './export-card.css';

/** Everything stored about a member, to take away: all of it, as a table, or for other sites of comics. */
export function ExportCard() {
  const t = useTranslate();
  const locale = useLocale();
  const hasFavorites = useFeature('favorites');
  const [state, setState] = useState<{ format: ExportFormat; bytes: number; done: boolean } | null>(null);
  const [failure, setFailure] = useState('');
  const going = useRef<AbortController | null>(null);
  const start = async (format: ExportFormat) => {
    if (going.current !== null) return;
    const mine = new AbortController();
    going.current = mine;
    setFailure('');
    setState({ format, bytes: 0, done: false });
    try {
      await exportFile(format, (bytes) => setState({ format, bytes, done: false }), mine.signal);
      setState((now) => (now === null ? null : { ...now, done: true }));
      announce(t('account.export.done'));
    } catch (error) {
      setState(null);
      if (!mine.signal.aborted) {
        setFailure((error as Error).message || t('site.error.network'));
      }
    }
    going.current = null;
  };
  return (
    <SetCard title={t('account.export.title')} text={t('account.export.text')}>
      <ul className="exports">
        {EXPORT_FORMATS.filter((format) => hasFavorites || format !== 'mal').map((format) => (
          <li key={format}>
            <Button aria-disabled={(state !== null && !state.done) || undefined} onClick={() => void start(format)}>
              <Icon name="download" />
              {t(`account.export.${format}`)}
            </Button>
            <span className="muted small">{t(`account.export.${format}.text`)}</span>
          </li>
        ))}
      </ul>
      <div className="exports__state">
        {state === null ? null : (
          <>
            <progress
              className="exports__bar"
              aria-label={t('account.export.going')}
              {...(state.done ? { value: 1 } : {})}
            />
            <p className="row row--between small num">
              <span className={state.done ? 'good' : 'muted'}>
                {state.done ? t('account.export.done') : t('account.export.going')} · {formatBytes(locale, state.bytes)}
              </span>
              {state.done ? null : (
                <Button look={['ghost']} onClick={() => going.current?.abort()}>
                  {t('account.cancel')}
                </Button>
              )}
            </p>
          </>
        )}
      </div>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
    </SetCard>
  );
}
