import { z } from 'zod';
import { paging } from '#contract/paging.ts';
import { ReviewLock, ScoreWavePage } from '#contract/reviews.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { listScoreWaves, lockReviews, unlockReviews } from './queries-reviews.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const tags = ['moderation'];
const config = { permission: 'comments.moderate', features: ['comments', 'reviews'] } as const;

/** Routes by which moderators find works that many scores fell upon, and close their reviews and scores, and open them again. */
export async function reviewLockRoutes(app: App, { db }: Pick<Deps, 'db'>): Promise<void> {
  app.get(
    '/moderation/reviews',
    {
      schema: {
        summary:
          'Comics of which many scores do not count, as their members are new, unverified or suspended; the most first',
        tags,
        querystring: z.object(paging),
        response: { 200: ScoreWavePage },
      },
      config,
    },
    async (request) => {
      const { page, per_page: perPage } = request.query;
      const { waves, total } = await listScoreWaves(db, request.viewing.locale, (page - 1) * perPage, perPage);
      return envelope(request, { data: waves, total, page, perPage });
    },
  );

  app.put(
    '/moderation/comics/:slug/reviews/lock',
    {
      schema: {
        summary: 'Closes reviews and scores of a comic; what is there stays',
        tags,
        params: Address,
        body: ReviewLock,
        response: { 204: z.undefined() },
      },
      config,
    },
    async (request, reply) => {
      const by = requireMember(request);
      const { id } = await findComic(db, request.viewing, request.params.slug);
      const { reason } = request.body;
      await withTransaction(db, async (tx) => {
        await lockReviews(tx, id, by, reason);
        await audit(tx, {
          userId: by,
          action: 'comic.reviews-lock',
          subject: 'comic',
          subjectId: id,
          details: { reason },
        });
      });
      return reply.code(204).send();
    },
  );

  app.delete(
    '/moderation/comics/:slug/reviews/lock',
    {
      schema: {
        summary: 'Opens reviews and scores of a comic again',
        tags,
        params: Address,
        response: { 204: z.undefined() },
      },
      config,
    },
    async (request, reply) => {
      const by = requireMember(request);
      const { id } = await findComic(db, request.viewing, request.params.slug);
      await withTransaction(db, async (tx) => {
        if (!(await unlockReviews(tx, id))) return;
        await audit(tx, { userId: by, action: 'comic.reviews-unlock', subject: 'comic', subjectId: id });
      });
      return reply.code(204).send();
    },
  );
}
