import { z } from 'zod';
import { COMMENT_TARGETS, CommentText, PlacedComment, Preview, ReplyPage, Vote, Voted } from '#contract/comments.ts';
import { paging } from '#contract/paging.ts';
import { NewReview, ReviewPage } from '#contract/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { createLive } from './live.ts';
import { listReplies, type CommentRow } from './public/queries-comments.ts';
import { getReachable } from './reachable.ts';
import { peopleRoutes } from './routes-people.ts';
import { reactionRoutes } from './routes-reactions.ts';
import { flatComment } from './public/serializers.ts';
import { reviewFacts } from './queries-reviews.ts';
import { bodyLimit, readsFor, subjectRoutes, type Reading } from './routes-subjects.ts';
import { findChapterSubject, findReviewed, findSubject, getSubject } from './subjects.ts';
import { deleteComment, editComment, previewComment, voteOnComment } from './writing.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const ChapterAddress = Address.extend({ chapter: z.string().min(1).max(300).describe('slug or id') });
const Id = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const tags = ['comments'];
const read = { permission: 'comments.read', features: ['comments'] } as const;
const write = { permission: 'comments.write', features: ['comments'] } as const;
/** Comments on comics, characters, artists and authors; 404 on a site that has them switched off. */
export async function commentRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'catalogue' | 'secret' | 'now' | 'log' | 'leaving'>,
): Promise<void> {
  const live = createLive(deps);
  deps.leaving.signal.addEventListener('abort', () => live.close(), { once: true });
  app.addHook('preClose', async () => {
    live.close();
  });
  for (const kind of COMMENT_TARGETS) {
    subjectRoutes(app, deps, live, {
      path: `/${kind}/:slug/comments`,
      params: Address,
      name: `one of the ${kind}`,
      features: kind === 'comics' ? [] : [kind],
      find: (viewing, { slug }) => findSubject(deps, viewing, kind, slug),
    });
  }
  subjectRoutes(app, deps, live, {
    path: '/comics/:slug/:chapter/comments',
    params: ChapterAddress,
    name: 'a chapter of a series, for those who may read it',
    features: [],
    find: (viewing, { slug, chapter }) => findChapterSubject(deps, viewing, slug, chapter),
  });
  subjectRoutes(app, deps, live, {
    path: '/comics/:slug/reviews',
    params: Address,
    name: 'a comic as its reviews, each with its author’s score; one of a member',
    features: ['reviews'],
    find: (viewing, { slug }) => findReviewed(deps, viewing, slug),
    more: {
      page: ReviewPage,
      draft: NewReview,
      also: (viewing, { id }) => reviewFacts(readsFor(deps, viewing), viewing.viewer, id),
    },
  });
  peopleRoutes(app, deps);
  reactionRoutes(app, deps, live);

  app.post(
    '/comments/preview',
    {
      schema: { summary: 'What a comment would look like', tags, body: CommentText, response: { 200: Preview } },
      config: write,
      bodyLimit,
    },
    async ({ body }) => ({ html: await previewComment(deps, body.text) }),
  );

  app.get(
    '/comments/:id',
    {
      schema: { summary: 'One comment, and what it stands under', tags, params: Id, response: { 200: PlacedComment } },
      config: read,
    },
    async ({ viewing, params }) => toPlacedComment(deps, viewing, await getReachable(deps, viewing, params.id)),
  );

  app.get(
    '/comments/:id/replies',
    {
      schema: {
        summary: 'All replies to a comment at the top, the oldest first',
        tags,
        params: Id,
        querystring: z.object(paging),
        response: { 200: ReplyPage },
      },
      config: read,
    },
    async (request) => {
      const {
        viewing,
        params,
        query: { page, per_page: perPage },
      } = request;
      const root = await getReachable(deps, viewing, params.id);
      const { rows, total } = await listReplies(
        readsFor(deps, viewing),
        viewing.viewer.id,
        root.id,
        (page - 1) * perPage,
        perPage,
      );
      return envelope(request, { data: rows.map((row) => flatComment(deps, viewing, row)), total, page, perPage });
    },
  );

  app.patch(
    '/comments/:id',
    {
      schema: {
        summary: 'Changes what an own comment says',
        tags,
        params: Id,
        body: CommentText,
        response: { 200: PlacedComment },
      },
      config: write,
      bodyLimit,
    },
    async ({ viewing, params, body }) => {
      await editComment(deps, viewing, params.id, body);
      live.announce();
      return toPlacedComment(deps, viewing, await getReachable(deps, viewing, params.id));
    },
  );

  app.delete(
    '/comments/:id',
    {
      schema: { summary: 'Takes an own comment away', tags, params: Id, response: { 204: z.undefined() } },
      config: write,
    },
    async (request, reply) => {
      await deleteComment(deps, requireMember(request), request.params.id);
      live.announce();
      return reply.code(204).send();
    },
  );

  app.post(
    '/comments/:id/vote',
    {
      schema: {
        summary: 'Votes a comment up or down, or takes the vote back',
        tags,
        params: Id,
        body: Vote,
        response: { 200: Voted },
      },
      config: write,
      bodyLimit,
    },
    async ({ viewing, params, body }) => {
      const row = await getReachable(deps, viewing, params.id);
      return { points: await voteOnComment(deps, viewing, row, body.value), vote: body.value };
    },
  );
}

async function toPlacedComment(deps: Reading, viewing: RequestContext, row: CommentRow): Promise<PlacedComment> {
  const { thread: _thread, ...subject } = await getSubject(deps, viewing, row);
  return { ...flatComment(deps, viewing, row), subject };
}
