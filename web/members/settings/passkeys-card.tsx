import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { RecoveryCodes, TwoFactor } from '#contract/accounts.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

/** The passkeys of an account: which there are, another one, and away with one. */
export function PasskeysCard({
  passkeys,
  onAdded,
}: {
  passkeys: TwoFactor['passkeys'];
  onAdded: (answer: RecoveryCodes) => void;
}) {
  const t = useTranslate();
  const locale = useLocale();
  const { run } = useMutation();
  const [removed, setRemoved] = useState(0);
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null);
  const supported = typeof PublicKeyCredential === 'function';
  const add = async ({ name = '', password = '' }: Record<string, string>, form: HTMLFormElement) => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const options = await apiPost<PublicKeyCredentialCreationOptionsJSON>('/account/two-factor/passkeys/options', {
      body: { password },
    });
    const response = await startRegistration({ optionsJSON: options }).catch((error: Error) => {
      throw new Error(t(error.name === 'InvalidStateError' ? 'account.passkeys.known' : 'account.passkeys.stopped'));
    });
    onAdded(await apiPost<RecoveryCodes>('/account/two-factor/passkeys', { body: { name, response } }));
    form.reset();
    await run(async () => {});
  };
  const remove = async ({ password = '' }: Record<string, string>) => {
    if (leaving === null) return;
    await apiSend('DELETE', `/account/two-factor/passkeys/${encodeURIComponent(leaving.id)}`, { body: { password } });
    setLeaving(null);
    setRemoved(removed + 1);
    await run(async () => {}, t('account.passkeys.removed', { name: leaving.name }));
  };
  return (
    <SetCard title={t('account.passkeys.title')} text={t('account.passkeys.text')}>
      {passkeys.length === 0 ? null : (
        <ul className="settings-list">
          {passkeys.map(({ id, name, created_at: created, used_at: used }) => (
            <li key={id}>
              <Icon name="key" />
              <div>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <br />
                <span className="muted small">
                  {t('account.passkeys.added', { date: formatDate(locale, created) })}
                  {used === null ? '' : ` · ${t('account.passkeys.used', { date: formatDate(locale, used) })}`}
                </span>
              </div>
              <Button
                aria-label={t('account.passkeys.remove.named', { name })}
                aria-haspopup="dialog"
                onClick={() => setLeaving({ id, name })}
              >
                {t('account.passkeys.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {supported ? (
        <SetForm
          key={removed}
          label={t('account.passkeys.add')}
          look="plain"
          done={t('account.passkeys.done')}
          submit={add}
        >
          {({ errors }) => (
            <>
              <Field
                label={t('account.passkeys.name')}
                name="name"
                error={errors.name}
                hint={t('account.passkeys.name.hint')}
                maxLength={60}
                autoComplete="off"
                required
              />
              <OwnProof error={errors.password} />
            </>
          )}
        </SetForm>
      ) : (
        <p className="muted">{t('account.passkeys.unsupported')}</p>
      )}
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('account.passkeys.remove.named', { name: leaving?.name ?? '' })}
        closeLabel={t('site.menu.close')}
      >
        <SetForm label={t('account.passkeys.remove')} look="danger" submit={remove}>
          {({ errors }) => <OwnProof error={errors.password} />}
        </SetForm>
      </Dialog>
    </SetCard>
  );
}
