import { useState, type FormEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { STAFF_GROUP_FILTERS, type StaffGroup } from '#contract/groups.ts';
import type { Page as List } from '#contract/paging.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import './moderation.css';

type Filter = (typeof STAFF_GROUP_FILTERS)[number];

interface Data {
  list: List<StaffGroup>;
  q: string;
  show: Filter;
}

/** The groups that have people. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const q = query.get('q') ?? '';
  const show = STAFF_GROUP_FILTERS.find((each) => each === query.get('show')) ?? 'all';
  return {
    q,
    show,
    list: await apiGet<List<StaffGroup>>('/moderation/groups', {
      request,
      params: { q, show, page: Number(query.get('page')) || 1, per_page: 50 },
    }),
  };
}

/** Who leads groups, which have nobody who does, and which are closed. */
export function Section({ data: { list, q, show } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { run, busy, failure } = useMutation();
  const [closing, setClosing] = useState<StaffGroup | null>(null);
  const words = usePagerWords(list.last_page);
  const addressFor = (wanted: { q?: string; show?: Filter; page?: number }) => {
    const next = { q, show, page: 1, ...wanted };
    return links.moderation('groups', {
      q: next.q || null,
      show: next.show === 'all' ? null : next.show,
      page: next.page > 1 ? next.page : null,
    });
  };
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(addressFor({ q: (new FormData(event.currentTarget).get('q') as string).trim() }));
  };
  return (
    <>
      <Panel title={t('moderation.group.assign')}>
        <Assign onDone={() => void revalidate()} />
      </Panel>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <div className="panel stack">
        <form role="search" onSubmit={search}>
          <SearchField name="q" value={q} label={t('moderation.group.search')} submitLabel={t('search.title')} />
        </form>
        <Segmented
          label={t('moderation.group.show')}
          value={show}
          choices={STAFF_GROUP_FILTERS.map((value) => ({ value, label: t(`moderation.group.show.${value}`) }))}
          onChange={(value) => void navigate(addressFor({ show: value }))}
        />
        {list.total === 0 ? (
          <EmptyState title={t('moderation.group.none')} />
        ) : (
          <Table
            label={t('moderation.groups')}
            rows={list.data}
            keyFor={({ id }) => id}
            columns={[
              {
                name: 'name',
                label: t('moderation.group.name'),
                place: 'main',
                cell: ({ name, slug, closed }) => (
                  <>
                    <Link className="link" to={links.term('group', slug)}>
                      <bdi>{name}</bdi>
                    </Link>{' '}
                    {closed ? <Badge look="bad">{t('moderation.group.closed')}</Badge> : null}
                  </>
                ),
              },
              {
                name: 'leaders',
                label: t('moderation.group.leaders'),
                place: 'labelled',
                cell: ({ leaders }) =>
                  leaders.length === 0 ? (
                    <Badge look="warn">{t('moderation.group.leaderless')}</Badge>
                  ) : (
                    <bdi>{leaders.join(', ')}</bdi>
                  ),
              },
              {
                name: 'members',
                label: t('groups.members'),
                place: 'labelled',
                end: true,
                cell: ({ members_count: count }) => count,
              },
              {
                name: 'manage',
                label: t('groups.manage'),
                cell: ({ slug }) => (
                  <Link className="link" to={links.ownGroups(slug)}>
                    {t('groups.manage')}
                  </Link>
                ),
              },
              {
                name: 'acts',
                label: t('moderation.group.acts'),
                place: 'acts',
                cell: (group) => (
                  <Button
                    aria-disabled={busy || undefined}
                    aria-label={t(group.closed ? 'moderation.group.open.named' : 'moderation.group.close.named', {
                      name: group.name,
                    })}
                    onClick={() =>
                      group.closed
                        ? void run(() => setClosed(group, false, ''), t('moderation.group.opened'))
                        : setClosing(group)
                    }
                  >
                    {t(group.closed ? 'moderation.group.open' : 'moderation.group.close')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </div>
      <Pager page={list.current_page} last={list.last_page} addressFor={(page) => addressFor({ page })} words={words} />
      <Closing group={closing} onClose={() => setClosing(null)} onDone={() => void revalidate()} />
    </>
  );
}

function setClosed({ id }: StaffGroup, closed: boolean, reason: string): Promise<unknown> {
  return apiSend('PUT', `/moderation/groups/${id}/closed`, { body: { closed, reason } });
}

function Assign({ onDone }: { onDone: () => void }) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(async ({ group = '', username = '' }, form) => {
    await apiSend(
      'PUT',
      `/moderation/groups/${encodeURIComponent(group.trim())}/leaders/${encodeURIComponent(username.trim())}`,
    );
    announce(t('moderation.group.assigned', { name: username.trim() }));
    form.reset();
    onDone();
  });
  return (
    <form {...props} className="stack">
      <div className="filter-form">
        <Field
          label={t('moderation.group.name')}
          name="group"
          required
          maxLength={200}
          dir="auto"
          error={errors.slug}
        />
        <Field
          label={t('moderation.group.username')}
          name="username"
          required
          maxLength={100}
          autoComplete="off"
          error={errors.username}
        />
        <SubmitButton busy={busy}>{t('moderation.group.assign.do')}</SubmitButton>
      </div>
      <p className="hint">{t('moderation.group.assign.hint')}</p>
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
    </form>
  );
}

function Closing({ group, onClose, onDone }: { group: StaffGroup | null; onClose: () => void; onDone: () => void }) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(async ({ reason = '' }) => {
    await setClosed(group!, true, reason);
    announce(t('groups.closed'));
    onClose();
    onDone();
  });
  return (
    <Dialog
      open={group !== null}
      onClose={onClose}
      title={t('moderation.group.close.named', { name: group?.name ?? '' })}
      closeLabel={t('library.toast.close')}
    >
      <form {...props} className="stack">
        <p>{t('moderation.group.close.text')}</p>
        <TextArea label={t('moderation.group.reason')} name="reason" maxLength={500} dir="auto" error={errors.reason} />
        {message === null ? null : <Alert kind="bad">{message}</Alert>}
        <div className="row">
          <SubmitButton look={['danger']} busy={busy}>
            {t('moderation.group.close')}
          </SubmitButton>
          <Button onClick={onClose}>{t('library.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
