import { useState } from 'react';
import type { RecoveryCodes, TwoFactor } from '#contract/accounts.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { RecoveryCodesShown } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

/** The section of proofs besides the password: codes of an app, passkeys, and recovery codes for when both are lost. */
export function TwoFactorSection({ data }: { data: TwoFactor }) {
  const t = useTranslate();
  const owed = useUser()?.two_factor_owed === true;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { run } = useMutation();
  const { totp, passkeys, recovery_codes: left } = data;
  const shown = ({ recovery_codes: made }: RecoveryCodes) => {
    if (made !== null) {
      setCodes(made);
    }
  };
  const withPassword =
    (call: (password: string) => Promise<unknown>) =>
    async ({ password = '' }: Record<string, string>, form: HTMLFormElement) => {
      await call(password);
      form.reset();
      await run(async () => {});
    };
  const password = (errors: Readonly<Record<string, readonly string[]>>) => <OwnProof error={errors.password} />;
  return (
    <>
      {owed ? (
        <Alert kind="warn">
          <span>{t('account.two-factor.owed')}</span>
        </Alert>
      ) : null}
      {codes === null ? null : <RecoveryCodesShown codes={codes} onDone={() => setCodes(null)} />}
      <SetCard title={t('account.totp.title')} text={t('account.totp.text')}>
        <State {...(totp ? { look: 'good' as const } : {})}>{t(totp ? 'account.totp.on' : 'account.totp.off')}</State>
        {totp ? (
          <SetForm
            label={t('account.totp.remove')}
            look="danger"
            submit={withPassword((word) => apiSend('DELETE', '/account/two-factor/totp', { body: { password: word } }))}
          >
            {({ errors }) => password(errors)}
          </SetForm>
        ) : (
          <TotpSetup
            onOn={(answer) => {
              shown(answer);
              void run(async () => {}, t('account.totp.on'));
            }}
          />
        )}
      </SetCard>
      <PasskeysCard passkeys={passkeys} onAdded={shown} />
      {totp || passkeys.length > 0 ? (
        <SetCard title={t('account.recovery.title')} text={t('account.recovery.text')}>
          <p>{t('account.recovery.left', { count: left })}</p>
          <SetForm
            label={t('account.recovery.renew')}
            look="plain"
            done={t('account.recovery.renewed')}
            submit={withPassword(async (word) =>
              shown(await apiPost<RecoveryCodes>('/account/two-factor/recovery-codes', { body: { password: word } })),
            )}
          >
            {({ errors }) => password(errors)}
          </SetForm>
        </SetCard>
      ) : null}
    </>
  );
}
