import { useParams } from 'react-router';
import { AuthPage } from './auth-page-frame.tsx';
import { VerifyStatus } from './verify-status.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** Where the link of a mail leads that verifies an address. */
export function Page() {
  const t = useTranslate();
  const { hash = '' } = useParams();
  return (
    <AuthPage title={t('auth.verify.title')}>
      <VerifyStatus hash={hash} />
    </AuthPage>
  );
}

/** The page's head. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('auth.verify.title'), hidden: true };
}
