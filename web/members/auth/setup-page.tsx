import { useNavigate, useParams } from 'react-router';
import { AuthPage } from './auth-page-frame.tsx';
import { SetupForm } from './setup-form.tsx';
import type { Head, HeadContext } from '#web/platform/page/head.ts';
import { useT } from '#web/platform/i18n/i18n.tsx';
import { useLinks } from '#web/platform/page/addresses.ts';

/** Where the one-time link of the first start's log leads: the first admin's account. */
export function Page() {
  const t = useT();
  const links = useLinks();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  return (
    <AuthPage title={t('auth.setup.title')}>
      <p className="muted">{t('auth.setup.text')}</p>
      <SetupForm token={token} onDone={() => void navigate(links.home())} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): Head {
  return { title: t('auth.setup.title'), hidden: true };
}
