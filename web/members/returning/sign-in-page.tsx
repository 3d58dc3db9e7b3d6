import { useParams } from 'react-router';
import { AuthPage } from '#web/members/auth/auth-page-frame.tsx';
import { ProviderReturn } from './provider-return.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** Where a provider sends the browser back to, where the proxy is asked who is here, and where an operator’s link leads. */
export function Page() {
  const t = useTranslate();
  const { provider = '' } = useParams();
  return (
    <AuthPage title={t('auth.login.title')}>
      <ProviderReturn provider={provider} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('auth.login.title'), hidden: true };
}
