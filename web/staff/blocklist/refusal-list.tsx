import type { Refusal } from '#contract/blocklist.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import './blocklist.css';

/** The refusals because of the list, the newest first. */
export function RefusalList({ refusals }: { refusals: readonly Refusal[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const columns: readonly Column<Refusal>[] = [
    {
      name: 'what',
      label: t('admin.blocklist.what'),
      place: 'main',
      cell: ({ text, file }) => (
        <div className="table__title">
          {text === null ? (
            <b>{t('admin.blocklist.picture')}</b>
          ) : (
            <b>
              <bdi>{text}</bdi>
            </b>
          )}
          {file === null ? null : (
            <span className="muted small">
              <bdi>{file}</bdi>
            </span>
          )}
        </div>
      ),
    },
    { name: 'where', label: t('admin.blocklist.where'), cell: ({ where }) => <bdi dir="ltr">{where}</bdi> },
    {
      name: 'user',
      label: t('admin.blocklist.who'),
      place: 'labelled',
      cell: ({ user }) =>
        user?.username ? (
          <a href={links.admin('users', user.username)}>
            <bdi>{user.username}</bdi>
          </a>
        ) : (
          '–'
        ),
    },
    {
      name: 'when',
      label: t('admin.blocklist.when'),
      place: 'labelled',
      end: true,
      cell: ({ created_at: at }) => <When date={at} />,
    },
  ];
  return refusals.length === 0 ? (
    <EmptyState title={t('admin.blocklist.refused.empty')} />
  ) : (
    <section className="panel">
      <Table label={t('admin.blocklist.tab.refused')} columns={columns} rows={refusals} keyFor={({ id }) => id} />
    </section>
  );
}
