import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ManagedAnnouncement } from '#contract/announcements.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import '#web/ui/basic/badge.css';
import { AnnouncementForm } from './announcement-form.tsx';
import './announcements.css';

/** Every announcement, the newest first. */
export function load({ request }: SectionArgs): Promise<ManagedAnnouncement[]> {
  return apiGet('/admin/announcements', { request });
}

const LOOKS = { scheduled: 'state--warn', shown: 'state--good', over: '' } as const;

/** The section of announcements: those there are, and a form. */
export function Section({ data }: SectionProps<ManagedAnnouncement[]>) {
  const t = useTranslate();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<ManagedAnnouncement | 'new' | null>(null);
  const [leaving, setLeaving] = useState<ManagedAnnouncement | null>(null);
  const textFor = ({ said }: ManagedAnnouncement) => said[locale] ?? said.en ?? Object.values(said)[0] ?? '';
  const columns: Column<ManagedAnnouncement>[] = [
    {
      name: 'text',
      label: t('admin.announcement.text'),
      place: 'main',
      cell: (each) => (
        <div className="table__title">
          <span dir="auto" className="announcements__text">
            {textFor(each)}
          </span>
          <span className="muted small">
            {t(`admin.announcement.level.${each.level}`)} · {t(`admin.announcement.audience.${each.audience}`)} ·{' '}
            <span dir="ltr">{Object.keys(each.texts).join(', ')}</span>
          </span>
        </div>
      ),
    },
    {
      name: 'state',
      label: t('admin.jobs.state'),
      cell: ({ state }) => <span className={`state ${LOOKS[state]}`}>{t(`admin.announcement.is.${state}`)}</span>,
    },
    {
      name: 'from',
      label: t('admin.announcement.from'),
      end: true,
      place: 'labelled',
      cell: ({ starts_at: from }) => formatDate(locale, from),
    },
    {
      name: 'until',
      label: t('admin.announcement.until'),
      end: true,
      place: 'labelled',
      cell: ({ ends_at: until }) => (until === null ? '–' : formatDate(locale, until)),
    },
    {
      name: 'acts',
      label: t('admin.jobs.acts'),
      place: 'acts',
      cell: (each) => (
        <span className="announcements__acts">
          <Button
            look={['ghost', 'icon']}
            aria-label={t('admin.announcement.edit.named', { text: textFor(each) })}
            title={t('admin.announcement.edit')}
            onClick={() => setEdited(each)}
          >
            <Icon name="edit" />
          </Button>
          <Button
            look={['ghost', 'icon']}
            aria-label={t('admin.announcement.delete.named', { text: textFor(each) })}
            title={t('comments.delete')}
            onClick={() => setLeaving(each)}
          >
            <Icon name="trash" />
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <header className="row row--between">
        <h1>{t('admin.title.announcements')}</h1>
        {edited === null ? (
          <Button onClick={() => setEdited('new')}>
            <Icon name="plus" />
            {t('admin.announcement.new')}
          </Button>
        ) : null}
      </header>
      {edited === null ? null : (
        <Panel title={t(edited === 'new' ? 'admin.announcement.new' : 'admin.announcement.edit')}>
          <AnnouncementForm
            key={edited === 'new' ? 'new' : edited.id}
            announcement={edited === 'new' ? null : edited}
            onDone={() => {
              setEdited(null);
              void revalidate();
            }}
            onCancel={() => setEdited(null)}
          />
        </Panel>
      )}
      {data.length === 0 ? (
        <EmptyState title={t('admin.announcement.none')} />
      ) : (
        <section className="panel">
          <Table label={t('admin.title.announcements')} columns={columns} rows={data} keyFor={({ id }) => id} />
        </section>
      )}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('admin.announcement.delete')}
        text={t('admin.announcement.delete.ask')}
        action={t('comments.delete')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={async () => {
          await apiSend('DELETE', `/admin/announcements/${leaving?.id}`);
          await revalidate();
        }}
      />
    </>
  );
}
