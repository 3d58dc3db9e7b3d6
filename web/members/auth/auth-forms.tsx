import { closeAuth, openAuth, type AuthPopup } from '#web/platform/session/auth-dialog.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import './auth-forms.css';

/** The forms of the popup: the form it stands open with, and why it was opened. */
export function AuthForms({ form, why }: AuthPopup) {
  const t = useTranslate();
  const shared = { next: null, onDone: closeAuth, onForm: openAuth, inPopup: true };
  return (
    <>
      {why === null ? null : <p>{t(`auth.why.${why}`)}</p>}
      {form === 'login' ? (
        <LoginForm {...shared} />
      ) : form === 'register' ? (
        <RegisterForm {...shared} />
      ) : (
        <ResetRequestForm {...shared} />
      )}
    </>
  );
}
