import { AuthPage } from './auth-page-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { usePostLoginRedirect } from './use-post-login-redirect.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** The page to sign in on, for links from elsewhere and new tabs; the popup has the same form. */
export function Page() {
  const t = useTranslate();
  const { next, leave } = usePostLoginRedirect();
  return (
    <AuthPage title={t('auth.login.title')}>
      <LoginForm next={next} onDone={leave} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('auth.login.title'), hidden: true };
}
