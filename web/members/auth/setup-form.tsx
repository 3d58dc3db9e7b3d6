import type { SignedIn } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { NewPassword } from './new-password.tsx';
import { NewUsername } from './new-username.tsx';
import { signIn } from './sign-in.ts';

/** Makes the first admin with the token the log showed, and signs in. */
export function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTranslate();
  const site = useSite();
  const { props, errors, message, busy } = useForm(
    async ({ username = '', email = '', password = '', password_confirmation: again = '' }) => {
      const answer = await apiPost<SignedIn>('/setup', {
        body: { token, username, email, password, password_confirmation: again },
      });
      if (signIn(answer, site, null)) {
        onDone();
      }
    },
  );
  return (
    <form className="stack" {...props}>
      {message === null ? null : (
        <Alert kind="bad">
          <span>{message}</span>
        </Alert>
      )}
      <NewUsername error={errors.username} />
      <Field
        label={t('auth.email.label')}
        name="email"
        type="email"
        error={errors.email}
        autoComplete="email"
        required
      />
      <NewPassword errors={errors} />
      <SubmitButton busy={busy} look={['primary', 'lg', 'wide']}>
        {t('auth.setup.submit')}
      </SubmitButton>
    </form>
  );
}
