import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { WebhookDeliveries, WebhookDelivery, WebhookWithSecret } from '#contract/webhooks.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { usePolling } from '#web/ui/feedback/use-polling.ts';
import { HookState } from './hook-state.tsx';
import { WebhookForm } from './webhook-form.tsx';
import './webhooks.css';

const LOOKS = { waiting: 'state--warn', delivered: 'state--good', failed: 'state--bad' } as const;

/** One webhook: where it leads, by what its messages are signed, and what became of them. */
export function WebhookView({
  webhook,
  deliveryPage,
}: {
  webhook: WebhookWithSecret;
  deliveryPage: WebhookDeliveries;
}) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { run, busy, failure } = useMutation();
  usePolling(deliveryPage.deliveries.some(({ state, tries }) => state === 'waiting' && tries === 0));
  const [asking, setAsking] = useState<'delete' | 'secret' | null>(null);
  const path = `/admin/webhooks/${webhook.id}`;
  // Discord's messages are not signed.
  const signed = webhook.form === 'standard';
  const columns: Column<WebhookDelivery>[] = [
    {
      name: 'event',
      label: t('admin.webhook.event'),
      place: 'main',
      cell: ({ event, body }) => (
        <details className="webhooks__body">
          <summary>
            <Icon name="down" className="icon--s" />
            <code dir="ltr">{event}</code>
          </summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
          <pre dir="ltr" tabIndex={0}>
            {body}
          </pre>
        </details>
      ),
    },
    {
      name: 'state',
      label: t('admin.jobs.state'),
      cell: ({ state, status, error, next_at: next }) => (
        <div className="webhooks__state">
          <span className={`state ${LOOKS[state]}`}>
            {t(`admin.webhook.is.${state}`)}
            {status === null ? null : <code dir="ltr">{status}</code>}
          </span>
          {error === null ? null : <span className="small muted">{error}</span>}
          {state === 'waiting' && next !== null ? (
            <span className="small muted">
              {t('admin.webhook.next')} <When date={next} />
            </span>
          ) : null}
        </div>
      ),
    },
    {
      name: 'tries',
      label: t('admin.webhook.tries'),
      end: true,
      place: 'labelled',
      cell: ({ tries }) => formatNumber(locale, tries),
    },
    {
      name: 'when',
      label: t('admin.jobs.when'),
      end: true,
      place: 'labelled',
      cell: ({ created_at: at }) => <When date={at} />,
    },
    {
      name: 'acts',
      label: t('admin.jobs.acts'),
      place: 'acts',
      cell: ({ id }) => (
        <Button
          look={['ghost', 'icon']}
          aria-label={t('admin.webhook.again')}
          title={t('admin.webhook.again')}
          disabled={busy}
          onClick={() => void run(() => apiPost(`${path}/deliveries/${id}`), t('admin.webhook.sent'))}
        >
          <Icon name="retry" />
        </Button>
      ),
    },
  ];
  return (
    <>
      <BackLink to={links.admin('webhooks')}>{t('admin.title.webhooks')}</BackLink>
      <header className="row row--between">
        <h1 className="webhooks__title">
          <bdi>{new URL(webhook.url).host}</bdi>
        </h1>
        <HookState webhook={webhook} />
      </header>
      {webhook.stopped_at === null ? null : (
        <Alert kind="warn">
          <span>
            {t('admin.webhook.stopped.text')} <When date={webhook.stopped_at} />
          </span>
        </Alert>
      )}
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <div className="webhooks__view">
        <Panel title={t('admin.webhook.settings')}>
          <WebhookForm
            key={`${webhook.enabled}`}
            webhook={webhook}
            onDone={() => {
              announce(t('account.saved'));
              void revalidate();
            }}
          />
        </Panel>
        <Panel title={t(signed ? 'admin.webhook.secret' : 'admin.webhook.test')}>
          <div className="stack">
            {signed ? (
              <>
                <p className="muted">{t('admin.webhook.secret.text')}</p>
                <Field
                  label={t('admin.webhook.secret')}
                  name="secret"
                  dir="ltr"
                  value={webhook.secret}
                  readOnly
                  onFocus={({ currentTarget }) => currentTarget.select()}
                />
              </>
            ) : null}
            <div className="row">
              <Button disabled={busy} onClick={() => void run(() => apiPost(`${path}/ping`), t('admin.webhook.sent'))}>
                {t('admin.webhook.ping')}
              </Button>
              {signed ? <Button onClick={() => setAsking('secret')}>{t('admin.webhook.secret.new')}</Button> : null}
              <Button look={['danger']} onClick={() => setAsking('delete')}>
                {t('comments.delete')}
              </Button>
            </div>
          </div>
        </Panel>
      </div>
      <h2>{t('admin.webhook.messages')}</h2>
      {deliveryPage.deliveries.length === 0 ? (
        <EmptyState title={t('admin.webhook.messages.none')} />
      ) : (
        <section className="panel webhooks__list">
          <Table
            label={t('admin.webhook.messages')}
            columns={columns}
            rows={deliveryPage.deliveries}
            keyFor={({ id }) => id}
          />
        </section>
      )}
      {deliveryPage.next === null ? null : (
        <ButtonLink
          className="webhooks__more"
          to={links.admin('webhooks', String(webhook.id), null, { before: deliveryPage.next })}
        >
          {t('admin.more.older')}
        </ButtonLink>
      )}
      <Confirm
        open={asking === 'secret'}
        onClose={() => setAsking(null)}
        title={t('admin.webhook.secret.new')}
        text={t('admin.webhook.secret.ask')}
        action={t('admin.webhook.secret.new')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={async () => {
          await apiSend('PATCH', path, { body: { new_secret: true } });
          await revalidate();
        }}
      />
      <Confirm
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={t('admin.webhook.delete')}
        text={t('admin.webhook.delete.ask')}
        action={t('comments.delete')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={async () => {
          await apiSend('DELETE', path);
          await navigate(links.admin('webhooks'));
        }}
      />
    </>
  );
}
