import { useState } from 'react';
import type { OwnUser } from '#contract/accounts.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { changeUser, readAccessToken } from '#web/platform/session/session.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { ResendButton } from '#web/members/auth/resend-button.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './warning-bar.css';

/** Reminds a member of what they owe: to verify their e-mail address, else a second factor, which the operator wants of staff, else to accept new terms. */
export function WarningBar({ verified, two_factor_owed: factor }: Pick<OwnUser, 'verified' | 'two_factor_owed'>) {
  const t = useTranslate();
  const links = useAddresses();
  const hasComments = useFeature('comments');
  if (verified && !factor) return <NewTerms />;
  return (
    <aside className="warning-bar" aria-label={t(verified ? 'auth.factorOwed.label' : 'auth.unverified.label')}>
      <Icon name={verified ? 'key' : 'mail'} />
      <span>
        {t(verified ? 'auth.factorOwed.text' : hasComments ? 'auth.unverified.text' : 'auth.unverified.label')}
      </span>
      {verified ? (
        <ButtonLink to={links.settings('two-factor')}>{t('auth.factorOwed.open')}</ButtonLink>
      ) : (
        <ResendButton />
      )}
    </aside>
  );
}

/** Asks to accept the terms that have changed; they can be read first, and nothing else is closed meanwhile. */
function NewTerms() {
  const t = useTranslate();
  const links = useAddresses();
  const [{ busy, failure }, setState] = useState({ busy: false, failure: '' });
  const accept = () => {
    const token = readAccessToken();
    setState({ busy: true, failure: '' });
    apiPost<OwnUser>('/account/terms').then(
      (user) => {
        changeUser(token, () => user);
        announce(t('account.saved'));
        // The button that was pressed is gone.
        document.getElementById('main')?.focus();
      },
      (error: Error) => setState({ busy: false, failure: error.message }),
    );
  };
  return (
    <aside className="warning-bar" aria-label={t('auth.terms.changed')}>
      <Icon name="flag" />
      <span>
        {t('auth.terms.changed')}{' '}
        <Link className="link" to={links.sitePage('terms')}>
          {t('auth.terms.read')}
        </Link>{' '}
        <strong role="alert">{failure}</strong>
      </span>
      <Button disabled={busy} onClick={accept}>
        {t('auth.terms.accept')}
      </Button>
    </aside>
  );
}
