import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Act, Template } from '#contract/moderation.ts';
import { type Takedown, TAKEDOWN_STATES } from '#contract/takedowns.ts';
import type { Page as List } from '#contract/paging.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import { Chips } from './chips.tsx';
import { DecisionForm } from './decision-form.tsx';
import './moderation.css';

const STATES = ['all', ...TAKEDOWN_STATES] as const;
const LOOKS = { open: 'warn', upheld: 'bad', rejected: undefined, countered: 'warn', restored: 'good' } as const;
const ACTS: Record<Takedown['state'], Act[]> = {
  open: ['reject', 'takedown'],
  upheld: ['restore'],
  countered: ['restore'],
  rejected: [],
  restored: [],
};
interface Data {
  list: List<Takedown>;
  templates: Template[];
  state: (typeof STATES)[number];
}

/** Notices of takedown of a state. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const state = STATES.find((each) => each === query.get('state')) ?? 'all';
  const [list, templates] = await Promise.all([
    apiGet<List<Takedown>>('/admin/dmca', {
      request,
      params: { state, page: Number(query.get('page')) || 1, per_page: 24 },
    }),
    apiGet<Template[]>('/moderation/templates', { request }),
  ]);
  return { list, templates, state };
}

/** Every notice of takedown with its six elements, and what became of it. */
export function Section({ data: { list, templates, state } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const words = usePagerWords(list.last_page);
  const [deciding, decide] = useState<{ item: string; act: Act } | null>(null);
  const [failure, setFailure] = useState('');
  const record = (id: number, filed: boolean) =>
    apiSend('PUT', `/admin/dmca/${id}/action`, { body: { filed } }).then(
      () => {
        setFailure('');
        return revalidate();
      },
      ({ message }: Error) => setFailure(message),
    );
  const addressFor = (asked: Data['state'], page: number) =>
    links.moderation('notices', { state: asked === 'all' ? null : asked, page: page > 1 ? page : null });
  return (
    <>
      <Chips label={t('moderation.states')}>
        {STATES.map((each) => (
          <Link key={each} className="chip" to={addressFor(each, 1)} aria-current={each === state ? 'true' : undefined}>
            {t(each === 'all' ? 'moderation.state.all' : `moderation.notice.${each}`)}
          </Link>
        ))}
      </Chips>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {list.total === 0 ? (
        <EmptyState title={t('moderation.notices.empty')} />
      ) : (
        <ul className="moderation__list">
          {list.data.map((notice) => (
            <Notice
              key={notice.id}
              notice={notice}
              onAct={(act) => decide({ item: `takedown.${notice.id}`, act })}
              onFiled={(filed) => void record(notice.id, filed)}
            />
          ))}
        </ul>
      )}
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => addressFor(state, page)}
        words={words}
      />
      <Dialog
        open={deciding !== null}
        onClose={() => decide(null)}
        title={deciding === null ? '' : t(`moderation.act.${deciding.act}`)}
        closeLabel={t('comments.cancel')}
      >
        {deciding === null ? null : (
          <DecisionForm
            items={[deciding.item]}
            act={deciding.act}
            templates={templates}
            onDone={() => {
              decide(null);
              void revalidate();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Notice({
  notice,
  onAct,
  onFiled,
}: {
  notice: Takedown;
  onAct: (act: Act) => void;
  onFiled: (filed: boolean) => void;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const {
    id,
    scope,
    state,
    title,
    path,
    work,
    location,
    signature,
    claimant,
    statement,
    outcome,
    decided_by: by,
    created_at: at,
    counter,
    owner,
    strikes,
  } = notice;
  const waits = state === 'countered' && counter !== null;
  const parts: [string, string][] = [
    [t('moderation.notice.work'), work],
    [t('moderation.notice.location'), location],
    [t('moderation.notice.statement'), statement],
    [
      t('moderation.notice.claimant'),
      [claimant.name, claimant.company, claimant.address, claimant.phone, claimant.email].filter(Boolean).join('\n'),
    ],
    [t('moderation.notice.signature'), signature],
    [t('moderation.notice.outcome'), [outcome, by].filter(Boolean).join(' · ')],
    [
      t('moderation.counter.sent'),
      counter === null
        ? ''
        : [
            counter.sender.name,
            counter.sender.address,
            counter.sender.phone,
            counter.sender.email,
            counter.statement,
            counter.signature,
          ]
            .filter(Boolean)
            .join('\n'),
    ],
  ];
  return (
    <li className="panel stack">
      <div className="row small">
        <State {...(LOOKS[state] ? { look: LOOKS[state] } : {})}>{t(`moderation.notice.${state}`)}</State>
        <span className="muted">
          {t('moderation.notice.number', { number: String(id) })} · {t(`moderation.scope.${scope}`)} ·{' '}
          <When date={at} />
        </span>
        {owner === null ? null : (
          <span className="muted">
            <Link className="link" to={links.profile(owner)}>
              <bdi>{owner}</bdi>
            </Link>
            {strikes > 0 ? ` · ${t('moderation.notice.strikes', { count: strikes })}` : ''}
          </span>
        )}
        {waits ? (
          <span className={counter.action_filed_at === null ? undefined : 'bad'}>
            {counter.action_filed_at === null ? (
              <>
                {t('moderation.counter.back')} <When date={counter.put_back_at} />
              </>
            ) : (
              t('moderation.counter.filed')
            )}
          </span>
        ) : null}
      </div>
      <h2 className="queue-item__title">
        {path === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Link to={links.local(path)}>
            <bdi>{title}</bdi>
          </Link>
        )}
      </h2>
      <dl className="moderation-facts">
        {parts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
      </dl>
      {ACTS[state].length === 0 ? null : (
        <div className="row">
          {waits ? (
            <Button onClick={() => onFiled(counter.action_filed_at === null)}>
              {t(counter.action_filed_at === null ? 'moderation.counter.file' : 'moderation.counter.unfile')}
            </Button>
          ) : null}
          {ACTS[state].map((act) => (
            <Button key={act} look={act === 'takedown' ? ['danger'] : []} onClick={() => onAct(act)}>
              {t(`moderation.act.${act}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
