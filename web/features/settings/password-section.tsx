import { apiSend } from '#web/api.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { OwnUsername, PasswordField } from '#web/session/password-field.tsx';
import { SetCard, SetForm } from '#web/set-card.tsx';

/** Another password; the current one is asked for, and every other session ends. */
export function PasswordSection() {
  const t = useT();
  const change = async (values: Record<string, string>, form: HTMLFormElement) => {
    const { current_password = '', password = '', password_confirmation = '' } = values;
    await apiSend('PUT', '/account/password', { body: { current_password, password, password_confirmation } });
    form.reset();
  };
  return (
    <SetCard title={t('account.password.title')} text={t('account.password.text')}>
      <SetForm label={t('account.password.change')} done={t('account.password.changed')} submit={change}>
        {({ errors }) => (
          <>
            <OwnUsername />
            <PasswordField label={t('account.password.current')} name="current_password" error={errors.current_password} autoComplete="current-password" required />
            <PasswordField label={t('account.password.new')} name="password" error={errors.password} hint={t('account.password.hint')} autoComplete="new-password" required />
            <PasswordField label={t('account.password.again')} name="password_confirmation" error={errors.password_confirmation} autoComplete="new-password" required />
          </>
        )}
      </SetForm>
    </SetCard>
  );
}
