import { useEffect, useRef, useState, type ReactNode } from 'react';
import { TAKEDOWN_SCOPES, type TakedownTaken } from '#contract/takedowns.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { ContactFields } from './contact-fields.tsx';
import { Sworn } from './sworn-statement.tsx';
import './takedowns.css';

interface Props {
  /** The address the form is about, where another page led here. */
  location: string;
  /** Makes the call, with the answer to a captcha where a guest owes one. */
  send: <Answer>(call: (captcha?: string) => Promise<Answer>) => Promise<Answer>;
  /** Says that a captcha is being solved. */
  captcha: ReactNode;
}

/** A notice of takedown with its six elements; what was written stays until it was taken. */
export function NoticeForm({ location, send, captcha }: Props) {
  const t = useTranslate();
  const [taken, setTaken] = useState<number | null>(null);
  const { props, busy, errors, message } = useForm(async ({ good_faith: goodFaith, accurate, ...values }) => {
    const body = { ...values, good_faith: goodFaith === 'on', accurate: accurate === 'on' };
    setTaken(
      (
        await send((answer) =>
          apiPost<TakedownTaken>('/dmca', { body: { ...body, ...(answer === undefined ? {} : { captcha: answer }) } }),
        )
      ).id,
    );
  });
  const end = useRef<HTMLDivElement>(null);
  // The element that had the focus is gone.
  useEffect(() => {
    end.current?.focus();
  }, [taken]);
  if (taken !== null) {
    return (
      <div ref={end} tabIndex={-1}>
        <Alert kind="good">
          <div>
            <strong>{t('law.taken.title')}</strong>
            <p>{t('law.taken.text', { number: String(taken) })}</p>
          </div>
        </Alert>
      </div>
    );
  }
  return (
    <form {...props} className="stack law__form">
      <noscript>
        <Alert kind="warn">
          <span>{t('auth.noscript')}</span>
        </Alert>
      </noscript>
      <fieldset className="law__set">
        <legend>{t('law.form.case')}</legend>
        <TextArea
          label={t('law.form.work')}
          name="work"
          rows={2}
          maxLength={2000}
          required
          hint={t('law.form.workHint')}
          error={errors.work}
        />
        <Field
          label={t('law.form.location')}
          name="location"
          dir="ltr"
          inputMode="url"
          defaultValue={location}
          maxLength={2000}
          required
          hint={t('law.form.locationHint')}
          error={errors.location}
        />
        <fieldset className="law__choices">
          <legend>{t('law.form.scope')}</legend>
          {TAKEDOWN_SCOPES.map((scope, index) => (
            <label key={scope} className="check">
              <input type="radio" name="scope" value={scope} defaultChecked={index === 0} />
              {t(`law.scope.${scope}`)}
            </label>
          ))}
        </fieldset>
        <TextArea
          label={t('law.form.statement')}
          name="statement"
          rows={4}
          maxLength={10_000}
          error={errors.statement}
        />
      </fieldset>
      <fieldset className="law__set">
        <legend>{t('law.form.you')}</legend>
        <Field
          label={t('law.form.name')}
          name="name"
          autoComplete="name"
          maxLength={200}
          required
          error={errors.name}
        />
        <Field
          label={t('law.form.company')}
          name="company"
          autoComplete="organization"
          maxLength={200}
          hint={t('law.form.companyHint')}
          error={errors.company}
        />
        <ContactFields errors={errors} />
      </fieldset>
      <fieldset className="law__set">
        <legend>{t('law.form.swear')}</legend>
        <Sworn name="good_faith" errors={errors.good_faith}>
          {t('law.form.goodFaith')}
        </Sworn>
        <Sworn name="accurate" errors={errors.accurate}>
          {t('law.form.accurate')}
        </Sworn>
        <Field
          label={t('law.form.signature')}
          name="signature"
          autoComplete="off"
          maxLength={200}
          required
          hint={t('law.form.signatureHint')}
          error={errors.signature}
        />
      </fieldset>
      <p className="muted small">{t('law.form.passedOn')}</p>
      {captcha}
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div>
        <SubmitButton busy={busy} look={['primary', 'lg']}>
          {t('law.form.send')}
        </SubmitButton>
      </div>
    </form>
  );
}
