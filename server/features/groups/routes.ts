import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GroupEdit, GroupTeam, Invite, NewGroup, OwnGroups, RoleOfMember, SentInvitation } from '#contract/groups.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { termAt } from '#server/features/taxonomy/taxonomy.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { publicUser } from '#server/http/public-user.ts';
import { toGroupAct, editGroup, foundGroup } from './groups.ts';
import { changeRole, changeTasks, invite, join, removeMember, withdrawInvitation } from './membership.ts';
import { findRole, listInvitations, listOwnGroups, listSentInvitations } from './queries.ts';
import { showTeam } from './team.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const OneMember = Address.extend({ username: z.string().min(1).max(100) });
const tags = ['groups'];
const features = ['groups'] as const;
const read = { permission: 'taxonomy.read', features } as const;
const own = { permission: 'groups.own', features } as const;
const takePart = { permission: 'groups.take-part', features } as const;

type GroupDeps = Pick<Deps, 'db' | 'reads' | 'catalogue' | 'secret' | 'now'>;

/** Routes of the people of groups: their page, founding, inviting, joining and leaving. */
export function groupRoutes(app: App, deps: GroupDeps): void {
  const { db } = deps;

  const team = (viewing: RequestContext, address: string) => showTeam(deps, db, viewing, address);
  const sent = async (viewing: RequestContext, id: number): Promise<SentInvitation[]> =>
    (await listSentInvitations(db, id)).map(({ user, ...row }) => ({ ...row, user: publicUser(deps, viewing, user) }));

  app.get(
    '/groups/:slug/team',
    {
      schema: {
        summary: 'A group’s people, and what it says of itself',
        tags,
        params: Address,
        response: { 200: GroupTeam },
      },
      config: read,
    },
    ({ viewing, params }) => showTeam(deps, deps.reads, viewing, params.slug),
  );

  app.post(
    '/groups',
    {
      schema: {
        summary: 'Founds a group, which the caller leads; nobody may have its name yet',
        tags,
        body: NewGroup,
        response: { 201: GroupTeam },
      },
      config: takePart,
    },
    async (request, reply) => {
      const id = await foundGroup(db, asker(request), request.body);
      return reply.code(201).send(await team(request.viewing, String(id)));
    },
  );

  app.patch(
    '/groups/:slug/team',
    {
      schema: {
        summary: 'Changes what a group says, and who may upload in its name',
        tags,
        params: Address,
        body: GroupEdit,
        response: { 200: GroupTeam },
      },
      config: takePart,
    },
    async (request) => team(request.viewing, String(await editGroup(db, act(request), request.body))),
  );

  app.get(
    '/groups/:slug/invitations',
    {
      schema: {
        summary: 'The invitations of a group, for those who lead it; a plain array',
        tags,
        params: Address,
        response: { 200: z.array(SentInvitation) },
      },
      config: own,
    },
    async (request) => {
      const { id } = await termAt(deps, request.viewing, 'group', request.params.slug);
      const { by, isStaff } = act(request);
      if (!isStaff && (await findRole(db, id, by)) !== 'leader') throw problem('not-allowed');
      return sent(request.viewing, id);
    },
  );

  app.post(
    '/groups/:slug/invitations',
    {
      schema: {
        summary: 'Asks a member of the site into a group',
        tags,
        params: Address,
        body: Invite,
        response: { 201: z.array(SentInvitation) },
      },
      config: takePart,
    },
    async (request, reply) => {
      const id = await invite(db, asker(request), act(request), request.body.username);
      return reply.code(201).send(await sent(request.viewing, id));
    },
  );

  app.delete(
    '/groups/:slug/invitations/:username',
    {
      schema: {
        summary: 'Takes an invitation back, or declines one’s own',
        tags,
        params: OneMember,
        response: { 204: z.undefined() },
      },
      config: takePart,
    },
    async (request, reply) => {
      await withdrawInvitation(db, act(request), request.params.username);
      return reply.code(204).send();
    },
  );

  app.post(
    '/groups/:slug/members',
    {
      schema: {
        summary: 'Takes the invitation of the caller',
        tags,
        params: Address,
        response: { 200: GroupTeam },
      },
      config: takePart,
    },
    async (request) => team(request.viewing, String(await join(db, act(request)))),
  );

  app.patch(
    '/groups/:slug/members/:username',
    {
      schema: {
        summary: 'Has a member lead the group, or lead it no more, and says what they do in it',
        tags,
        params: OneMember,
        body: RoleOfMember,
        response: { 200: GroupTeam },
      },
      config: takePart,
    },
    async (request) => {
      const { role, tasks } = request.body;
      const { slug, username } = request.params;
      if (tasks !== undefined) {
        await changeTasks(db, act(request), username, tasks);
      }
      if (role !== undefined) {
        await changeRole(db, act(request), username, role);
      }
      return team(request.viewing, slug);
    },
  );

  app.delete(
    '/groups/:slug/members/:username',
    {
      schema: {
        summary: 'Leaves the group, or takes another member out of it',
        tags,
        params: OneMember,
        response: { 204: z.undefined() },
      },
      config: takePart,
    },
    async (request, reply) => {
      await removeMember(db, act(request), request.params.username);
      return reply.code(204).send();
    },
  );

  app.get(
    '/account/groups',
    {
      schema: {
        summary: 'The groups of the caller, and the invitations they can take',
        tags,
        response: { 200: OwnGroups },
      },
      config: own,
    },
    async (request) => {
      const [userId, { locale }] = [requireMember(request), request.viewing];
      return {
        groups: await listOwnGroups(db, locale, userId),
        invitations: await listInvitations(db, locale, userId),
      };
    },
  );
}

const asker = (request: FastifyRequest) => ({ ...request.viewing.viewer, id: requireMember(request) });

const act = (request: FastifyRequest) => toGroupAct(asker(request), (request.params as z.infer<typeof Address>).slug);
