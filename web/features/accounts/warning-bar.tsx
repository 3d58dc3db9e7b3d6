import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ResendButton } from './resend-button.tsx';
import './warning-bar.css';

/** Reminds a member that their e-mail address is not verified yet. */
export function WarningBar() {
  const t = useT();
  return (
    <aside className="warnbar" aria-label={t('auth.unverified.label')}>
      <Icon name="mail" />
      <span>{t('auth.unverified.text')}</span>
      <ResendButton />
    </aside>
  );
}
