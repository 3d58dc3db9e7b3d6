import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { CREDIT_ROLES } from '#contract/credits.ts';
import {
  GROUP_UPLOADS,
  MAX_GROUP_DELAY,
  MAX_GROUP_LINKS,
  MAX_GROUP_TEXT,
  type GroupLink,
  type GroupMember,
  type GroupTeam,
  type GroupUploads,
  type SentInvitation,
} from '#contract/groups.ts';
import { ApiFailure, apiPost, apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { Avatar } from '#web/ui/media/avatar.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import '#web/ui/choice/checkbox.css';
import './groups.css';

/** How those who lead a group look after it: what it says, who is in it, whom it invites. */
export function GroupEditor({ team, invitations }: { team: GroupTeam; invitations: readonly SentInvitation[] }) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <>
      <p>
        <Link className="link" to={links.term('group', team.slug)}>
          {t('account.groups.page')}
        </Link>
      </p>
      {team.closed ? (
        <Alert kind="warn">
          <span>{t('groups.closed')}</span>
        </Alert>
      ) : null}
      <About team={team} />
      <Members team={team} />
      <Inviting slug={team.slug} invitations={invitations} />
    </>
  );
}

function About({ team }: { team: GroupTeam }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const [delay, setDelay] = useState(String(team.delay_days));
  const [uploads, setUploads] = useState<GroupUploads>(team.uploads);
  const made = useRef(team.links.length);
  const [rows, setRows] = useState(() => team.links.map((link, id) => ({ ...link, id })));
  const add = () => {
    made.current += 1;
    setRows([...rows, { id: made.current, label: '', url: '' }]);
  };
  return (
    <SetCard title={t('account.groups.about')}>
      <SetForm
        label={t('account.groups.save')}
        submit={async ({ description = '', ...values }) => {
          const given = rows.map(({ id }) => ({ label: values[`label-${id}`] ?? '', url: values[`url-${id}`] ?? '' }));
          const body = { version: team.version, description, links: given, uploads, delay_days: Number(delay) };
          await apiSend('PATCH', `/groups/${team.slug}/team`, { body }).catch((failure: unknown) => {
            throw atRows(
              failure,
              rows.map(({ id }, at) => ({ id, ...given[at]! })),
            );
          });
          await revalidate();
        }}
      >
        {({ errors }) => (
          <>
            <TextArea
              label={t('account.groups.text')}
              name="description"
              defaultValue={team.description}
              maxLength={MAX_GROUP_TEXT}
              dir="auto"
              error={errors.description}
            />
            {rows.map(({ id, label, url }, at) => (
              <div key={id} className="group-link">
                <Field
                  label={t('account.groups.linkLabel', { number: at + 1 })}
                  name={`label-${id}`}
                  defaultValue={label}
                  maxLength={40}
                  autoComplete="off"
                  error={errors[`label-${id}`]}
                />
                <Field
                  label={t('account.groups.linkUrl', { number: at + 1 })}
                  hint={t('account.groups.linkHint')}
                  name={`url-${id}`}
                  type="url"
                  dir="ltr"
                  defaultValue={url}
                  maxLength={500}
                  autoComplete="off"
                  error={errors[`url-${id}`]}
                />
                <Button
                  look={['ghost', 'icon']}
                  aria-label={t('account.groups.linkRemove', { number: at + 1 })}
                  onClick={() => setRows(rows.filter((row) => row.id !== id))}
                >
                  <Icon name="x" />
                </Button>
              </div>
            ))}
            {rows.length < MAX_GROUP_LINKS ? (
              <div>
                <Button onClick={add}>{t('account.groups.linkAdd')}</Button>
              </div>
            ) : null}
            <div className="field">
              <span className="label" aria-hidden="true">
                {t('account.groups.uploads')}
              </span>
              <Segmented
                label={t('account.groups.uploads')}
                value={uploads}
                choices={GROUP_UPLOADS.map((value) => ({
                  value,
                  label: t(value === 'open' ? 'account.groups.open' : 'account.groups.membersOnly'),
                }))}
                onChange={setUploads}
              />
            </div>
            <div className="field">
              <span className="label" aria-hidden="true">
                {t('account.groups.delay')}
              </span>
              <Select
                name="delay_days"
                label={t('account.groups.delay')}
                value={delay}
                onChange={setDelay}
                choices={Array.from({ length: MAX_GROUP_DELAY + 1 }, (_, days) => ({
                  value: String(days),
                  label: days === 0 ? t('account.groups.delay.none') : t('account.groups.delay.days', { count: days }),
                }))}
              />
              <p className="hint">{t('account.groups.delayHint')}</p>
            </div>
          </>
        )}
      </SetForm>
    </SetCard>
  );
}

/** A refusal with what it says of links at the fields of those that are wrong: the API says it of all of them. */
function atRows(failure: unknown, rows: readonly (GroupLink & { id: number })[]): unknown {
  if (!(failure instanceof ApiFailure)) return failure;
  const errors = (failure.body as { errors?: Record<string, string[]> } | null)?.errors;
  const isWrong = {
    label: ({ label }: GroupLink) => label.trim() === '',
    url: ({ url }: GroupLink) => !URL.canParse(url) || new URL(url).protocol !== 'https:',
  };
  for (const part of ['label', 'url'] as const) {
    const said = errors?.[`links.${part}`];
    if (errors && said) {
      for (const { id } of rows.filter(isWrong[part])) {
        errors[`${part}-${id}`] = said;
      }
    }
  }
  return failure;
}

function Members({ team: { slug, members } }: { team: GroupTeam }) {
  const t = useTranslate();
  const { run, busy, failure } = useMutation();
  const path = (name: string) => `/groups/${slug}/members/${encodeURIComponent(name)}`;
  return (
    <SetCard title={t('groups.members')}>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      <ul className="settings-list group-people">
        {members.map((member) => (
          <Member
            key={member.user.id}
            member={member}
            busy={busy}
            setRole={(role) =>
              void run(
                () => apiSend('PATCH', path(member.user.username), { body: { role } }),
                role === 'leader' ? t('account.groups.led', { name: member.user.username }) : undefined,
              )
            }
            setTasks={(tasks) => void run(() => apiSend('PATCH', path(member.user.username), { body: { tasks } }))}
            remove={() =>
              void run(
                () => apiSend('DELETE', path(member.user.username)),
                t('account.groups.removed', { name: member.user.username }),
              )
            }
          />
        ))}
      </ul>
    </SetCard>
  );
}

function Member({
  member: { user, role, tasks, suspended },
  busy,
  setRole,
  setTasks,
  remove,
}: {
  member: GroupMember;
  busy: boolean;
  setRole: (role: 'leader' | 'member') => void;
  setTasks: (tasks: GroupMember['tasks']) => void;
  remove: () => void;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const { username: name, avatar_url: image } = user;
  const isOwn = useUser()?.username === name;
  const disabled = { 'aria-disabled': busy || undefined };
  return (
    <li>
      <Avatar name={name} image={image} />
      <span>
        <Link className="link" to={links.profile(name)}>
          <bdi>{name}</bdi>
        </Link>{' '}
        {role === 'leader' ? <Badge>{t('groups.role.leader')}</Badge> : null}{' '}
        {suspended ? <Badge>{t('groups.suspended')}</Badge> : null}
        {suspended ? null : (
          <details className="group-tasks">
            <summary>
              <span className="visually-hidden">{t('account.groups.tasks.named', { name })}</span>
              <span className="muted small" aria-hidden="true">
                {tasks.length === 0
                  ? t('account.groups.tasks')
                  : tasks.map((task) => t(`credits.role.${task}`)).join(' · ')}
              </span>
            </summary>
            {CREDIT_ROLES.map((task) => (
              <label key={task} className="check">
                <input
                  type="checkbox"
                  checked={tasks.includes(task)}
                  disabled={busy}
                  onChange={({ currentTarget: { checked } }) =>
                    setTasks(checked ? [...tasks, task] : tasks.filter((each) => each !== task))
                  }
                />
                {t(`credits.role.${task}`)}
              </label>
            ))}
          </details>
        )}
      </span>
      <span className="row">
        {isOwn && role === 'leader' ? (
          <Button {...disabled} onClick={() => setRole('member')}>
            {t('account.groups.stepDown')}
          </Button>
        ) : null}
        {role === 'member' ? (
          <>
            {suspended ? null : (
              <Button
                {...disabled}
                aria-label={t('account.groups.lead.named', { name })}
                onClick={() => setRole('leader')}
              >
                {t('account.groups.lead')}
              </Button>
            )}
            <Button {...disabled} aria-label={t('account.groups.remove.named', { name })} onClick={remove}>
              {t('account.groups.remove')}
            </Button>
          </>
        ) : null}
      </span>
    </li>
  );
}

function Inviting({ slug, invitations }: { slug: string; invitations: readonly SentInvitation[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const { run, busy, failure } = useMutation();
  return (
    <SetCard title={t('account.groups.invite')} text={t('account.groups.inviteText')}>
      <SetForm
        label={t('account.groups.inviteAct')}
        done={t('account.groups.invited')}
        submit={async ({ username = '' }, form) => {
          await apiPost(`/groups/${slug}/invitations`, { body: { username } });
          form.reset();
          await revalidate();
        }}
      >
        {({ errors }) => (
          <Field
            label={t('account.groups.username')}
            name="username"
            error={errors.username}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </SetForm>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      {invitations.length === 0 ? null : (
        <ul className="settings-list">
          {invitations.map(({ user: { id, username: name, avatar_url: image }, ended, expires_at: until }) => (
            <li key={id}>
              <Avatar name={name} image={image} />
              <span>
                <bdi>{name}</bdi>
                <br />
                <span className="muted small num">
                  {ended ? t('account.groups.ended') : t('account.groups.until', { date: formatDate(locale, until) })}
                </span>
              </span>
              {ended ? null : (
                <Button
                  aria-disabled={busy || undefined}
                  aria-label={t('account.groups.withdraw.named', { name })}
                  onClick={() =>
                    void run(
                      () => apiSend('DELETE', `/groups/${slug}/invitations/${encodeURIComponent(name)}`),
                      t('account.groups.withdrawn'),
                    )
                  }
                >
                  {t('account.groups.withdraw')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </SetCard>
  );
}
