import type { GroupTeam } from '#contract/groups.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { openReport } from '#web/community/reports/report-dialog-store.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Avatar } from '#web/ui/media/avatar.tsx';
import './group-panel.css';

/** The words of a group about itself, and who is in it; nothing of one that nobody founded. */
export function GroupPanel({ team }: { team: GroupTeam }) {
  const t = useTranslate();
  const {
    id,
    name,
    version,
    description,
    links,
    uploads,
    closed,
    members,
    chapters_count: count,
    delay_days: days,
  } = team;
  const facts = [
    ...(count > 0 ? [t('groups.chapters', { count })] : []),
    ...(uploads === 'members' && !closed ? [t('groups.membersOnly')] : []),
    ...(days > 0 && !closed ? [t('groups.delay', { count: days })] : []),
  ];
  return (
    <div className="stack group-panel">
      {closed ? (
        <Alert kind="warn">
          <span>{t('groups.closed')}</span>
        </Alert>
      ) : null}
      {description === '' ? null : (
        <p className="group-panel__text" dir="auto">
          {description}
        </p>
      )}
      {links.length === 0 ? null : (
        <ul className="row group-panel__links" aria-label={t('groups.links')}>
          {links.map(({ label, url }) => (
            <li key={`${label} ${url}`}>
              <a className="link" href={url} target="_blank" rel="noopener nofollow ugc">
                <bdi>{label}</bdi>
                <span className="visually-hidden"> {t('site.newTab')}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {facts.length === 0 ? null : <p className="muted small num">{facts.join(' · ')}</p>}
      {members.length === 0 ? null : <People team={team} />}
      {version === 0 ? null : (
        <div>
          <Button look={['ghost']} onClick={() => openReport({ subject: 'group', subject_id: id, name })}>
            <Icon name="flag" />
            {t('reports.title.group')}
          </Button>
        </div>
      )}
    </div>
  );
}

function People({ team: { slug, members } }: { team: GroupTeam }) {
  const t = useTranslate();
  const links = useAddresses();
  const user = useUser();
  const mayManage =
    user?.role === 'moderator' ||
    user?.role === 'admin' ||
    members.some((member) => member.role === 'leader' && member.user.username === user?.username);
  return (
    <section className="stack" aria-labelledby="group-members">
      <div className="row row--between">
        <h2 id="group-members">{t('groups.members')}</h2>
        {mayManage ? <ButtonLink to={links.ownGroups(slug)}>{t('groups.manage')}</ButtonLink> : null}
      </div>
      <ul className="group-panel__people">
        {members.map(({ user: { id, username, avatar_url: image }, role, tasks, credits }) => (
          <li key={id}>
            <Link to={links.profile(username)}>
              <Avatar name={username} image={image} />
              <bdi>{username}</bdi>
              {role === 'leader' ? <Badge>{t('groups.role.leader')}</Badge> : null}
            </Link>
            {tasks.map((task) => (
              <Badge key={task}>{t(`credits.role.${task}`)}</Badge>
            ))}
            {credits.length === 0 ? null : (
              <span className="muted small num">
                {credits
                  .map((each) => t('credits.count', { role: t(`credits.role.${each.role}`), count: each.count }))
                  .join(' · ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
