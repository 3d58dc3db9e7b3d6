import { useParams } from 'react-router';
import { AuthPage } from './auth-page-frame.tsx';
import { ResetForm } from './reset-form.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** Where the link of the mail leads: a new password. */
export function Page() {
  const t = useTranslate();
  const { token = '' } = useParams();
  // The server renders the same page for every query it does not know.
  const email = useHydrated() ? (new URLSearchParams(window.location.search).get('email') ?? '') : '';
  return (
    <AuthPage title={t('auth.reset.newTitle')}>
      <ResetForm key={email} token={token} email={email} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('auth.reset.newTitle'), hidden: true };
}
