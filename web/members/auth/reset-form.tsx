import { useState } from 'react';
import type { MessageResponse } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { NewPassword } from './new-password.tsx';
import { useCountdown } from '#web/ui/feedback/use-countdown.ts';

/** Sets a new password with the token of a mail; `email` is what that mail's link says. Whoever is signed in is signed out by it. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  const t = useTranslate();
  const links = useAddresses();
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  const { props, errors, message, failure, busy } = useForm(async (values) => {
    const { email: address = '', password = '', password_confirmation: again = '' } = values;
    setSentMessage(
      (
        await apiPost<MessageResponse>('/password/reset', {
          body: { token, email: address, password, password_confirmation: again },
        })
      ).message,
    );
  });
  const wait = useCountdown(failure);
  if (sentMessage !== null) {
    return (
      <div className="stack">
        <Alert kind="good">
          <span>{sentMessage}</span>
        </Alert>
        <ButtonLink look={['primary', 'lg', 'wide']} to={links.login()}>
          {t('auth.login.title')}
        </ButtonLink>
      </div>
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
        label={t('auth.email.label')}
        name="email"
        type="email"
        defaultValue={email}
        error={errors.email}
        autoComplete="username"
        required
      />
      <NewPassword errors={errors} />
      <SubmitButton busy={busy} disabled={wait > 0} look={['primary', 'lg', 'wide']}>
        {wait > 0 ? t('auth.wait', { seconds: wait }) : t('auth.reset.save')}
      </SubmitButton>
    </form>
  );
}
