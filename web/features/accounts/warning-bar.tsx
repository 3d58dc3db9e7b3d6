import { useT } from '#web/i18n/i18n.tsx';
import { useLinks } from '#web/links.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ResendButton } from './resend-button.tsx';
import './warning-bar.css';

/** Reminds a member of what they owe: to verify their e-mail address, else a second factor, which the operator wants of staff. */
export function WarningBar({ verified }: { verified: boolean }) {
  const t = useT();
  const links = useLinks();
  return (
    <aside className="warnbar" aria-label={t(verified ? 'auth.factorOwed.label' : 'auth.unverified.label')}>
      <Icon name={verified ? 'key' : 'mail'} />
      <span>{t(verified ? 'auth.factorOwed.text' : 'auth.unverified.text')}</span>
      {verified ? <ButtonLink to={links.settings('two-factor')}>{t('auth.factorOwed.open')}</ButtonLink> : <ResendButton />}
    </aside>
  );
}
