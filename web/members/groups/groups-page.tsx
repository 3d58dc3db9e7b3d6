import type { GroupTeam, OwnGroups, SentInvitation } from '#contract/groups.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { HeadContext, PageHead } from '#web/platform/page/head.ts';
import type { PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { memberPage, Personal, type MemberData } from '#web/ui/page/members-only.tsx';
import { GroupEditor } from './group-editor.tsx';
import { OwnGroupList } from './own-group-list.tsx';

type GroupsData = { own: OwnGroups } | { team: GroupTeam; invitations: SentInvitation[] };

/** The member's groups, or one of them for those who lead it. */
export const loader = memberPage(async ({ request, params: { slug } }): Promise<GroupsData> => {
  if (slug === undefined) return { own: await apiGet<OwnGroups>('/account/groups', { request }) };
  const path = `/groups/${encodeURIComponent(slug)}`;
  const [team, invitations] = await Promise.all([
    apiGet<GroupTeam>(`${path}/team`, { request }),
    apiGet<SentInvitation[]>(`${path}/invitations`, { request }),
  ]);
  return { team, invitations };
});

/** The head of the page. */
export function head(data: MemberData<GroupsData>, { t }: HeadContext): PageHead {
  return { title: data !== null && 'team' in data ? data.team.name : t('auth.menu.groups'), hidden: true };
}

/** The groups a member is in, what they are asked into, and how they look after those they lead. */
export function Page({ data }: PageProps<MemberData<GroupsData>>) {
  useRequiredFeature('groups');
  const t = useTranslate();
  const isOne = data !== null && 'team' in data;
  return (
    <div className="stack">
      <h1>{isOne ? <bdi>{data.team.name}</bdi> : t('auth.menu.groups')}</h1>
      <Personal data={data}>
        {(loaded) =>
          'team' in loaded ? (
            <GroupEditor key={loaded.team.id} team={loaded.team} invitations={loaded.invitations} />
          ) : (
            <OwnGroupList own={loaded.own} />
          )
        }
      </Personal>
    </div>
  );
}
