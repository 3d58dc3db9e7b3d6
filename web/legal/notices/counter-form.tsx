import { useState } from 'react';
import type { AnswerableTakedown } from '#contract/takedowns.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { ContactFields } from './contact-fields.tsx';
import { Sworn } from './sworn-statement.tsx';
import './takedowns.css';

/** A notice as the uploader it hit sees it, and the form that answers it; `secret` is the key of their mail. */
export function CounterForm({ notice: given, secret }: { notice: AnswerableTakedown; secret: string }) {
  const t = useTranslate();
  const [notice, setNotice] = useState(given);
  const { title, claimant, work, location, statement, outcome, state } = notice;
  const facts: [string, string][] = [
    [t('law.log.claimant'), claimant],
    [t('law.counter.theirWork'), work],
    [t('law.counter.where'), location],
    [t('law.counter.theySay'), statement],
    [t('law.counter.decision'), outcome],
  ];
  return (
    <>
      <section className="panel stack" aria-labelledby="notice">
        <h2 id="notice">
          <bdi>{title}</bdi>
        </h2>
        <dl className="law__facts">
          {facts
            .filter(([, text]) => text !== '')
            .map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      </section>
      {state === 'upheld' ? (
        <AnswerForm notice={notice} secret={secret} onTaken={setNotice} />
      ) : (
        <Standing notice={notice} fresh={notice !== given} />
      )}
    </>
  );
}

/** The state of an answer. */
function Standing({ notice: { state, counter }, fresh }: { notice: AnswerableTakedown; fresh: boolean }) {
  const t = useTranslate();
  const locale = useLocale();
  if (state === 'restored' || counter === null) return <Alert kind="good">{t('law.counter.restored')}</Alert>;
  return (
    <Alert kind={counter.action_filed_at === null ? 'good' : 'warn'}>
      <div>
        {fresh ? <strong>{t('law.counter.taken')}</strong> : null}
        <p>
          {counter.action_filed_at === null
            ? t('law.counter.back', { date: formatDate(locale, counter.put_back_at) })
            : t('law.counter.filed')}
        </p>
      </div>
    </Alert>
  );
}

function AnswerForm({
  notice: { id, title, location },
  secret,
  onTaken,
}: {
  notice: AnswerableTakedown;
  secret: string;
  onTaken: (notice: AnswerableTakedown) => void;
}) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(async ({ mistaken, jurisdiction, ...values }) => {
    const body = {
      ...values,
      mistaken: mistaken === 'on',
      jurisdiction: jurisdiction === 'on',
      ...(secret === '' ? {} : { key: secret }),
    };
    onTaken(await apiPost<AnswerableTakedown>(`/takedowns/${id}/counter`, { body }));
  });
  return (
    <form {...props} className="stack law__form">
      <noscript>
        <Alert kind="warn">
          <span>{t('auth.noscript')}</span>
        </Alert>
      </noscript>
      <p>{t('law.counter.intro')}</p>
      <p className="muted">{t('law.counter.passedOn')}</p>
      <TextArea
        label={t('law.counter.material')}
        name="material"
        dir="auto"
        rows={2}
        maxLength={2000}
        required
        defaultValue={`${title}\n${location}`}
        error={errors.material}
      />
      <TextArea
        label={t('law.counter.statement')}
        name="statement"
        rows={4}
        maxLength={5000}
        error={errors.statement}
      />
      <Field label={t('law.form.name')} name="name" autoComplete="name" maxLength={200} required error={errors.name} />
      <ContactFields errors={errors} />
      <Sworn name="mistaken" errors={errors.mistaken}>
        {t('law.counter.mistaken')}
      </Sworn>
      <Sworn name="jurisdiction" errors={errors.jurisdiction}>
        {t('law.counter.jurisdiction')}
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
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div>
        <SubmitButton busy={busy} look={['primary', 'lg']}>
          {t('law.counter.send')}
        </SubmitButton>
      </div>
    </form>
  );
}
