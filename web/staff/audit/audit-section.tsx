import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { AuditEntry } from '#contract/audit.ts';
import type { Page as List } from '#contract/paging.ts';
import type { Query } from '#contract/query-string.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { downloadApi } from '#web/platform/api/download-api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import { AuditDetails, auditSubject } from './audit-details.tsx';
import './audit.css';

const NAMES = ['user', 'action', 'subject', 'since', 'until', 'text'] as const;
type AuditQuery = Partial<Record<(typeof NAMES)[number], string>>;
interface Data {
  list: List<AuditEntry>;
  asked: AuditQuery;
}

/** Entries that the address asks for. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const asked: AuditQuery = Object.fromEntries(
    NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])),
  );
  return {
    asked,
    list: await apiGet<List<AuditEntry>>('/admin/audit', {
      request,
      params: { ...asked, page: Number(query.get('page')) || 1, per_page: 50 },
    }),
  };
}

/** 'Audit log': what staff did. */
export function Section({ data: { list, asked } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const words = usePagerWords(list.last_page);
  const [open, show] = useState<ReadonlySet<number>>(new Set());
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void navigate(
      links.admin(
        'audit',
        null,
        null,
        Object.fromEntries(NAMES.map((name) => [name, (data.get(name) as string).trim() || null])),
      ),
    );
  };
  const save = (format: 'csv' | 'jsonl') =>
    downloadApi('/admin/audit/export', { ...asked, format } satisfies Query, `audit.${format}`).catch(
      (failure: Error) => showToast({ kind: 'bad', text: failure.message, closeLabel: t('library.toast.close') }),
    );
  const toggle = (id: number) =>
    show(open.has(id) ? new Set([...open].filter((each) => each !== id)) : new Set([...open, id]));
  return (
    <>
      <div className="row">
        <h1>{t('admin.title.audit')}</h1>
        <span className="push" />
        <Button onClick={() => void save('csv')}>{t('admin.audit.csv')}</Button>
        <Button onClick={() => void save('jsonl')}>{t('admin.audit.jsonl')}</Button>
      </div>
      <form
        key={JSON.stringify(asked)}
        role="search"
        aria-label={t('admin.audit.search')}
        className="panel audit-form"
        onSubmit={search}
      >
        {NAMES.map((name) => (
          <Field
            key={name}
            label={t(`admin.audit.${name}`)}
            name={name}
            defaultValue={asked[name] ?? ''}
            type={name === 'since' || name === 'until' ? 'date' : 'text'}
            maxLength={200}
          />
        ))}
        <Button type="submit" look={['primary']}>
          {t('search.title')}
        </Button>
      </form>
      {list.total === 0 ? (
        <EmptyState title={t('admin.audit.empty')} />
      ) : (
        <div className="panel audit-table">
          <Table
            label={t('admin.title.audit')}
            rows={list.data}
            keyFor={({ id }) => id}
            columns={[
              {
                name: 'action',
                label: t('admin.audit.action'),
                place: 'main',
                cell: (entry) => (
                  <div className="stack audit-entry">
                    <button
                      type="button"
                      className="audit-entry__open"
                      aria-expanded={open.has(entry.id)}
                      onClick={() => toggle(entry.id)}
                    >
                      <code>{entry.action}</code>
                    </button>
                    {open.has(entry.id) ? <AuditDetails entry={entry} /> : null}
                  </div>
                ),
              },
              {
                name: 'subject',
                label: t('admin.audit.subject'),
                place: 'labelled',
                cell: (entry) => (
                  <Link className="link" to={links.admin('audit', null, null, { subject: entry.subject })}>
                    <bdi>{auditSubject(entry)}</bdi>
                  </Link>
                ),
              },
              {
                name: 'user',
                label: t('admin.audit.user'),
                place: 'labelled',
                cell: ({ user }) =>
                  user === null ? (
                    t('admin.audit.site')
                  ) : user.username === null ? (
                    t('comments.someone')
                  ) : (
                    <Link className="link" to={links.admin('users', user.username)}>
                      <bdi>{user.username}</bdi>
                    </Link>
                  ),
              },
              {
                name: 'at',
                label: t('admin.audit.at'),
                end: true,
                place: 'labelled',
                cell: ({ created_at: at }) => <When date={at} />,
              },
            ]}
          />
        </div>
      )}
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => links.admin('audit', null, null, { ...asked, page: page > 1 ? page : null })}
        words={words}
      />
    </>
  );
}
