import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { Entitlement } from '#contract/entitlements.ts';
import { LIMITED_ROLES, type ContentLimit } from '#contract/limits.ts';
import { USER_ROLES, type UserRole } from '#contract/accounts.ts';
import type { AdminUserDetail } from '#contract/users.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { BanDialog } from './ban-dialog.tsx';
import { downloadApi } from '#web/platform/api/download-api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { DeleteUser } from './delete-user.tsx';
import { Entitlements } from './entitlements.tsx';
import { LimitPanel } from './limit-panel.tsx';
import { UserRecords } from './user-records.tsx';
import { Sessions } from './user-sessions.tsx';
import { LOOKS } from './users-table.tsx';
import './users.css';

/** One member: who they are, and all that admins can do about them. */
export function UserPage({
  user,
  limit,
  entitlements,
}: {
  user: AdminUserDetail;
  limit: ContentLimit;
  entitlements: Entitlement[] | null;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const me = useUser();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [asks, ask] = useState<'ban' | 'delete' | null>(null);
  const [failure, fail] = useState('');
  const { username, email, state, banned_at: banned, banned_until: until, banned_reason: reason } = user;
  const path = `/admin/users/${encodeURIComponent(username)}`;
  /** Does something, says so, and shows what has become of it. */
  const act = async (work: () => Promise<unknown>, said: string) => {
    fail('');
    try {
      await work();
      announce(said);
      await revalidate();
    } catch (error) {
      fail((error as Error).message);
    }
  };
  const own = me?.username === username;
  return (
    <>
      <BackLink to={links.admin('users')}>{t('admin.title.users')}</BackLink>
      <div className="row">
        <h1>
          <bdi>{username}</bdi>
        </h1>
        <State {...(LOOKS[state] ? { look: LOOKS[state] } : {})}>{t(`admin.users.state.${state}`)}</State>
        <span className="push" />
        <ButtonLink look={['ghost']} to={links.profile(username)}>
          {t('admin.users.profile')}
        </ButtonLink>
        <Button
          onClick={() =>
            void downloadApi(`${path}/export`, {}, `${username}.json`).catch((error: Error) => fail(error.message))
          }
        >
          {t('admin.users.export')}
        </Button>
      </div>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {banned === null ? null : (
        <Alert kind="warn">
          {t('admin.users.banned', { reason: reason ?? '' })}{' '}
          {until === null ? (
            t('admin.users.banned.ever')
          ) : (
            <>
              {t('admin.users.banned.until')} <When date={until} />
            </>
          )}
        </Alert>
      )}
      <div className="user-page">
        <div className="user-page__side">
          <Panel title={t('admin.users.account')}>
            <dl className="user-facts">
              <div>
                <dt>{t('admin.users.email')}</dt>
                <dd>
                  <bdi>{email}</bdi> {user.verified ? '' : `(${t('admin.users.state.unverified')})`}
                </dd>
              </div>
              {user.pending_email ? (
                <div>
                  <dt>{t('admin.users.pending')}</dt>
                  <dd>
                    <bdi>{user.pending_email}</bdi>
                  </dd>
                </div>
              ) : null}
              <div>
                <dt>{t('admin.users.joined')}</dt>
                <dd>
                  <When date={user.created_at} />
                </dd>
              </div>
              <div>
                <dt>{t('admin.users.factor')}</dt>
                <dd>{t(user.two_factor ? 'admin.users.factor.on' : 'admin.users.factor.off')}</dd>
              </div>
            </dl>
            <RoleSelect
              role={user.role}
              onChange={(role) => act(() => apiSend('PATCH', path, { body: { role } }), t('admin.users.role.changed'))}
            />
            <div className="row">
              {user.verified ? null : (
                <Button
                  onClick={() =>
                    void act(() => apiSend('PATCH', path, { body: { verified: true } }), t('admin.users.verified'))
                  }
                >
                  {t('admin.users.verify')}
                </Button>
              )}
              {user.verified ? null : (
                <Button
                  onClick={() => void act(() => apiSend('POST', `${path}/verification`), t('admin.users.resent'))}
                >
                  {t('admin.users.resend')}
                </Button>
              )}
              {banned === null ? (
                user.touchable ? (
                  <Button look={['danger']} onClick={() => ask('ban')}>
                    {t('moderation.ban.do')}
                  </Button>
                ) : null
              ) : (
                <Button
                  onClick={() =>
                    void act(
                      () => apiSend('DELETE', `/moderation/users/${encodeURIComponent(username)}/ban`),
                      t('admin.users.unbanned'),
                    )
                  }
                >
                  {t('admin.users.unban')}
                </Button>
              )}
              {own ? null : (
                <Button look={['danger']} onClick={() => ask('delete')}>
                  {t('admin.users.delete')}
                </Button>
              )}
            </div>
          </Panel>
          {LIMITED_ROLES.some((role) => role === user.role) ? (
            <LimitPanel title={t('admin.limits.title')} path={`${path}/limit`} limit={limit} />
          ) : null}
          {entitlements === null ? null : (
            <Entitlements entitlements={entitlements} path={path} onDone={() => void revalidate()} />
          )}
        </div>
        <div className="user-page__side">
          <Sessions
            sessions={user.sessions}
            onEnd={(id) =>
              act(
                () => apiSend('DELETE', id === null ? `${path}/sessions` : `${path}/sessions/${id}`),
                t('admin.users.signed-out'),
              )
            }
          />
          <UserRecords
            user={user}
            undo={(id) =>
              act(
                () => apiSend('DELETE', `/moderation/users/${encodeURIComponent(username)}/comments/removal/${id}`),
                t('moderation.done'),
              )
            }
          />
        </div>
      </div>
      <BanDialog username={username} open={asks === 'ban'} onClose={() => ask(null)} onDone={() => void revalidate()} />
      <DeleteUser
        username={username}
        path={path}
        open={asks === 'delete'}
        onClose={() => ask(null)}
        onDone={() => {
          announce(t('admin.users.deleted', { name: username }));
          void navigate(links.admin('users'));
        }}
      />
    </>
  );
}

function RoleSelect({ role, onChange }: { role: UserRole; onChange: (role: UserRole) => Promise<void> }) {
  const t = useTranslate();
  const [chosen, choose] = useState(role);
  return (
    <div className="row">
      <Select
        name="role"
        label={t('admin.users.role')}
        value={chosen}
        onChange={choose}
        choices={USER_ROLES.map((value) => ({ value, label: t(`admin.users.role.${value}`) }))}
      />
      {chosen === role ? null : (
        <Button look={['primary']} onClick={() => void onChange(chosen)}>
          {t('admin.users.role.change')}
        </Button>
      )}
    </div>
  );
}
