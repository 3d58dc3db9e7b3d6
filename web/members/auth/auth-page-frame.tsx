import type { ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import './auth-forms.css';

/** A page of one form, with its heading; without scripts it says that they are needed. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className="stack auth">
      <h1>{title}</h1>
      <noscript>
        <Alert kind="warn">
          <span>{t('auth.noscript')}</span>
        </Alert>
      </noscript>
      {children}
    </div>
  );
}
