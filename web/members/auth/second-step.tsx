import { useState } from 'react';
import type { SecondFactor, SecondStepOwed, SignedIn } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { focusOnOpen } from './focus-on-open.ts';
import { useCountdown } from '#web/ui/feedback/use-countdown.ts';

interface Props {
  owed: SecondStepOwed['two_factor'];
  onSignedIn: (answer: SignedIn) => void | Promise<void>;
  /** Back to name and password. */
  onBack: () => void;
}

/** The second step of a login: the code of an app, a passkey, or a recovery code, as the account has them. */
export function SecondStep({ owed, onSignedIn, onBack }: Props) {
  const t = useTranslate();
  const [method, setMethod] = useState<SecondFactor>(owed.methods.find((each) => each !== 'recovery') ?? 'recovery');
  const { props, errors, message, failure, busy } = useForm(async ({ code, recovery_code: recovery }) => {
    const proof =
      method === 'passkey'
        ? { passkey: await passkey(owed.passkey, t('auth.second.passkeyFailed')) }
        : method === 'totp'
          ? { code: code?.replaceAll(/\s/g, '') }
          : { recovery_code: recovery?.trim() };
    await onSignedIn(await apiPost<SignedIn>('/login/second-step', { body: { token: owed.token, ...proof } }));
  });
  const wait = useCountdown(failure);
  const submit = t(method === 'passkey' ? 'auth.second.usePasskey' : 'auth.second.submit');
  return (
    <form className="stack" {...props} key={method}>
      {message === null ? null : (
        <Alert kind="bad">
          <span>{message}</span>
        </Alert>
      )}
      <p className="muted">{t(`auth.second.${method}.text`)}</p>
      {method === 'totp' ? (
        <Field
          label={t('auth.second.totp.label')}
          name="code"
          error={errors.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={9}
          spellCheck={false}
          required
          ref={focusOnOpen}
        />
      ) : null}
      {method === 'recovery' ? (
        <Field
          label={t('auth.second.recovery.label')}
          name="recovery_code"
          error={errors.recovery_code}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          ref={focusOnOpen}
        />
      ) : null}
      <SubmitButton
        busy={busy}
        disabled={wait > 0}
        look={['primary', 'lg', 'wide']}
        ref={method === 'passkey' ? focusOnOpen : undefined}
      >
        {wait > 0 ? t('auth.wait', { seconds: wait }) : submit}
      </SubmitButton>
      <div className="row">
        {owed.methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button key={each} look={['ghost']} onClick={() => setMethod(each)}>
              {t(`auth.second.${each}.choose`)}
            </Button>
          ))}
        <Button look={['ghost']} onClick={onBack}>
          {t('auth.second.back')}
        </Button>
      </div>
    </form>
  );
}

/** The response of the device asked for a passkey. @throws Error with `failed` when it is refused or not there. */
async function passkey(options: object | undefined, failed: string): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    return await startAuthentication({
      optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    });
  } catch (cause) {
    throw new Error(failed, { cause });
  }
}
