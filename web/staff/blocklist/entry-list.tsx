import { useState } from 'react';
import { Form, useNavigate, useRevalidator } from 'react-router';
import { BLOCK_KINDS, type BlockEntry, type BlockKind } from '#contract/blocklist.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { AddEntries } from './add-entries.tsx';
import './blocklist.css';

/** The entries that admins prohibited, to look for, add to and take from. */
export function EntryList({ entries, kind, q }: { entries: readonly BlockEntry[]; kind: string; q: string }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<BlockEntry | null>(null);
  const columns: readonly Column<BlockEntry>[] = [
    {
      name: 'value',
      label: t('admin.blocklist.value'),
      place: 'main',
      cell: ({ value, note, kind: of }) => (
        <div className="table__title">
          {of === 'prohibited' ? (
            <b>
              <bdi>{value}</bdi>
            </b>
          ) : (
            <code className="blocklist__hash" dir="ltr" title={value}>
              {value}
            </code>
          )}
          {note === '' ? null : (
            <span className="muted small">
              <bdi>{note}</bdi>
            </span>
          )}
        </div>
      ),
    },
    { name: 'kind', label: t('admin.blocklist.kind'), cell: (entry) => t(`admin.blocklist.kind.${entry.kind}`) },
    {
      name: 'searched',
      label: t('admin.blocklist.searched'),
      cell: ({ searched }) =>
        searched ? (
          <State look="good">{t('admin.blocklist.searched.yes')}</State>
        ) : (
          <State look="warn">{t('admin.blocklist.searched.no')}</State>
        ),
    },
    {
      name: 'added',
      label: t('admin.blocklist.added'),
      place: 'labelled',
      cell: ({ created_at: at, added_by: by }) => (
        <>
          <When date={at} />
          {by?.username ? (
            <>
              {' '}
              · <bdi>{by.username}</bdi>
            </>
          ) : null}
        </>
      ),
    },
    {
      name: 'acts',
      label: t('admin.blocklist.remove'),
      place: 'acts',
      end: true,
      cell: (entry) => (
        <Button
          look={['ghost', 'icon']}
          aria-label={t('admin.blocklist.remove.one', { value: entry.value.slice(0, 24) })}
          onClick={() => setRemoving(entry)}
        >
          <Icon name="x" />
        </Button>
      ),
    },
  ];
  const remove = async () => {
    await apiSend('DELETE', `/admin/blocklists/${removing!.id}`);
    await revalidate();
    announce(t('moderation.done'));
  };
  return (
    <>
      <p className="muted blocklist__intro">{t('admin.blocklist.intro')}</p>
      <div className="row blocklist__bar">
        <Form action={links.admin('blocklist')} className="blocklist__search" role="search">
          {kind === '' ? null : <input type="hidden" name="kind" value={kind} />}
          <SearchField
            key={q}
            name="q"
            value={q}
            label={t('admin.blocklist.search')}
            submitLabel={t('admin.blocklist.search')}
          />
        </Form>
        <Select
          name="kind"
          label={t('admin.blocklist.kind')}
          value={kind}
          onChange={(value) =>
            void navigate(links.admin('blocklist', null, null, { kind: value || null, q: q || null }))
          }
          choices={[
            { value: '', label: t('admin.blocklist.kind.all') },
            ...BLOCK_KINDS.map((value: BlockKind) => ({
              value: value as string,
              label: t(`admin.blocklist.kind.${value}`),
            })),
          ]}
        />
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('admin.blocklist.add')}
        </Button>
      </div>
      {entries.length === 0 ? (
        <EmptyState title={q === '' && kind === '' ? t('admin.blocklist.empty') : t('admin.blocklist.nothing')} />
      ) : (
        <section className="panel">
          <Table label={t('admin.title.blocklist')} columns={columns} rows={entries} keyFor={({ id }) => id} />
        </section>
      )}
      <AddEntries open={adding} onClose={() => setAdding(false)} onAdded={revalidate} />
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('admin.blocklist.remove.ask')}
        text={t('admin.blocklist.remove.text')}
        action={t('admin.blocklist.remove')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('comments.cancel')}
        onConfirm={remove}
      />
    </>
  );
}
