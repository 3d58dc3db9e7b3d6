import { z } from 'zod';
import { Reacted, ReactionDraft } from '#contract/reactions.ts';
import type { App } from '#server/http/app-type.ts';
import type { createLive } from './live.ts';
import { chapterReactions } from './queries-reactions.ts';
import { getReachable } from './reachable.ts';
import { reactOnChapter, reactOnComment } from './reacting.ts';
import { readsFor, type Reading } from './routes-subjects.ts';
import { findChapterSubject } from './subjects.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const address = z.string().min(1).max(300).describe('slug or id');
const Chapter = z.object({ slug: address, chapter: address });
const tags = ['comments'];
const features = ['comments', 'reactions'] as const;
const write = { permission: 'comments.write', features } as const;

/** Reactions to comments and chapters; 404 on a site that has them switched off. */
export function reactionRoutes(app: App, deps: Reading, live: ReturnType<typeof createLive>): void {
  app.put(
    '/comments/:id/reaction',
    {
      schema: {
        summary: 'Reacts to a comment of another, in place of an earlier reaction; null takes it back',
        tags,
        params: Id,
        body: ReactionDraft,
        response: { 200: Reacted },
      },
      config: write,
    },
    async ({ viewing, params, body }) => {
      const reacted = await reactOnComment(deps, viewing, await getReachable(deps, viewing, params.id), body.reaction);
      live.announce();
      return reacted;
    },
  );

  app.get(
    '/comics/:slug/:chapter/reaction',
    {
      schema: {
        summary: 'Reactions to a chapter of a series, for those who may read it, and the caller’s own',
        tags,
        params: Chapter,
        response: { 200: Reacted },
      },
      config: { permission: 'comments.read', features },
    },
    async ({ viewing, params }) => {
      const { id } = await findChapterSubject(deps, viewing, params.slug, params.chapter);
      return chapterReactions(readsFor(deps, viewing), id, viewing.viewer.id);
    },
  );

  app.put(
    '/comics/:slug/:chapter/reaction',
    {
      schema: {
        summary: 'Reacts to a chapter of a series, in place of an earlier reaction; null takes it back',
        tags,
        params: Chapter,
        body: ReactionDraft,
        response: { 200: Reacted },
      },
      config: write,
    },
    async ({ viewing, params, body }) =>
      reactOnChapter(
        deps,
        viewing,
        await findChapterSubject(deps, viewing, params.slug, params.chapter),
        body.reaction,
      ),
  );
}
