import { useState } from 'react';
import type { LoginAnswer, SecondStepOwed } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { CaptchaPanel } from '#web/ui/captcha/captcha-panel.tsx';
import { useCaptcha } from '#web/ui/captcha/captcha.ts';
import { FormLink, type FormProps } from './form-link.tsx';
import { SecondStep } from './second-step.tsx';
import { signIn } from './sign-in.ts';
import { focusOnOpen } from './focus-on-open.ts';
import { useCountdown } from '#web/ui/feedback/use-countdown.ts';

/** Signs in by name or e-mail address and password, and a second step where the account has one. */
export function LoginForm({ next, onDone, onForm, inPopup = false }: FormProps) {
  const t = useTranslate();
  const site = useSite();
  const [owed, setOwed] = useState<SecondStepOwed['two_factor'] | null>(null);
  const captcha = useCaptcha('login');
  const { props, errors, message, failure, busy } = useForm(
    async ({ username = '', password = '', remember_me: remember }) => {
      const answer = await captcha.send((solved) =>
        apiPost<LoginAnswer>('/login', {
          body: { username, password, remember_me: remember !== undefined, captcha: solved },
        }),
      );
      if ('two_factor' in answer) {
        setOwed(answer.two_factor);
      } else if (signIn(answer, site, next)) {
        onDone();
      }
    },
  );
  const wait = useCountdown(failure);
  if (owed !== null) {
    return (
      <SecondStep
        owed={owed}
        onSignedIn={(answer) => {
          if (signIn(answer, site, next)) {
            onDone();
          }
        }}
        onBack={() => setOwed(null)}
      />
    );
  }
  return (
    <form className="stack" {...props}>
      {message === null ? null : (
        <Alert kind="bad">
          <span>{message}</span>
        </Alert>
      )}
      <Field
        label={t('auth.login.username')}
        name="username"
        error={errors.username}
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        ref={inPopup ? focusOnOpen : undefined}
      />
      <PasswordField name="password" error={errors.password} autoComplete="current-password" required />
      <div className="row row--between">
        <Check name="remember_me" value="on" checked>
          {t('auth.login.remember')}
        </Check>
        <FormLink form="reset" onForm={onForm} next={next}>
          {t('auth.login.forgot')}
        </FormLink>
      </div>
      <CaptchaPanel progress={captcha.progress} />
      <SubmitButton busy={busy} disabled={wait > 0} look={['primary', 'lg', 'wide']}>
        {wait > 0 ? t('auth.wait', { seconds: wait }) : t('auth.login.submit')}
      </SubmitButton>
      {site.features.includes('register') ? (
        <p className="muted small auth__other">
          {t('auth.login.new')}{' '}
          <FormLink form="register" onForm={onForm} next={next}>
            {t('auth.register.title')}
          </FormLink>
        </p>
      ) : null}
    </form>
  );
}
