import { useRevalidator } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from './alert.tsx';

/** Stands where a list would, when it could not be loaded: says so and why, and offers to try again. */
export function FailedList({ text, reason }: { text: string; reason: string }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  return (
    <Alert kind="bad">
      <span>
        {text} {reason}
      </span>
      <button type="button" className="alert__act" onClick={() => void revalidate()}>
        {t('latest.retry')}
      </button>
    </Alert>
  );
}
