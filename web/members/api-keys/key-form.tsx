import { useState } from 'react';
import { type ApiScope, DEFAULT_KEY_DAYS, type MadeApiKey, MAX_KEY_DAYS } from '#contract/api-keys.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';

/** The form of a new key: its name, scopes and duration; then the key itself, this once. */
export function KeyForm({ scopes, onMade }: { scopes: readonly ApiScope[]; onMade: () => void }) {
  const t = useTranslate();
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const { props, errors, message, busy } = useForm(async ({ name = '', days = '', password = '' }, form) => {
    const answer = await apiPost<MadeApiKey>('/account/api-keys', {
      body: { name, days: Number(days), password, scopes: new FormData(form).getAll('scopes') },
    });
    setMade(answer);
    onMade();
  });
  if (made !== null) {
    return (
      <div className="stack">
        <Alert kind="good">
          <span>{t('account.keys.made')}</span>
        </Alert>
        <Field
          label={t('account.keys.key')}
          name="key"
          dir="ltr"
          value={made.key}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
        <pre className="keys__example" dir="ltr" tabIndex={0}>
          <code>{`Authorization: Bearer ${made.key}`}</code>
        </pre>
      </div>
    );
  }
  return (
    <form {...props} className="stack">
      <Field
        label={t('account.keys.name')}
        name="name"
        maxLength={60}
        error={errors.name}
        autoComplete="off"
        required
      />
      <fieldset>
        <legend className="label">{t('account.keys.scopes')}</legend>
        {scopes.map((scope) => (
          <label key={scope} className="check">
            <input type="checkbox" name="scopes" value={scope} defaultChecked={scope === 'read'} />
            <span>
              {t(`account.keys.scope.${scope}`)}{' '}
              <code className="muted small" dir="ltr">
                {scope}
              </code>
            </span>
          </label>
        ))}
        {errors.scopes ? <p className="error">{errors.scopes.join(' ')}</p> : null}
      </fieldset>
      <Field
        label={t('account.keys.days')}
        name="days"
        type="number"
        min={1}
        max={MAX_KEY_DAYS}
        defaultValue={DEFAULT_KEY_DAYS}
        error={errors.days}
        required
      />
      <OwnProof error={errors.password} />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row">
        <SubmitButton busy={busy} look={['primary']}>
          {t('account.keys.add')}
        </SubmitButton>
      </div>
    </form>
  );
}
