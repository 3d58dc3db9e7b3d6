import { useState } from 'react';
import type { RecoveryCodes, TotpSecret } from '#contract/accounts.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { OwnUsername } from '#web/ui/form/password-field.tsx';
import { SetForm } from '#web/ui/page/settings-card.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { CopyButton } from '#web/ui/feedback/copy-button.tsx';
import './totp-setup.css';

/** Ties an authenticator app to the account: for the password shows the secret as a picture and as text, then asks for the first code. */
export function TotpSetup({ onOn }: { onOn: (answer: RecoveryCodes) => void }) {
  const t = useTranslate();
  const [made, setMade] = useState<TotpSecret | null>(null);
  if (made === null) {
    return (
      <SetForm
        label={t('account.totp.begin')}
        submit={async ({ password = '' }) => {
          setMade(await apiPost<TotpSecret>('/account/two-factor/totp', { body: { password } }));
        }}
      >
        {({ errors }) => (
          <>
            <OwnUsername />
            <OwnProof error={errors.password} />
          </>
        )}
      </SetForm>
    );
  }
  return (
    <>
      <ol className="totp">
        <li>
          <p>{t('account.totp.scan')}</p>
          <img
            className="totp__qr"
            src={`data:image/svg+xml,${encodeURIComponent(made.svg)}`}
            width={200}
            height={200}
            alt={t('account.totp.picture')}
          />
          <p className="small">
            <a className="link" href={made.url}>
              {t('account.totp.open')}
            </a>
          </p>
        </li>
        <li>
          <p>{t('account.totp.type')}</p>
          <div className="row">
            <code className="totp__secret" dir="ltr">
              {made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={made.secret} />
          </div>
        </li>
        <li>
          <SetForm
            label={t('account.totp.finish')}
            submit={async ({ code = '' }) =>
              onOn(await apiSend<RecoveryCodes>('PUT', '/account/two-factor/totp', { body: { code } }))
            }
          >
            {({ errors }) => (
              <Field
                label={t('account.totp.code')}
                name="code"
                error={errors.code}
                hint={t('account.totp.code.hint')}
                inputMode="numeric"
                autoComplete="one-time-code"
                dir="ltr"
                required
              />
            )}
          </SetForm>
        </li>
      </ol>
    </>
  );
}
