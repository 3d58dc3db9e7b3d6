import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { KOMGA_ROOT, KOSYNC_ROOT } from '#contract/addresses.ts';
import type { ApiKey, OwnApiKeys } from '#contract/api-keys.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyForm } from './key-form.tsx';
import './keys.css';

/** The keys by which a member's programs act for them: which there are, another one, and away with one. */
export function OwnKeys({ data: { keys, scopes } }: { data: OwnApiKeys }) {
  const t = useTranslate();
  const links = useAddresses();
  const [komga, kosync] = [useFeature('komga'), useFeature('kosync')];
  const { revalidate } = useRevalidator();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  return (
    <SetCard title={t('account.keys.title')} text={t('account.keys.text')}>
      <AppAddress text={t('account.keys.opds')} path={links.opds()} />
      {komga ? <AppAddress text={t('account.keys.komga')} path={KOMGA_ROOT} /> : null}
      {kosync ? <AppAddress text={t('account.keys.kosync')} path={KOSYNC_ROOT} /> : null}
      {keys.length === 0 ? null : (
        <ul className="settings-list">
          {keys.map((key) => (
            <li key={key.id}>
              <Icon name="key" />
              <KeyFacts shown={key} />
              <Button
                aria-label={t('account.keys.revoke.named', { name: key.name })}
                aria-haspopup="dialog"
                onClick={() => setLeaving(key)}
              >
                {t('account.keys.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('account.keys.add')}
        </Button>
      </div>
      <Dialog
        open={adding}
        onClose={() => setAdding(false)}
        title={t('account.keys.add')}
        closeLabel={t('site.menu.close')}
      >
        <KeyForm
          scopes={scopes}
          onMade={() => {
            void revalidate();
          }}
        />
      </Dialog>
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('account.keys.revoke.named', { name: leaving?.name ?? '' })}
        text={t('account.keys.revoke.ask')}
        action={t('account.keys.revoke')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={async () => {
          await apiSend('DELETE', `/account/api-keys/${leaving?.id}`);
          await revalidate();
        }}
      />
    </SetCard>
  );
}

/** The address under which programs of a kind find the site. */
function AppAddress({ text, path }: { text: string; path: string }) {
  return (
    <p className="small">
      {text}{' '}
      <code className="keys__address" dir="ltr">
        {window.location.origin + path}
      </code>
    </p>
  );
}
