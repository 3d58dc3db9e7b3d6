import { useState } from 'react';
import type { Identity } from '#contract/sign-in.ts';
import { PROXY } from '#contract/sign-in.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { askProxy, currentPath, leaveFor, listWays } from '#web/members/ways/ways.ts';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import '#web/members/ways/way.css';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

/** Who a member is elsewhere: which accounts sign them in here, another one, and away with one. */
export function IdentitiesCard({ identities }: { identities: readonly Identity[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const ways = listWays(useSite());
  const { run } = useMutation();
  const [parting, setParting] = useState<Identity | null>(null);
  const [joining, setJoining] = useState<{ id: string; name: string } | null>(null);
  if (ways.length === 0 && identities.length === 0) return null;
  const part = async ({ password = '' }: Record<string, string>) => {
    if (parting === null) return;
    await apiSend('DELETE', `/account/identities/${parting.id}`, { body: { password } });
    setParting(null);
    await run(async () => {}, t('account.identities.parted', { provider: parting.provider_name }));
  };
  const join = async ({ password = '' }: Record<string, string>) => {
    if (joining === null) return;
    if (joining.id !== PROXY) return leaveFor(joining.id, { purpose: 'join', next: currentPath(), password });
    await askProxy({ purpose: 'join', password });
    setJoining(null);
    await run(async () => {}, t('account.identities.joined', { provider: joining.name }));
  };
  return (
    <SetCard title={t('account.identities.title')} text={t('account.identities.text')}>
      {identities.length === 0 ? (
        <p className="muted">{t('account.identities.none')}</p>
      ) : (
        <ul className="settings-list">
          {identities.map((identity) => (
            <li key={identity.id}>
              <Icon name="key" />
              <div>
                <b>
                  <bdi>{identity.provider_name}</bdi>
                </b>{' '}
                · <bdi>{identity.name}</bdi>
                <br />
                <span className="muted small">
                  {identity.active
                    ? t('account.identities.used', { date: formatDate(locale, identity.used_at) })
                    : t('account.identities.gone')}
                </span>
              </div>
              <Button
                aria-label={t('account.identities.part.named', { provider: identity.provider_name })}
                aria-haspopup="dialog"
                onClick={() => setParting(identity)}
              >
                {t('account.identities.part')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        {ways.map(({ id, name }) => (
          <Button key={id} className="way" aria-haspopup="dialog" onClick={() => setJoining({ id, name })}>
            <Icon name="plus" />
            {t('account.identities.join', { provider: name })}
          </Button>
        ))}
      </div>
      <Dialog
        open={parting !== null}
        onClose={() => setParting(null)}
        title={t('account.identities.part.named', { provider: parting?.provider_name ?? '' })}
        closeLabel={t('site.menu.close')}
      >
        <SetForm label={t('account.identities.part')} look="danger" submit={part}>
          {({ errors }) => <OwnProof error={errors.password} />}
        </SetForm>
      </Dialog>
      <Dialog
        open={joining !== null}
        onClose={() => setJoining(null)}
        title={t('account.identities.join', { provider: joining?.name ?? '' })}
        closeLabel={t('site.menu.close')}
      >
        <SetForm label={t('account.identities.go')} submit={join}>
          {({ errors }) => <OwnProof error={errors.password} />}
        </SetForm>
      </Dialog>
    </SetCard>
  );
}
