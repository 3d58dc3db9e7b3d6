import { z } from 'zod';
import { GroupClosing, GroupTeam, StaffGroupPage, StaffGroupQuery } from '#contract/groups.ts';
import type { Deps } from '#server/deps.ts';
import { termAt } from '#server/features/taxonomy/taxonomy.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { listStaffGroups } from './queries-staff.ts';
import { assignLeader, closeGroup } from './staff.ts';
import { showTeam } from './team.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug, alias, name or id') });
const tags = ['groups'];
const config = { permission: 'groups.manage', features: ['groups'] } as const;

/** Routes by which staff look after groups. */
export function staffGroupRoutes(app: App, deps: Pick<Deps, 'db' | 'catalogue' | 'secret' | 'now'>): void {
  const { db } = deps;

  app.get(
    '/moderation/groups',
    {
      schema: {
        summary: 'The groups that have people, by name; those without a leader, or closed ones',
        tags,
        querystring: StaffGroupQuery,
        response: { 200: StaffGroupPage },
      },
      config,
    },
    async (request) => {
      const { page, per_page: perPage } = request.query;
      const { rows, total } = await listStaffGroups(db, request.query);
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.put(
    '/moderation/groups/:slug/leaders/:username',
    {
      schema: {
        summary: 'Has a member lead a group, also one that nobody founded',
        tags,
        params: Address.extend({ username: z.string().min(1).max(100) }),
        response: { 200: GroupTeam },
      },
      config,
    },
    async (request) => {
      const { slug, username } = request.params;
      const { id } = await termAt({ ...deps, reads: db }, request.viewing, 'group', slug);
      await assignLeader(db, { id, by: requireMember(request) }, username);
      return showTeam(deps, db, request.viewing, String(id));
    },
  );

  app.put(
    '/moderation/groups/:slug/closed',
    {
      schema: {
        summary: 'Closes a group, in whose name nobody uploads then, or opens it again',
        tags,
        params: Address,
        body: GroupClosing,
        response: { 200: GroupTeam },
      },
      config,
    },
    async (request) => {
      const { id } = await termAt({ ...deps, reads: db }, request.viewing, 'group', request.params.slug);
      await closeGroup(db, { id, by: requireMember(request) }, request.body);
      return showTeam(deps, db, request.viewing, String(id));
    },
  );
}
