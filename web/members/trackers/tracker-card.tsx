import { useState } from 'react';
import { serviceName } from '#contract/links.ts';
import type { Tracker, TrackerList } from '#contract/trackers.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { JoinForm } from './join-form.tsx';
import { ListForm } from './list-form.tsx';

/** One tracker of the site. */
export function TrackerCard({ tracker: { service, joined } }: { tracker: Tracker }) {
  const t = useTranslate();
  const [joining, setJoining] = useState(false);
  const name = serviceName(service);
  return (
    <SetCard title={name}>
      {joined === null ? null : <Joined service={service} joined={joined} />}
      {joined === null || joined.error === 'refused' ? (
        <div className="row">
          <Button aria-haspopup="dialog" onClick={() => setJoining(true)}>
            <Icon name="plus" />
            {t('account.trackers.join', { service: name })}
          </Button>
        </div>
      ) : null}
      <Dialog
        open={joining}
        onClose={() => setJoining(false)}
        title={t('account.trackers.join', { service: name })}
        closeLabel={t('site.menu.close')}
      >
        <JoinForm service={service} onJoined={() => setJoining(false)} />
      </Dialog>
    </SetCard>
  );
}

function Joined({ service, joined }: { service: Tracker['service']; joined: NonNullable<Tracker['joined']> }) {
  const t = useTranslate();
  const locale = useLocale();
  const { run, busy, failure } = useMutation();
  const [list, setList] = useState<TrackerList | null>(null);
  const [parting, setParting] = useState(false);
  const { account, sent_at: sent, waiting, further, unknown, error } = joined;
  const name = serviceName(service);
  const path = `/account/trackers/${service}`;
  return (
    <>
      <div>
        <p>{t('account.trackers.joined', { name: account })}</p>
        <p className="muted small">
          {sent === null
            ? t('account.trackers.sent.never')
            : t('account.trackers.sent', { date: formatDate(locale, sent) })}
        </p>
      </div>
      {waiting > 0 ? <p className="small">{t('account.trackers.waiting', { count: waiting })}</p> : null}
      {further > 0 ? <p className="small">{t('account.trackers.further', { count: further })}</p> : null}
      {unknown > 0 ? <p className="small">{t('account.trackers.unknown', { count: unknown, service: name })}</p> : null}
      {error === null ? null : (
        <Alert kind="bad">
          <span>{t(`account.trackers.error.${error}`, { service: name })}</span>
        </Alert>
      )}
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      <div className="row">
        {error === 'refused' ? null : (
          <>
            <Button
              aria-disabled={busy || undefined}
              onClick={() => void run(() => apiPost(`${path}/send`), t('account.trackers.send.done'))}
            >
              {t('account.trackers.send')}
            </Button>
            <Button
              aria-disabled={busy || undefined}
              aria-haspopup="dialog"
              onClick={() => void run(async () => setList(await apiPost<TrackerList>(`${path}/list`)))}
            >
              {t('account.trackers.fetch')}
            </Button>
          </>
        )}
        <Button look={['ghost']} aria-haspopup="dialog" onClick={() => setParting(true)}>
          {t('account.trackers.part')}
        </Button>
      </div>
      <Dialog
        open={list !== null}
        onClose={() => setList(null)}
        title={t('account.trackers.list', { service: name })}
        closeLabel={t('site.menu.close')}
      >
        {list === null ? null : <ListForm service={service} list={list} onDone={() => setList(null)} />}
      </Dialog>
      <Confirm
        open={parting}
        onClose={() => setParting(false)}
        title={t('account.trackers.part.named', { service: name })}
        text={t('account.trackers.part.ask', { service: name })}
        action={t('account.trackers.part')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={async () => {
          await apiSend('DELETE', path);
          await run(async () => {}, t('account.trackers.parted', { service: name }));
        }}
      />
    </>
  );
}
