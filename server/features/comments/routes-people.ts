import { z } from 'zod';
import { BlockedUser, PlacedCommentPage } from '#contract/comments.ts';
import { paging } from '#contract/paging.ts';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { publicUser } from '#server/http/public-user.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { every, inState, listedComments, findSubjects, writtenBy } from './public/queries-places.ts';
import { blockedUsers, blockUser, unblockUser } from './queries-people.ts';
import { findMember, type NamedMember } from '#server/features/comments/public/queries-members.ts';
import { newestComments } from './public/queries-comments.ts';
import { flatComment } from './public/serializers.ts';

const Named = z.object({ username: z.string().min(1).max(100) });
const tags = ['comments'];
const write = { permission: 'comments.write', features: ['comments'] } as const;

/** Routes of a member's comments and of the members one has blocked. */
export function peopleRoutes(app: App, deps: Pick<Deps, 'db' | 'reads' | 'secret' | 'now'>): void {
  const { db } = deps;

  app.get(
    '/users/:username/comments',
    {
      schema: {
        summary: 'What a member wrote, the newest first, with what each stands under',
        tags,
        params: Named,
        querystring: z.object(paging),
        response: { 200: PlacedCommentPage },
      },
      config: { permission: 'comments.read', features: ['comments'] },
    },
    async (request) => {
      const {
        viewing,
        params,
        query: { page, per_page: perPage },
      } = request;
      const { id } = await memberCalled(db, params.username);
      const condition = every([writtenBy(id), inState('shown'), listedComments(viewing)]);
      const { rows, total } = await newestComments(db, viewing.viewer.id, condition, (page - 1) * perPage, perPage);
      const subjects = await findSubjects(db, viewing, rows);
      const data = rows.flatMap((row) => {
        const subject = subjects.get(row.thread);
        return subject ? [{ ...flatComment(deps, viewing, row), subject }] : [];
      });
      return envelope(request, { data, total, page, perPage });
    },
  );

  app.put(
    '/users/:username/block',
    {
      schema: {
        summary: 'From now on the comments of a member are folded, and they tell the caller nothing',
        tags,
        params: Named,
        response: { 204: z.undefined() },
      },
      config: write,
    },
    async (request, reply) => {
      const [member, other] = [requireMember(request), await memberCalled(db, request.params.username)];
      if (member === other.id) throw problem('not-allowed');
      await blockUser(db, member, other.id);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/users/:username/block',
    {
      schema: {
        summary: 'Shows the comments of a member again',
        tags,
        params: Named,
        response: { 204: z.undefined() },
      },
      config: write,
    },
    async (request, reply) => {
      const [member, other] = [requireMember(request), await memberCalled(db, request.params.username)];
      await unblockUser(db, member, other.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/account/blocks',
    {
      schema: {
        summary: 'Members whose comments are folded for the caller; a plain array',
        tags,
        response: { 200: z.array(BlockedUser) },
      },
      config: write,
    },
    async (request) => {
      const rows = await blockedUsers(db, requireMember(request));
      return rows.map(({ user, blocked_at }) => ({ ...publicUser(deps, request.viewing, user), blocked_at }));
    },
  );
}

/** @throws Problem `user-not-found`. */
async function memberCalled(db: Db, username: string): Promise<NamedMember> {
  const member = await findMember(db, username);
  if (member === null) throw problem('user-not-found');
  return member;
}
