import { useState } from 'react';
import type { MessageResponse } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { CaptchaPanel } from '#web/ui/captcha/captcha-panel.tsx';
import { useCaptcha } from '#web/ui/captcha/captcha.ts';
import { FormLink, type FormProps } from './form-link.tsx';
import { focusOnOpen } from './focus-on-open.ts';
import { useCountdown } from '#web/ui/feedback/use-countdown.ts';

/** Asks for a mail that resets the password; the answer is the same for every address. */
export function ResetRequestForm({ next, onForm, inPopup = false }: Omit<FormProps, 'onDone'>) {
  const t = useTranslate();
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  const captcha = useCaptcha('reset');
  const { props, errors, message, failure, busy } = useForm(async ({ email = '' }) => {
    const answer = await captcha.send((solved) =>
      apiPost<MessageResponse>('/password/create', { body: { email, captcha: solved } }),
    );
    setSentMessage(answer.message);
  });
  const wait = useCountdown(failure);
  const back = (
    <p className="muted small auth__other">
      <FormLink form="login" onForm={onForm} next={next}>
        {t('auth.reset.back')}
      </FormLink>
    </p>
  );
  if (sentMessage !== null) {
    return (
      <div className="stack">
        <div tabIndex={-1} ref={focusOnOpen}>
          <Alert kind="good">
            <span>{sentMessage}</span>
          </Alert>
        </div>
        {back}
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
      <p className="muted">{t('auth.reset.text')}</p>
      <Field
        label={t('auth.email.label')}
        name="email"
        type="email"
        error={errors.email}
        autoComplete="email"
        required
        ref={inPopup ? focusOnOpen : undefined}
      />
      <CaptchaPanel progress={captcha.progress} />
      <SubmitButton busy={busy} disabled={wait > 0} look={['primary', 'lg', 'wide']}>
        {wait > 0 ? t('auth.wait', { seconds: wait }) : t('auth.reset.submit')}
      </SubmitButton>
      {back}
    </form>
  );
}
