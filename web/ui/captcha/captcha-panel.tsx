import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import './captcha-panel.css';

/** Says that the device solves a puzzle, and how far it is; nothing while it does not. The region stands before it speaks. */
export function CaptchaPanel({ progress }: { progress: number | null }) {
  const t = useTranslate();
  return (
    <div role="status" className="captcha">
      {progress === null ? null : (
        <div className="captcha__box">
          <span className="is-busy">
            <Mark />
          </span>
          <div>
            <b>{t('auth.captcha.title')}</b>
            <p className="muted small">{t('auth.captcha.text')}</p>
          </div>
          <progress max={1} value={progress} aria-label={t('auth.captcha.title')} />
        </div>
      )}
    </div>
  );
}
