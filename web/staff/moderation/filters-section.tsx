import { useState, type FormEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import {
  FILTER_ACTIONS,
  FILTER_RULES,
  type FilterAction,
  type FilterVerdict,
  type WordFilter,
} from '#contract/moderation.ts';
import type { Page as List } from '#contract/paging.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import './moderation.css';

interface Data {
  list: List<WordFilter>;
  q: string;
}

/** Rules for words and links. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const q = query.get('q') ?? '';
  return {
    q,
    list: await apiGet<List<WordFilter>>('/moderation/filters', {
      request,
      params: { q, page: Number(query.get('page')) || 1, per_page: 50 },
    }),
  };
}

/** The rules for words members may not write, or not unseen. */
export function Section({ data: { list, q } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { run, busy, failure } = useMutation();
  const words = usePagerWords(list.last_page);
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(
      links.moderation('filters', { q: (new FormData(event.currentTarget).get('q') as string).trim() || null }),
    );
  };
  const remove = ({ id, pattern }: WordFilter) =>
    run(() => apiSend('DELETE', `/moderation/filters/${id}`), t('moderation.filter.deleted', { pattern }));
  return (
    <>
      <Panel title={t('moderation.filter.new')}>
        <NewFilter onDone={() => void revalidate()} />
      </Panel>
      <Panel title={t('moderation.filter.try')}>
        <Trial />
      </Panel>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {list.total === 0 && q === '' ? (
        <EmptyState title={t('moderation.filters.empty')} />
      ) : (
        <div className="panel stack">
          <form role="search" onSubmit={search}>
            <SearchField name="q" value={q} label={t('moderation.filters.search')} submitLabel={t('search.title')} />
          </form>
          <Table
            label={t('moderation.filters')}
            rows={list.data}
            keyFor={({ id }) => id}
            columns={[
              {
                name: 'pattern',
                label: t('moderation.filter.pattern'),
                place: 'main',
                cell: ({ pattern, note }) => (
                  <span className="table__title">
                    <bdi>{pattern}</bdi>
                    {note ? (
                      <span className="small muted" dir="auto">
                        {note}
                      </span>
                    ) : null}
                  </span>
                ),
              },
              {
                name: 'kind',
                label: t('moderation.filter.kind'),
                place: 'labelled',
                cell: ({ kind }) => t(`moderation.filter.${kind}`),
              },
              {
                name: 'action',
                label: t('moderation.filter.action'),
                place: 'labelled',
                cell: ({ action }) => (
                  <Badge
                    {...(action === 'refuse'
                      ? ({ look: 'bad' } as const)
                      : action === 'hold'
                        ? ({ look: 'warn' } as const)
                        : {})}
                  >
                    {t(`moderation.filter.${action}`)}
                  </Badge>
                ),
              },
              {
                name: 'acts',
                label: t('comments.delete'),
                place: 'acts',
                cell: (rule) => (
                  <Button
                    look={['ghost', 'icon']}
                    aria-label={t('moderation.filter.delete', { pattern: rule.pattern })}
                    disabled={busy}
                    onClick={() => void remove(rule)}
                  >
                    <Icon name="trash" />
                  </Button>
                ),
              },
            ]}
          />
        </div>
      )}
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => links.moderation('filters', { q: q || null, page: page > 1 ? page : null })}
        words={words}
      />
    </>
  );
}

function NewFilter({ onDone }: { onDone: () => void }) {
  const t = useTranslate();
  const [kind, choose] = useState<(typeof FILTER_RULES)[number]>('word');
  const [action, act] = useState<FilterAction>('hold');
  const { props, busy, errors, message } = useForm(async ({ pattern = '', note = '' }, form) => {
    await apiSend('POST', '/moderation/filters', { body: { kind, pattern, action, note } });
    announce(t('moderation.filter.added', { pattern }));
    form.reset();
    onDone();
  });
  return (
    <form {...props} className="stack">
      <div className="filter-form">
        <Select
          name="kind"
          label={t('moderation.filter.kind')}
          value={kind}
          onChange={choose}
          choices={FILTER_RULES.map((value) => ({ value, label: t(`moderation.filter.${value}`) }))}
        />
        <Field
          label={t('moderation.filter.pattern')}
          name="pattern"
          required
          maxLength={200}
          dir="auto"
          error={errors.pattern}
        />
        <Select
          name="action"
          label={t('moderation.filter.action')}
          value={action}
          onChange={act}
          choices={FILTER_ACTIONS.map((value) => ({ value, label: t(`moderation.filter.${value}`) }))}
        />
        <Field label={t('moderation.filter.note')} name="note" maxLength={500} error={errors.note} />
        <SubmitButton busy={busy}>{t('moderation.filter.add')}</SubmitButton>
      </div>
      <p className="hint">{t(kind === 'word' ? 'moderation.filter.hint' : 'moderation.filter.link-hint')}</p>
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
    </form>
  );
}

function Trial() {
  const t = useTranslate();
  const [verdict, show] = useState<FilterVerdict | null>(null);
  const { props, busy, errors, message } = useForm(async ({ text = '' }) => {
    show(await apiSend<FilterVerdict>('POST', '/moderation/filters/try', { body: { text } }));
  });
  return (
    <form {...props} className="stack">
      <TextArea
        label={t('moderation.filter.text')}
        name="text"
        rows={2}
        maxLength={5000}
        dir="auto"
        error={errors.text}
      />
      <div className="row">
        <SubmitButton busy={busy} look={[]}>
          {t('moderation.filter.try.do')}
        </SubmitButton>
      </div>
      {verdict === null ? null : (
        <div role="status">
          <p>
            {t(`moderation.filter.${verdict.action}`)}
            {verdict.matched.length > 0 ? (
              <>
                : <bdi>{verdict.matched.join(', ')}</bdi>
              </>
            ) : null}
          </p>
          {verdict.action === 'mask' ? (
            <p className="moderation__text" dir="auto">
              {verdict.text}
            </p>
          ) : null}
        </div>
      )}
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
    </form>
  );
}
