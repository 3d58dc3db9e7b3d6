import { useState } from 'react';
import { useNavigate } from 'react-router';
import { withoutToken, type Webhook } from '#contract/webhooks.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import { HookState } from './hook-state.tsx';
import { WebhookForm } from './webhook-form.tsx';
import './webhooks.css';

/** Every webhook, with how its messages fare. */
export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const columns: Column<Webhook>[] = [
    {
      name: 'url',
      label: t('admin.webhook.url'),
      place: 'main',
      cell: ({ id, url, form, events }) => (
        <div className="table__title">
          <Link to={links.admin('webhooks', String(id))}>
            <bdi>{form === 'discord' ? withoutToken(url) : url}</bdi>
          </Link>
          <span className="muted small">
            <bdi dir="ltr">
              {[...(form === 'discord' ? [t('admin.webhook.form.discord')] : []), ...events].join(', ')}
            </bdi>
          </span>
        </div>
      ),
    },
    { name: 'state', label: t('admin.jobs.state'), cell: (hook) => <HookState webhook={hook} /> },
    {
      name: 'delivered',
      label: t('admin.webhook.delivered'),
      end: true,
      place: 'labelled',
      cell: ({ deliveries }) => formatNumber(locale, deliveries.delivered),
    },
    {
      name: 'waiting',
      label: t('admin.jobs.is.waiting'),
      end: true,
      place: 'labelled',
      cell: ({ deliveries }) => formatNumber(locale, deliveries.waiting),
    },
    {
      name: 'failed',
      label: t('admin.jobs.is.failed'),
      end: true,
      place: 'labelled',
      cell: ({ deliveries }) => formatNumber(locale, deliveries.failed),
    },
  ];
  return (
    <>
      <header className="row row--between">
        <h1>{t('admin.title.webhooks')}</h1>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('admin.webhook.add')}
        </Button>
      </header>
      <p className="muted">{t('admin.webhook.text')}</p>
      {webhooks.length === 0 ? (
        <EmptyState title={t('admin.webhook.none')} />
      ) : (
        <section className="panel webhooks__list">
          <Table label={t('admin.title.webhooks')} columns={columns} rows={webhooks} keyFor={({ id }) => id} />
        </section>
      )}
      <Dialog
        open={adding}
        onClose={() => setAdding(false)}
        title={t('admin.webhook.add')}
        closeLabel={t('site.menu.close')}
      >
        <WebhookForm
          onDone={({ id }) => {
            setAdding(false);
            void navigate(links.admin('webhooks', String(id)));
          }}
        />
      </Dialog>
    </>
  );
}
