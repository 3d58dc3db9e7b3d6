import { useState, type ReactNode } from 'react';
import type { LoginAnswer, SecondStepOwed, SignedIn } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { beginSession } from '#web/platform/session/session.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { CaptchaPanel } from '#web/ui/captcha/captcha-panel.tsx';
import { useCaptcha } from '#web/ui/captcha/captcha.ts';
import { SecondStep } from './second-step.tsx';
import { focusOnOpen } from './focus-on-open.ts';
import { useCountdown } from '#web/ui/feedback/use-countdown.ts';

interface Props {
  onSignedIn: (answer: SignedIn) => void;
  /** The name that stands in its field at first. */
  username?: string;
  /** Done with the password for who has just signed in, before `onSignedIn`. */
  join?: (password: string) => Promise<unknown>;
  inPopup?: boolean;
  /** Told whether the second step stands in the form’s place. */
  onSecondStep?: (isOwed: boolean) => void;
  /** Beside the box that keeps the session. */
  children?: ReactNode;
}

/** Signs in by name or e-mail address and password, and a second step where the account has one. */
export function PasswordLogin({ onSignedIn, username: first, join, inPopup = false, onSecondStep, children }: Props) {
  const t = useTranslate();
  const [owed, setOwed] = useState<(SecondStepOwed['two_factor'] & { password: string }) | null>(null);
  const captcha = useCaptcha('login');
  const enter = async (answer: SignedIn, password: string) => {
    if (join !== undefined) {
      beginSession(answer.auth.access_token, answer.user);
      await join(password);
    }
    onSignedIn(answer);
  };
  const { props, errors, message, failure, busy } = useForm(
    async ({ username = '', password = '', remember_me: remember }) => {
      const answer = await captcha.send((solved) =>
        apiPost<LoginAnswer>('/login', {
          body: { username, password, remember_me: remember !== undefined, captcha: solved },
        }),
      );
      if ('two_factor' in answer) {
        setOwed({ ...answer.two_factor, password });
        onSecondStep?.(true);
      } else {
        await enter(answer, password);
      }
    },
  );
  const wait = useCountdown(failure);
  if (owed !== null) {
    return (
      <SecondStep
        owed={owed}
        onSignedIn={(answer) => enter(answer, owed.password)}
        onBack={() => {
          setOwed(null);
          onSecondStep?.(false);
        }}
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
        defaultValue={first}
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
        {children}
      </div>
      <CaptchaPanel progress={captcha.progress} />
      <SubmitButton busy={busy} disabled={wait > 0} look={['primary', 'lg', 'wide']}>
        {wait > 0 ? t('auth.wait', { seconds: wait }) : t('auth.login.submit')}
      </SubmitButton>
    </form>
  );
}
