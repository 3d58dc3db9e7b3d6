import { useNavigate, useParams } from 'react-router';
import { AuthPage } from './auth-page-frame.tsx';
import { SetupForm } from './setup-form.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';

/** Where the one-time link of the first start's log leads: the first admin's account. */
export function Page() {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  return (
    <AuthPage title={t('auth.setup.title')}>
      <p className="muted">{t('auth.setup.text')}</p>
      <SetupForm token={token} onDone={() => void navigate(links.admin('setup'))} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('auth.setup.title'), hidden: true };
}
