import { z } from 'zod';
import { ContentLimit, ContentLimitBody, LIMITED_ROLES, RoleLimits } from '#contract/limits.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { getUser } from '#server/features/users/users.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { findLimit, putLimit, type LimitedBy } from './queries.ts';

const Name = z.object({ username: z.string().min(1).max(100) });
const Role = z.object({ role: z.enum(LIMITED_ROLES) });
const tags = ['users'];
const manage = { permission: 'users.manage' } as const;

/** Routes by which admins set what members, or those of a role, may see at most. A limit holds with the next call of each. */
export async function limitRoutes(app: App, { db }: Pick<Deps, 'db'>): Promise<void> {
  const put = (by: number, whose: LimitedBy, body: ContentLimitBody) =>
    withTransaction(db, async (tx) => {
      const changed = await putLimit(tx, whose, body);
      if (changed === null) return;
      await audit(tx, {
        userId: by,
        action: 'user.limit',
        ...('user' in whose ? { subject: 'user', subjectId: whose.user } : { subject: 'limit', subjectId: 0 }),
        details: { ...whose, ...changed },
      });
    });

  app.get(
    '/admin/limits',
    {
      schema: { summary: 'What members of each role may see at most', tags, response: { 200: RoleLimits } },
      config: manage,
    },
    async ({ viewing: { locale } }) => ({
      user: await findLimit(db, locale, { role: 'user' }),
      uploader: await findLimit(db, locale, { role: 'uploader' }),
    }),
  );

  app.put(
    '/admin/limits/:role',
    {
      schema: {
        summary: 'Sets what members of a role may see at most',
        tags,
        params: Role,
        body: ContentLimitBody,
        response: { 200: ContentLimit },
      },
      config: manage,
    },
    async (request) => {
      const { role } = request.params;
      await put(requireMember(request), { role }, request.body);
      return findLimit(db, request.viewing.locale, { role });
    },
  );

  app.get(
    '/admin/users/:username/limit',
    {
      schema: { summary: 'What a member may see at most', tags, params: Name, response: { 200: ContentLimit } },
      config: manage,
    },
    async (request) => {
      const { id } = await getUser({ db }, request.params.username);
      return findLimit(db, request.viewing.locale, { user: id });
    },
  );

  app.put(
    '/admin/users/:username/limit',
    {
      schema: {
        summary: 'Sets what a member may see at most; the limit of their role holds beside it',
        tags,
        params: Name,
        body: ContentLimitBody,
        response: { 200: ContentLimit },
      },
      config: manage,
    },
    async (request) => {
      const { id } = await getUser({ db }, request.params.username);
      await put(requireMember(request), { user: id }, request.body);
      return findLimit(db, request.viewing.locale, { user: id });
    },
  );
}
