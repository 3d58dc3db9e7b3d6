import { useId } from 'react';
import { useRevalidator } from 'react-router';
import type { OwnApiKeys } from '#contract/api-keys.ts';
import type { Identity } from '#contract/sign-in.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { OwnUsername, PasswordField } from '#web/ui/form/password-field.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { useUser } from '#web/platform/session/session.ts';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import '#web/ui/choice/checkbox.css';

type Identities = readonly Identity[];

/**
 * Another password; the current one is asked for, every other session ends, and API keys unless they are to be kept. And the
 * accounts elsewhere that sign a member in.
 */
export function PasswordSection({ data: { keys, identities } }: { data: OwnApiKeys & { identities: Identities } }) {
  return (
    <>
      {useSite().signIn.passwords ? <NewPasswordCard keys={keys} /> : null}
      <IdentitiesCard identities={identities} />
    </>
  );
}

function NewPasswordCard({ keys }: Pick<OwnApiKeys, 'keys'>) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const hint = useId();
  const isFirst = useUser()?.has_password === false;
  const hasKeys = keys.some(({ expired }) => !expired);
  const change = async (values: Record<string, string>, form: HTMLFormElement) => {
    const { current_password = '', password = '', password_confirmation = '' } = values;
    await apiSend('PUT', '/account/password', {
      body: { current_password, password, password_confirmation, keep_api_keys: 'keep_api_keys' in values },
    });
    form.reset();
    await revalidate();
  };
  return (
    <SetCard title={t('account.password.title')} text={t(isFirst ? 'account.password.first' : 'account.password.text')}>
      <SetForm
        label={t(isFirst ? 'account.password.set' : 'account.password.change')}
        done={t('account.password.changed')}
        submit={change}
      >
        {({ errors }) => (
          <>
            <OwnUsername />
            <OwnProof name="current_password" error={errors.current_password} />
            <PasswordField
              label={t('account.password.new')}
              name="password"
              error={errors.password}
              hint={t('account.password.hint')}
              autoComplete="new-password"
              required
            />
            <PasswordField
              label={t('account.password.again')}
              name="password_confirmation"
              error={errors.password_confirmation}
              autoComplete="new-password"
              required
            />
            {hasKeys ? (
              <div>
                <label className="check">
                  <input type="checkbox" name="keep_api_keys" aria-describedby={hint} />
                  <span>{t('account.password.keys')}</span>
                </label>
                <p className="muted small" id={hint}>
                  {t('account.password.keys.hint')}
                </p>
              </div>
            ) : null}
          </>
        )}
      </SetForm>
    </SetCard>
  );
}
