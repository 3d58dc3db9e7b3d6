import { AuthPage } from './auth-page-frame.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** The page to ask for a mail that resets the password. */
export function Page() {
  const t = useTranslate();
  return (
    <AuthPage title={t('auth.reset.title')}>
      <ResetRequestForm next={null} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('auth.reset.title'), hidden: true };
}
