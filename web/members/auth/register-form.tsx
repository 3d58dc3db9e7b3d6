import type { SignedIn } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { CaptchaPanel } from '#web/ui/captcha/captcha-panel.tsx';
import { useCaptcha } from '#web/ui/captcha/captcha.ts';
import { FormLink, type FormProps } from './form-link.tsx';
import { NewPassword } from './new-password.tsx';
import { NewUsername } from './new-username.tsx';
import { signIn } from './sign-in.ts';
import { WayButtons } from '#web/members/ways/way-buttons.tsx';
import { useCountdown } from '#web/ui/feedback/use-countdown.ts';

/** The ways to become a member: by a name and a password where the site takes them, and by the word of a provider. */
export function RegisterForm({ next, onDone, onForm, inPopup = false }: FormProps) {
  const t = useTranslate();
  const { features, signIn: ways } = useSite();
  const isOpen = features.includes('register') && ways.passwords;
  return (
    <div className="stack">
      {isOpen ? <NewAccount next={next} onDone={onDone} inPopup={inPopup} /> : null}
      <WayButtons next={next} below={isOpen} forNewcomers />
      <p className="muted small auth__other">
        {t('auth.register.known')}{' '}
        <FormLink form="login" onForm={onForm} next={next}>
          {t('auth.login.title')}
        </FormLink>
      </p>
    </div>
  );
}

/** Makes an account and signs in to it; the device proves that it took pains. */
function NewAccount({ next, onDone, inPopup = false }: FormProps) {
  const t = useTranslate();
  const site = useSite();
  const captcha = useCaptcha('register');
  const { props, errors, message, failure, busy } = useForm(
    async ({ username = '', email = '', password = '', password_confirmation: again = '' }) => {
      const answer = await captcha.send((solved) =>
        apiPost<SignedIn>('/register', {
          body: { username, email, password, password_confirmation: again, captcha: solved },
        }),
      );
      if (signIn(answer, site, next)) {
        onDone();
      }
    },
  );
  const wait = useCountdown(failure);
  return (
    <form className="stack" {...props}>
      {message === null ? null : (
        <Alert kind="bad">
          <span>{message}</span>
        </Alert>
      )}
      <NewUsername error={errors.username} inPopup={inPopup} />
      <Field
        label={t('auth.email.label')}
        name="email"
        type="email"
        error={errors.email}
        hint={t('auth.register.emailHint')}
        autoComplete="email"
        required
      />
      <NewPassword errors={errors} />
      <CaptchaPanel progress={captcha.progress} />
      <SubmitButton busy={busy} disabled={wait > 0} look={['primary', 'lg', 'wide']}>
        {wait > 0 ? t('auth.wait', { seconds: wait }) : t('auth.register.submit')}
      </SubmitButton>
    </form>
  );
}
