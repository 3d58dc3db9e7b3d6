import { AuthPage } from './auth-page-frame.tsx';
import { RegisterForm } from './register-form.tsx';
import { usePostLoginRedirect } from './use-post-login-redirect.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { ApiFailure } from '#web/platform/api/api.ts';
import { useCanRegister } from '#web/platform/page/root-data.ts';

/** The page to make an account on; there is none where the site takes no new members. */
export function Page() {
  if (!useCanRegister()) throw new ApiFailure(404, '', null);
  const t = useTranslate();
  const { next, leave } = usePostLoginRedirect();
  return (
    <AuthPage title={t('auth.register.title')}>
      <RegisterForm next={next} onDone={leave} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('auth.register.title'), hidden: true };
}
