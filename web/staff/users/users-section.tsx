import { ORDERS } from '#contract/comics.ts';
import type { Entitlement } from '#contract/entitlements.ts';
import { USER_ROLES } from '#contract/accounts.ts';
import { LIMITED_ROLES, type ContentLimit, type RoleLimits } from '#contract/limits.ts';
import { type AdminUser, type AdminUserDetail, USER_SORTS, USER_STATES } from '#contract/users.ts';
import type { Page as List } from '#contract/paging.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { hasFeature } from '#web/platform/page/required-feature.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { LimitPanel } from './limit-panel.tsx';
import { UserPage } from './user-view.tsx';
import { UsersTable, type UsersQuery } from './users-table.tsx';

type Data =
  | { list: List<AdminUser>; limits: RoleLimits; asked: UsersQuery }
  | { user: AdminUserDetail; limit: ContentLimit; entitlements: Entitlement[] | null };

/** Members as the address asks for them, or one of them. */
export async function load({ request, id, query }: SectionArgs): Promise<Data> {
  if (id !== null) {
    const path = `/admin/users/${encodeURIComponent(id)}`;
    const [user, limit, entitlements] = await Promise.all([
      apiGet<AdminUserDetail>(path, { request }),
      apiGet<ContentLimit>(`${path}/limit`, { request }),
      hasFeature(request, 'premium') ? apiGet<Entitlement[]>(`${path}/entitlements`, { request }) : null,
    ]);
    return { user, limit, entitlements };
  }
  const one = <Value extends string>(name: string, of: readonly Value[]) =>
    of.find((value) => value === query.get(name)) ?? null;
  const asked: UsersQuery = {
    q: query.get('q') ?? '',
    role: one('role', USER_ROLES),
    state: one('state', USER_STATES),
    since: query.get('since') ?? '',
    sort: one('sort', USER_SORTS) ?? 'created_at',
    order: one('order', ORDERS) ?? 'desc',
  };
  const [list, limits] = await Promise.all([
    apiGet<List<AdminUser>>('/admin/users', {
      request,
      params: { ...asked, since: asked.since || null, page: Number(query.get('page')) || 1, per_page: 50 },
    }),
    apiGet<RoleLimits>('/admin/limits', { request }),
  ]);
  return { asked, list, limits };
}

/** The limits of those roles that may have one. */
function RoleLimitPanels({ limits }: { limits: RoleLimits }) {
  const t = useTranslate();
  return LIMITED_ROLES.map((role) => (
    <LimitPanel
      key={role}
      title={t('admin.limits.role', { role: t(`admin.users.role.${role}`) })}
      path={`/admin/limits/${role}`}
      limit={limits[role]}
    />
  ));
}

/** 'Manage users'. */
export function Section({ data }: SectionProps<Data>) {
  return 'user' in data ? (
    <UserPage key={data.user.id} user={data.user} limit={data.limit} entitlements={data.entitlements} />
  ) : (
    <>
      <UsersTable list={data.list} asked={data.asked} />
      <RoleLimitPanels limits={data.limits} />
    </>
  );
}
