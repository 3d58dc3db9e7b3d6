import type { AdminUserDetail } from '#contract/users.ts';
import type { ReportReason } from '#contract/reports.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';

/** The comments, uploads and reports of a member, and the reports about them. */
export function UserRecords({ user, undo }: { user: AdminUserDetail; undo: (sweep: number) => Promise<void> }) {
  const t = useTranslate();
  const links = useAddresses();
  const hasComments = useFeature('comments');
  const { username, comments, sweep, uploads, reports_by: by, reports_about: about } = user;
  const reports = ({ newest }: AdminUserDetail['reports_by']) =>
    newest.map(({ id, title, state, created_at: at }) => (
      <li key={id}>
        <span>{t(`reports.reason.${title as ReportReason}`)}</span>
        <span className="small muted">
          {t(`moderation.is.${state as 'open'}`)} · <When date={at} />
        </span>
      </li>
    ));
  return (
    <>
      {hasComments ? (
        <Panel
          title={t('admin.users.comments')}
          more={
            <ButtonLink look={['ghost']} to={links.moderation('comments', { user: username })}>
              {t('admin.users.comments.all', { count: comments })}
            </ButtonLink>
          }
        >
          {sweep === null ? null : (
            <div className="row">
              <span>{t('moderation.swept', { count: sweep.count })}</span>
              <Button onClick={() => void undo(sweep.id)}>{t('library.toast.undo')}</Button>
            </div>
          )}
        </Panel>
      ) : null}
      <Panel title={t('admin.title.audit')}>
        <div className="row">
          <Link className="link" to={links.admin('audit', null, null, { user: username })}>
            {t('admin.users.log')}
          </Link>
        </div>
      </Panel>
      <Panel title={t('admin.users.uploads', { count: uploads.total })}>
        {uploads.total === 0 ? (
          <p className="muted">{t('admin.users.none')}</p>
        ) : (
          <ul className="user-lines">
            {uploads.newest.map(({ id, title, slug, created_at: at }) => (
              <li key={id}>
                <Link className="link" to={links.admin('comics', slug)}>
                  <bdi>{title}</bdi>
                </Link>
                <span className="small muted">
                  <When date={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t('admin.users.reports.by', { count: by.total })}>
        {by.total === 0 ? (
          <p className="muted">{t('admin.users.none')}</p>
        ) : (
          <ul className="user-lines">{reports(by)}</ul>
        )}
      </Panel>
      <Panel title={t('admin.users.reports.about', { count: about.total })}>
        {about.total === 0 ? (
          <p className="muted">{t('admin.users.none')}</p>
        ) : (
          <ul className="user-lines">{reports(about)}</ul>
        )}
      </Panel>
    </>
  );
}
