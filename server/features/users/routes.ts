import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SessionEntry } from '#contract/accounts.ts';
import { problem } from '#contract/problems.ts';
import {
  AdminUserDetail,
  AdminUserPage,
  AdminUserPatch,
  AdminUserQuery,
  Because,
  Resent,
  type AdminUser,
} from '#contract/users.ts';
import { utcDay } from '#contract/utc-day.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { endSession } from '#server/features/accounts/public/queries-sessions.ts';
import { describeSessions } from '#server/features/accounts/public/sessions-list.ts';
import { mayModerate } from '#server/features/comments/public/rules.ts';
import { exportJson } from '#server/features/portability/public/export-json.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { publicUser } from '#server/http/public-user.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { listUsers, openSweep, reportsAbout, reportsBy, newestUploads, type UserRow } from './queries.ts';
import { changeUser, deleteUser, endSessions, getUser, resend } from './users.ts';

const Name = z.object({ username: z.string().min(1).max(100) });
const Session = Name.extend({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const tags = ['users'];
const manage = { permission: 'users.manage' } as const;

/** Routes by which admins manage members. */
export async function userAdminRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): Promise<void> {
  const { db } = deps;
  const shown = ({ viewing }: FastifyRequest, row: UserRow): AdminUser => {
    const { email, state, seen_at, comments, banned_at, banned_until, banned_reason, ...rest } = row;
    const { id, username, role, verified, created_at, avatar, avatar_format } = rest;
    return {
      ...publicUser(deps, viewing, { id, username, role, verified, created_at, avatar, avatar_format }),
      email,
      state,
      seen_at,
      comments,
      banned_at,
      banned_until,
      banned_reason,
    };
  };
  const detail = async (request: FastifyRequest, username: string): Promise<AdminUserDetail> => {
    const user = await getUser(deps, username);
    const { viewer } = request.viewing;
    const { pending_email, two_factor, locale } = user;
    return {
      ...shown(request, user),
      pending_email,
      two_factor,
      locale,
      sessions: await describeSessions(db, user.id, viewer.token),
      reports_by: await reportsBy(db, user.id),
      reports_about: await reportsAbout(db, user.id),
      uploads: await newestUploads(db, user.id),
      sweep: await openSweep(db, user.id),
      touchable: mayModerate(viewer, user),
    };
  };

  app.get(
    '/admin/users',
    {
      schema: { summary: 'Members', tags, querystring: AdminUserQuery, response: { 200: AdminUserPage } },
      config: manage,
    },
    async (request) => {
      const { page, per_page: perPage } = request.query;
      const { rows, total } = await listUsers(db, request.query, (page - 1) * perPage, perPage);
      return envelope(request, { data: rows.map((row) => shown(request, row)), total, page, perPage });
    },
  );

  app.get(
    '/admin/users/:username',
    {
      schema: {
        summary: 'One member with their sessions, reports and uploads',
        tags,
        params: Name,
        response: { 200: AdminUserDetail },
      },
      config: manage,
    },
    (request) => detail(request, request.params.username),
  );

  app.patch(
    '/admin/users/:username',
    {
      schema: {
        summary: 'Changes the role of a member, or takes their address as theirs',
        tags,
        params: Name,
        body: AdminUserPatch,
        response: { 200: AdminUserDetail },
      },
      config: manage,
    },
    async (request) => {
      await changeUser(deps, requireMember(request), request.params.username, request.body);
      return detail(request, request.params.username);
    },
  );

  app.delete(
    '/admin/users/:username',
    {
      schema: {
        summary: 'Deletes the account of a member; they are told',
        tags,
        params: Name,
        body: Because,
        response: { 204: z.undefined() },
      },
      config: manage,
    },
    async (request, reply) => {
      await deleteUser(deps, request.viewing, requireMember(request), request.params.username, request.body.reason);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/admin/users/:username/sessions',
    {
      schema: {
        summary: 'Signs a member out everywhere',
        tags,
        params: Name,
        response: { 200: z.array(SessionEntry) },
      },
      config: manage,
    },
    async (request) => {
      await endSessions(deps, request.viewing, requireMember(request), request.params.username);
      return (await detail(request, request.params.username)).sessions;
    },
  );

  app.delete(
    '/admin/users/:username/sessions/:id',
    {
      schema: {
        summary: 'Ends one session of a member',
        tags,
        params: Session,
        response: { 200: z.array(SessionEntry) },
      },
      config: manage,
    },
    async (request) => {
      const { username, id } = request.params;
      const user = await getUser(deps, username);
      await withTransaction(db, async (tx) => {
        if (!(await endSession(tx, user.id, id))) throw problem('session-not-found');
        await audit(tx, {
          userId: requireMember(request),
          action: 'user.sign-out',
          subject: 'user',
          subjectId: user.id,
          details: { sessions: 1 },
        });
      });
      return (await detail(request, username)).sessions;
    },
  );

  app.post(
    '/admin/users/:username/verification',
    {
      schema: {
        summary: 'Sends a member the link again that verifies their address',
        tags,
        params: Name,
        response: { 200: Resent },
      },
      config: manage,
    },
    async (request) => ({ sent: await resend(deps, request.viewing, requireMember(request), request.params.username) }),
  );

  app.get(
    '/admin/users/:username/export',
    {
      schema: { summary: 'Everything stored about a member, as they get it themselves', tags, params: Name },
      config: manage,
    },
    async (request, reply) => {
      const { id } = await getUser(deps, request.params.username);
      await withTransaction(db, (tx) =>
        audit(tx, { userId: requireMember(request), action: 'user.export', subject: 'user', subjectId: id }),
      );
      const day = utcDay(deps.now());
      void reply.type('application/json; charset=utf-8').headers({
        'content-disposition': `attachment; filename="member-${id}-${day}.json"`,
        'cache-control': 'no-store',
      });
      return reply.send(Readable.from(exportJson(db, id, deps.now()), { objectMode: false }));
    },
  );
}
