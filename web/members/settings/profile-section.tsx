import { useRevalidator } from 'react-router';
import type { OwnUser } from '#contract/accounts.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Field } from '#web/ui/form/field.tsx';
import { SwitchField } from '#web/ui/choice/switch.tsx';
import { AvatarField } from './avatar-field.tsx';

/** The section of the public facts of a member: picture, name, favorites. */
export function ProfileSection({ data: user }: { data: OwnUser }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const hasFavorites = useFeature('favorites');
  const rename = async ({ username = '', password = '' }: Record<string, string>, form: HTMLFormElement) => {
    await apiSend('PATCH', '/account', { body: { username, password } });
    const typed = form.elements.namedItem('password');
    if (typed instanceof HTMLInputElement) {
      typed.value = '';
    }
    await revalidate();
  };
  return (
    <>
      <SetCard title={t('account.profile.title')} text={t('account.profile.text')}>
        <AvatarField user={user} />
        <SetForm label={t('account.save')} submit={rename}>
          {({ errors }) => (
            <>
              <Field
                label={t('account.profile.username')}
                name="username"
                error={errors.username}
                hint={t('account.profile.username.hint')}
                defaultValue={user.username}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
              <OwnProof error={errors.password} />
            </>
          )}
        </SetForm>
      </SetCard>
      {hasFavorites ? (
        <SetCard title={t('account.visibility.title')} text={t('account.visibility.text')}>
          <SetForm
            label={t('account.save')}
            look="plain"
            submit={(values) => saveSettings({ public_favorites: 'public' in values })}
          >
            {() => (
              <SwitchField name="public" on={user.settings.public_favorites === true}>
                {t('account.visibility.favorites')}
              </SwitchField>
            )}
          </SetForm>
        </SetCard>
      ) : null}
    </>
  );
}
