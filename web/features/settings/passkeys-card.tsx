import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { RecoveryCodes, TwoFactor } from '#contract/account-security.ts';
import { apiPost, apiSend } from '#web/api.ts';
import { formatDate } from '#web/i18n/format.ts';
import { useLocale, useT } from '#web/i18n/i18n.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SetCard, SetForm } from '#web/set-card.tsx';
import { useAct } from './use-act.ts';

/** The passkeys of an account: which there are, another one, and away with one. */
export function PasskeysCard({ passkeys, onAdded }: { passkeys: TwoFactor['passkeys']; onAdded: (answer: RecoveryCodes) => void }) {
  const t = useT();
  const locale = useLocale();
  const { run, failure, busy } = useAct();
  const supported = typeof PublicKeyCredential === 'function';
  const add = async ({ name = '' }: Record<string, string>, form: HTMLFormElement) => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const options = await apiPost<PublicKeyCredentialCreationOptionsJSON>('/account/two-factor/passkeys/options');
    const response = await startRegistration({ optionsJSON: options }).catch((error: Error) => {
      throw new Error(t(error.name === 'InvalidStateError' ? 'account.passkeys.known' : 'account.passkeys.stopped'));
    });
    onAdded(await apiPost<RecoveryCodes>('/account/two-factor/passkeys', { body: { name, response } }));
    form.reset();
    await run(async () => {});
  };
  return (
    <SetCard title={t('account.passkeys.title')} text={t('account.passkeys.text')}>
      {failure === '' ? null : <Alert kind="bad"><span>{failure}</span></Alert>}
      {passkeys.length === 0 ? null : (
        <ul className="setlist">
          {passkeys.map(({ id, name, created_at: created, used_at: used }) => (
            <li key={id}>
              <Icon name="key" />
              <div>
                <b><bdi>{name}</bdi></b><br />
                <span className="muted small">{t('account.passkeys.added', { date: formatDate(locale, created) })}{used === null ? '' : ` · ${t('account.passkeys.used', { date: formatDate(locale, used) })}`}</span>
              </div>
              <Button aria-disabled={busy || undefined} aria-label={t('account.passkeys.remove.named', { name })} onClick={() => void run(() => apiSend('DELETE', `/account/two-factor/passkeys/${encodeURIComponent(id)}`), t('account.passkeys.removed', { name }))}>
                {t('account.passkeys.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {supported ? (
        <SetForm label={t('account.passkeys.add')} done={t('account.passkeys.done')} submit={add}>
          {({ errors }) => <Field label={t('account.passkeys.name')} name="name" error={errors.name} hint={t('account.passkeys.name.hint')} maxLength={60} autoComplete="off" required />}
        </SetForm>
      ) : <p className="muted">{t('account.passkeys.unsupported')}</p>}
    </SetCard>
  );
}
