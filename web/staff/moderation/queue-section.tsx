import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { type Act, QUEUE_KINDS, type QueueKind, type QueuePage, type Template } from '#contract/moderation.ts';
import type { Feature } from '#contract/site.ts';
import { REPORT_REASONS } from '#contract/reports.ts';
import type { Query } from '#contract/query-string.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { BulkBar } from '#web/ui/data/bulk.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Chips } from './chips.tsx';
import { DecisionForm } from './decision-form.tsx';
import { QueueCard } from './queue-item.tsx';
import './moderation.css';

interface Data {
  queue: QueuePage;
  templates: Template[];
  asked: { kind: string | null; reason: string | null; mine: boolean; overdue: boolean };
}

/** Loads the queue, as the address narrows it, and the words decisions are made with. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const one = <Value extends string>(name: string, of: readonly Value[]) =>
    of.find((value) => value === query.get(name)) ?? null;
  const asked = {
    kind: one('kind', QUEUE_KINDS),
    reason: one('reason', REPORT_REASONS),
    mine: query.get('mine') === 'true',
    overdue: query.get('overdue') === 'true',
  };
  const [queue, templates] = await Promise.all([
    apiGet<QueuePage>('/moderation/queue', {
      request,
      params: { ...asked, page: Number(query.get('page')) || 1, per_page: 24 },
    }),
    apiGet<Template[]>('/moderation/templates', { request }),
  ]);
  return { queue, templates, asked };
}

/** The one queue of the moderators. */
export function Section({ data: { queue, templates, asked } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const words = usePagerWords(queue.last_page);
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const [deciding, decide] = useState<{ items: string[]; act: Act } | null>(null);
  const chosen = queue.data.filter(({ id }) => picked.has(id));
  // The actions possible about all of them.
  const acts =
    chosen.length === 0 ? [] : chosen[0]!.acts.filter((act) => chosen.every((item) => item.acts.includes(act)));
  const claim = async (id: string, on: boolean) => {
    try {
      await apiSend(on ? 'PUT' : 'DELETE', `/moderation/queue/${id}/claim`);
    } catch (failure) {
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel: t('library.toast.close') });
    }
    await revalidate();
  };
  const done = () => {
    decide(null);
    pick(new Set());
    void revalidate();
  };
  const address = (query: Query) => links.moderation('queue', query);
  return (
    <>
      <QueueFilters queue={queue} asked={asked} />
      {queue.data.length === 0 ? (
        <EmptyState title={t('moderation.empty')} />
      ) : (
        <ul className="moderation__list" aria-label={t('moderation.queue')}>
          {queue.data.map((item) => (
            <QueueCard
              key={item.id}
              item={item}
              picked={picked.has(item.id)}
              onPick={(on) =>
                pick(on ? new Set([...picked, item.id]) : new Set([...picked].filter((id) => id !== item.id)))
              }
              onAct={(act) => decide({ items: [item.id], act })}
              onClaim={(on) => void claim(item.id, on)}
            />
          ))}
        </ul>
      )}
      <Pager
        page={queue.current_page}
        last={queue.last_page}
        addressFor={(page) => address({ ...toQuery(asked), page: page > 1 ? page : null })}
        words={words}
      />
      {chosen.length === 0 ? null : (
        <BulkBar
          label={t('moderation.bulk')}
          count={t('moderation.selected', { count: chosen.length })}
          clearLabel={t('moderation.clear')}
          onClear={() => pick(new Set())}
        >
          {acts.length === 0 ? <span className="small muted">{t('moderation.bulk.none')}</span> : null}
          {acts.map((act) => (
            <Button key={act} onClick={() => decide({ items: chosen.map(({ id }) => id), act })}>
              {t(`moderation.act.${act}`)}
            </Button>
          ))}
        </BulkBar>
      )}
      <Dialog
        open={deciding !== null}
        onClose={() => decide(null)}
        title={deciding === null ? '' : t(`moderation.act.${deciding.act}`)}
        closeLabel={t('comments.cancel')}
      >
        {deciding === null ? null : (
          <DecisionForm items={deciding.items} act={deciding.act} templates={templates} onDone={done} />
        )}
      </Dialog>
    </>
  );
}

function toQuery({ kind, reason, mine, overdue }: Data['asked']): Query {
  return { kind, reason, mine: mine || null, overdue: overdue || null };
}

/** Kinds of which no more come without a feature; what came before is still owed an answer. */
const KIND_FEATURES: Partial<Record<QueueKind, Feature>> = { comment: 'comments', takedown: 'dmca' };

function QueueFilters({ queue: { counts }, asked }: Pick<Data, 'queue' | 'asked'>) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const user = useUser();
  const { features } = useSite();
  const chip = (name: string, count: number, on: boolean, query: Query) => (
    <Link key={name} className="chip" to={links.moderation('queue', query)} aria-current={on ? 'true' : undefined}>
      <span>{name}</span>
      <span className="chip__n">{t('moderation.count', { count })}</span>
    </Link>
  );
  const { kind, reason, mine, overdue } = asked;
  return (
    <div className="row queuefilters">
      <Chips label={t('moderation.show')}>
        {chip(t('moderation.state.all'), counts.all, kind === null && !mine && !overdue, { reason })}
        {QUEUE_KINDS.filter(
          (each) => counts[each] > 0 || KIND_FEATURES[each] === undefined || features.includes(KIND_FEATURES[each]),
        ).map((each) => chip(t(`moderation.kinds.${each}`), counts[each], kind === each, { kind: each, reason }))}
        {chip(t('moderation.mine'), counts.mine, mine, { mine: true })}
        {chip(t('moderation.late'), counts.overdue, overdue, { overdue: true })}
        {user?.role === 'admin' ? (
          <Link className="chip" to={links.admin('blocklist')}>
            <span>{t('moderation.quarantine')}</span>
          </Link>
        ) : null}
      </Chips>
      <span className="push" />
      <Select
        name="reason"
        label={t('moderation.reason')}
        value={reason ?? ''}
        onChange={(value) => void navigate(links.moderation('queue', { ...toQuery(asked), reason: value || null }))}
        choices={[
          { value: '', label: t('moderation.reason.any') },
          ...REPORT_REASONS.map((value) => ({ value: value as string, label: t(`reports.reason.${value}`) })),
        ]}
      />
    </div>
  );
}
