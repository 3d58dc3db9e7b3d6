import { useState } from 'react';
import type { SignedIn } from '#contract/accounts.ts';
import type { Newcomer } from '#contract/sign-in.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { NewUsername } from '#web/members/auth/new-username.tsx';
import { PasswordLogin } from '#web/members/auth/password-login.tsx';

interface Props {
  newcomer: Newcomer['newcomer'];
  onSignedIn: (answer: SignedIn) => void;
}

/**
 * The questions to somebody whom a provider vouches for and whom no account is joined to: whether the account with their
 * address is theirs, which they show by logging in to it; else a name, and an address.
 */
export function NewcomerForm({ newcomer, onSignedIn }: Props) {
  const t = useTranslate();
  const { passwords } = useSite().signIn;
  const { token, provider, email, known, register } = newcomer;
  const [joining, setJoining] = useState(known);
  if (!joining) return <NewAccount newcomer={newcomer} onSignedIn={onSignedIn} />;
  const join = (password: string) => apiPost('/account/identities', { body: { token, password } });
  return (
    <>
      <Alert kind="warn">
        <span>
          {t(passwords ? 'auth.newcomer.known' : 'auth.newcomer.knownElsewhere', { email, provider: provider.name })}
        </span>
      </Alert>
      {passwords ? <PasswordLogin username={email} join={join} onSignedIn={onSignedIn} /> : null}
      {register ? (
        <Button look={['ghost']} onClick={() => setJoining(false)}>
          {t('auth.newcomer.another')}
        </Button>
      ) : null}
    </>
  );
}

function NewAccount({ newcomer: { token, provider, username: wished, email: address }, onSignedIn }: Props) {
  const t = useTranslate();
  const { props, errors, message, busy } = useForm(async ({ username = '', email = '' }) =>
    onSignedIn(await apiPost<SignedIn>('/login/newcomers', { body: { token, username, email } })),
  );
  return (
    <form className="stack" {...props}>
      <p className="muted">{t('auth.newcomer.text', { provider: provider.name })}</p>
      {message === null ? null : (
        <Alert kind="bad">
          <span>{message}</span>
        </Alert>
      )}
      <NewUsername error={errors.username} wished={wished} inPopup />
      <Field
        label={t('auth.email.label')}
        name="email"
        type="email"
        error={errors.email}
        hint={t('auth.register.emailHint')}
        defaultValue={address}
        autoComplete="email"
        required
      />
      <SubmitButton busy={busy} look={['primary', 'lg', 'wide']}>
        {t('auth.register.submit')}
      </SubmitButton>
    </form>
  );
}
