import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { USER_ROLES, type UserRole } from '#contract/accounts.ts';
import { type AdminUser, USER_STATES, type UserSort, type UserState } from '#contract/users.ts';
import type { Page as List } from '#contract/paging.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { State } from '#web/ui/basic/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import './users.css';

/** The filters and the order of the table. */
export interface UsersQuery {
  q: string;
  role: UserRole | null;
  state: UserState | null;
  since: string;
  sort: UserSort;
  order: 'asc' | 'desc';
}
/** The colour of the dot before a state. */
export const LOOKS = { active: 'good', unverified: 'warn', banned: 'bad', deleted: undefined } as const;

/** Members, to be searched, narrowed and sorted. */
export function UsersTable({ list, asked }: { list: List<AdminUser>; asked: UsersQuery }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const hasComments = useFeature('comments');
  const words = usePagerWords(list.last_page);
  const addressFor = (change: Partial<UsersQuery>, page = 1) => {
    const { q, role, state, since, sort, order } = { ...asked, ...change };
    return links.admin('users', null, null, {
      q: q || null,
      role,
      state,
      since: since || null,
      sort: sort === 'created_at' ? null : sort,
      order: order === 'desc' ? null : order,
      page: page > 1 ? page : null,
    });
  };
  const go = (change: Partial<UsersQuery>) => void navigate(addressFor(change));
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    go({ q: (data.get('q') as string).trim(), since: data.get('since') as string });
  };
  return (
    <>
      <h1>{t('admin.title.users')}</h1>
      <div className="panel users-table">
        <form
          key={`${asked.q} ${asked.since}`}
          role="search"
          aria-label={t('admin.users.search')}
          className="users-filters"
          onSubmit={search}
        >
          <div className="users-filters__search">
            <SearchField name="q" value={asked.q} label={t('admin.users.search')} submitLabel={t('search.title')} />
          </div>
          <Select
            name="role"
            label={t('admin.users.role')}
            value={asked.role ?? ''}
            onChange={(role) => go({ role: role || null })}
            choices={[
              { value: '' as UserRole | '', label: t('admin.users.role.any') },
              ...USER_ROLES.map((value) => ({ value, label: t(`admin.users.role.${value}`) })),
            ]}
          />
          <Select
            name="state"
            label={t('admin.users.state')}
            value={asked.state ?? ''}
            onChange={(state) => go({ state: state || null })}
            choices={[
              { value: '' as UserState | '', label: t('admin.users.state.any') },
              ...USER_STATES.map((value) => ({ value, label: t(`admin.users.state.${value}`) })),
            ]}
          />
          <Field
            label={t('admin.users.since')}
            name="since"
            type="date"
            defaultValue={asked.since}
            onChange={({ currentTarget: { value, form } }) => {
              if (value === '' || value >= '2000-01-01') {
                go({ since: value, q: (new FormData(form!).get('q') as string).trim() });
              }
            }}
          />
        </form>
        {list.total === 0 ? (
          <EmptyState title={t('admin.users.empty')} />
        ) : (
          <Table
            label={t('admin.title.users')}
            rows={list.data}
            keyFor={({ id }) => id}
            sort={{ by: asked.sort, order: asked.order }}
            onSort={(sort, order) => go({ sort: sort as UserSort, order })}
            columns={[
              {
                name: 'username',
                label: t('admin.users.name'),
                place: 'main',
                sorts: 'asc',
                cell: ({ username, email, state }) => (
                  <span className="table__title">
                    {state === 'deleted' ? (
                      <span className="muted">{t('comments.someone')}</span>
                    ) : (
                      <Link to={links.admin('users', username)}>
                        <bdi>{username}</bdi>
                      </Link>
                    )}
                    <bdi className="small muted">{email}</bdi>
                  </span>
                ),
              },
              { name: 'role', label: t('admin.users.role'), cell: ({ role }) => t(`admin.users.role.${role}`) },
              {
                name: 'state',
                label: t('admin.users.state'),
                cell: ({ state }) => (
                  <State {...(LOOKS[state] ? { look: LOOKS[state] } : {})}>{t(`admin.users.state.${state}`)}</State>
                ),
              },
              ...(hasComments
                ? [
                    {
                      name: 'comments',
                      label: t('admin.users.comments'),
                      end: true,
                      place: 'labelled' as const,
                      sorts: 'desc' as const,
                      cell: ({ comments }: AdminUser) => t('moderation.count', { count: comments }),
                    },
                  ]
                : []),
              {
                name: 'seen_at',
                label: t('admin.users.seen'),
                end: true,
                place: 'labelled',
                sorts: 'desc',
                cell: ({ seen_at: at }) => (at === null ? '–' : <When date={at} />),
              },
              {
                name: 'created_at',
                label: t('admin.users.joined'),
                end: true,
                place: 'labelled',
                sorts: 'desc',
                cell: ({ created_at: at }) => <When date={at} />,
              },
            ]}
          />
        )}
      </div>
      <Pager page={list.current_page} last={list.last_page} addressFor={(page) => addressFor({}, page)} words={words} />
    </>
  );
}
