import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { GroupTeam, OwnGroup, OwnGroups } from '#contract/groups.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import './groups.css';

/** The invitations of a member, their groups, and the form that founds one. */
export function OwnGroupList({ own: { groups, invitations } }: { own: OwnGroups }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  return (
    <>
      {invitations.length === 0 ? null : <Invitations invitations={invitations} />}
      <SetCard title={t('taxonomy.title.groups')}>
        {groups.length === 0 ? (
          <p className="muted">{t('account.groups.none')}</p>
        ) : (
          <ul className="settings-list own-groups">
            {groups.map((group) => (
              <Group key={group.id} group={group} />
            ))}
          </ul>
        )}
      </SetCard>
      <SetCard title={t('account.groups.found')} text={t('account.groups.foundText')}>
        <SetForm
          label={t('account.groups.found')}
          submit={async ({ name = '' }) => {
            const { slug } = await apiPost<GroupTeam>('/groups', { body: { name } });
            await navigate(links.ownGroups(slug));
          }}
        >
          {({ errors }) => (
            <Field
              label={t('account.groups.name')}
              name="name"
              error={errors.name}
              maxLength={100}
              autoComplete="off"
              required
            />
          )}
        </SetForm>
      </SetCard>
    </>
  );
}

function Group({ group: { name, slug, role, closed, members_count: count } }: { group: OwnGroup }) {
  const t = useTranslate();
  const links = useAddresses();
  const user = useUser();
  const { run } = useMutation();
  const [asked, setAsked] = useState(false);
  const facts = [
    ...(role === 'leader' ? [t('groups.role.leader')] : []),
    t('account.groups.count', { count }),
    ...(closed ? [t('groups.closed')] : []),
  ];
  return (
    <li>
      <span>
        <Link className="link" to={links.term('group', slug)}>
          <bdi>{name}</bdi>
        </Link>
        <br />
        <span className="muted small num">{facts.join(' · ')}</span>
      </span>
      <span className="row">
        {role === 'leader' ? <ButtonLink to={links.ownGroups(slug)}>{t('groups.manage')}</ButtonLink> : null}
        <Button aria-label={t('account.groups.leave.named', { name })} onClick={() => setAsked(true)}>
          {t('account.groups.leave')}
        </Button>
      </span>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={t('account.groups.leave.named', { name })}
        text={t('account.groups.leaveText')}
        action={t('account.groups.leave')}
        cancelLabel={t('library.cancel')}
        closeLabel={t('library.toast.close')}
        onConfirm={async () => {
          await apiSend('DELETE', `/groups/${slug}/members/${encodeURIComponent(user?.username ?? '')}`);
          await run(async () => {}, t('account.groups.left', { name }));
        }}
      />
    </li>
  );
}

function Invitations({ invitations }: Pick<OwnGroups, 'invitations'>) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const user = useUser();
  const { run, busy, failure } = useMutation();
  return (
    <SetCard title={t('account.groups.invitations')}>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      <ul className="settings-list own-groups">
        {invitations.map(({ group: { id, name, slug }, by, expires_at: until }) => {
          const date = formatDate(locale, until);
          return (
            <li key={id}>
              <span>
                <Link className="link" to={links.term('group', slug)}>
                  <bdi>{name}</bdi>
                </Link>
                <br />
                <span className="muted small num">
                  {by === null ? t('account.groups.until', { date }) : t('account.groups.by', { username: by, date })}
                </span>
              </span>
              <span className="row">
                <Button
                  look={['primary']}
                  aria-disabled={busy || undefined}
                  aria-label={t('account.groups.accept.named', { name })}
                  onClick={() =>
                    void run(() => apiPost(`/groups/${slug}/members`), t('account.groups.joined', { name }))
                  }
                >
                  {t('account.groups.accept')}
                </Button>
                <Button
                  aria-disabled={busy || undefined}
                  aria-label={t('account.groups.decline.named', { name })}
                  onClick={() =>
                    void run(
                      () =>
                        apiSend('DELETE', `/groups/${slug}/invitations/${encodeURIComponent(user?.username ?? '')}`),
                      t('account.groups.declined'),
                    )
                  }
                >
                  {t('account.groups.decline')}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </SetCard>
  );
}
