import { useId } from 'react';
import { useRevalidator } from 'react-router';
import type { OwnApiKeys } from '#contract/api-keys.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnUsername, PasswordField } from '#web/ui/form/password-field.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import '#web/ui/choice/checkbox.css';

/** Another password; the current one is asked for, every other session ends, and API keys unless they are to be kept. */
export function PasswordSection({ data: { keys } }: { data: OwnApiKeys }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const hint = useId();
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
    <SetCard title={t('account.password.title')} text={t('account.password.text')}>
      <SetForm label={t('account.password.change')} done={t('account.password.changed')} submit={change}>
        {({ errors }) => (
          <>
            <OwnUsername />
            <PasswordField
              label={t('account.password.current')}
              name="current_password"
              error={errors.current_password}
              autoComplete="current-password"
              required
            />
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
