import { z } from 'zod';
import { GroupChoiceBody, Makers, MAX_BLOCKED_UPLOADERS, type GroupChoice } from '#contract/makers.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { publicUser } from '#server/http/public-user.ts';
import { termAt } from './queries-follows.ts';
import {
  blockedUploaders,
  blockUploader,
  chooseGroup,
  chosenGroups,
  forgetGroup,
  MAX_CHOSEN,
  unblockUploader,
} from './queries-makers.ts';
import { findShelf } from './queries-profiles.ts';

const Group = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const Uploader = z.object({ username: z.string().min(1).max(100) });
const own = { permission: 'library.own' } as const;
const ofGroups = { ...own, features: ['groups'] } as const;
const tags = ['library'];
const answer = { 200: Makers };

/** Whose chapters a member steps over, and whose they take first. Each change answers all of them. */
export function makerRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): void {
  const { db } = deps;

  app.get(
    '/account/makers',
    {
      schema: {
        summary: 'The groups that the caller prefers or blocks, and the uploaders they block',
        tags,
        response: answer,
      },
      config: own,
    },
    async (request) => readMakers(deps, request.viewing, requireMember(request)),
  );

  app.put(
    '/account/makers/groups/:slug',
    {
      schema: {
        summary: 'Takes a group’s version of a chapter first, or steps over its chapters',
        tags,
        params: Group,
        body: GroupChoiceBody,
        response: answer,
      },
      config: ofGroups,
    },
    async (request) => {
      const userId = requireMember(request);
      const { choice } = request.body;
      const id = await groupAt(db, request.params.slug);
      if (!(await withTransaction(db, (tx) => chooseGroup(tx, userId, id, choice)))) throw full(choice);
      return readMakers(deps, request.viewing, userId);
    },
  );

  app.delete(
    '/account/makers/groups/:slug',
    {
      schema: { summary: 'Neither prefers nor blocks a group', tags, params: Group, response: answer },
      config: ofGroups,
    },
    async (request) => {
      const userId = requireMember(request);
      await forgetGroup(db, userId, await groupAt(db, request.params.slug));
      return readMakers(deps, request.viewing, userId);
    },
  );

  app.put(
    '/account/makers/uploaders/:username',
    {
      schema: { summary: 'Steps over what a member uploaded', tags, params: Uploader, response: answer },
      config: own,
    },
    async (request) => {
      const userId = requireMember(request);
      const uploader = await findShelf(db, request.params.username);
      if (uploader === null) throw problem('user-not-found');
      if (uploader.id === userId) throw problem('not-allowed');
      const fits = await withTransaction(db, (tx) => blockUploader(tx, userId, uploader.id));
      if (!fits) throw problem('makers-full', { most: MAX_BLOCKED_UPLOADERS });
      return readMakers(deps, request.viewing, userId);
    },
  );

  app.delete(
    '/account/makers/uploaders/:username',
    {
      schema: { summary: 'Steps over what a member uploaded no more', tags, params: Uploader, response: answer },
      config: own,
    },
    async (request) => {
      const userId = requireMember(request);
      await unblockUploader(db, userId, request.params.username);
      return readMakers(deps, request.viewing, userId);
    },
  );
}

/** @throws Problem `term-not-found`. */
async function groupAt(db: Db, address: string): Promise<number> {
  const id = await termAt(db, 'group', address);
  if (id === null) throw problem('term-not-found');
  return id;
}

function full(choice: GroupChoice) {
  return problem('makers-full', { most: MAX_CHOSEN[choice] });
}

async function readMakers(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  viewing: RequestContext,
  userId: number,
): Promise<Makers> {
  const hasGroups = viewing.site.features.includes('groups');
  const groups = hasGroups ? await chosenGroups(deps.db, userId, viewing.locale) : [];
  const uploaders = await blockedUploaders(deps.db, userId);
  const chosen = (wanted: GroupChoice) =>
    groups.filter(({ choice }) => choice === wanted).map(({ id, name, slug }) => ({ id, name, slug }));
  return {
    preferred: chosen('preferred'),
    blocked: chosen('blocked'),
    uploaders: uploaders.map((user) => publicUser(deps, viewing, user)),
  };
}
