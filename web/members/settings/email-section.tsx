import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OwnUser, MessageResponse } from '#contract/accounts.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Field } from '#web/ui/form/field.tsx';

/** A member's address: which it is, whether it is theirs, and another one. */
export function EmailSection({ data: { email, verified, pending_email: pending } }: { data: OwnUser }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState('');
  const change = async ({ email: wanted = '', password = '' }: Record<string, string>, form: HTMLFormElement) => {
    setSaid((await apiSend<MessageResponse>('PUT', '/account/email', { body: { email: wanted, password } })).message);
    form.reset();
    await revalidate();
  };
  return (
    <>
      <SetCard title={t('account.email.title')} text={t('account.email.text')}>
        <div className="row row--between">
          <b className="settings-card__value">
            <bdi>{email}</bdi>
          </b>
          <State look={verified ? 'good' : 'warn'}>
            {t(verified ? 'account.email.verified' : 'account.email.unverified')}
          </State>
        </div>
        {pending === null ? null : (
          <Alert kind="warn">
            <span>{t('account.email.pending', { address: pending })}</span>
          </Alert>
        )}
        {pending === null && verified ? null : <Resend />}
      </SetCard>
      <SetCard title={t('account.email.change')} text={t('account.email.change.text')}>
        <SetForm label={t('account.email.change')} done={said} submit={change}>
          {({ errors }) => (
            <>
              <Field
                label={t('account.email.new')}
                name="email"
                type="email"
                error={errors.email}
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
              <OwnProof error={errors.password} />
            </>
          )}
        </SetForm>
      </SetCard>
    </>
  );
}

/** Sends the mail with the link once more; what the API answers stands beside the button. */
function Resend() {
  const t = useTranslate();
  const [said, setSaid] = useState('');
  return (
    <SetForm
      label={t('account.email.resend')}
      look="plain"
      done={said}
      submit={async () => {
        setSaid((await apiPost<MessageResponse>('/email/resend')).message);
      }}
    />
  );
}
