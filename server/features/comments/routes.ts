import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  Comment,
  COMMENT_TARGETS,
  CommentCount,
  CommentPage,
  CommentQuery,
  CommentText,
  NewComment,
  PlacedComment,
  Preview,
  ReplyPage,
  Vote,
  Voted,
} from '#contract/comments.ts';
import { paging } from '#contract/paging.ts';
import { problem } from '#contract/problems.ts';
import type { Feature } from '#contract/site.ts';
import { commentCounts } from '#server/db/queries/comment-counts.ts';
import type { Deps } from '#server/deps.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { createLive } from './live.ts';
import {
  findCommentRow,
  listComments,
  listReplies,
  findCommentPlace,
  type CommentRow,
} from './public/queries-comments.ts';
import { peopleRoutes } from './routes-people.ts';
import { commentTrees, flatComment } from './public/serializers.ts';
import { findChapterSubject, findSubject, getSubject, type Subject } from './subjects.ts';
import { deleteComment, editComment, postComment, previewComment, voteOnComment } from './writing.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const ChapterAddress = Address.extend({ chapter: z.string().min(1).max(300).describe('slug or id') });
const Id = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const tags = ['comments'];
const read = { permission: 'comments.read', features: ['comments'] } as const;
const write = { permission: 'comments.write', features: ['comments'] } as const;
/** Bytes of a request that writes: the longest comment fits in any script, escaped as JSON may. */
const bodyLimit = 131_072;
/** Most letters of an `Idempotency-Key`. */
const MAX_KEY = 200;

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
  peopleRoutes(app, deps);

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
    async ({ viewing, params }) => placed(deps, viewing, await reachable(deps, viewing, params.id)),
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
      const root = await reachable(deps, viewing, params.id);
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
      await editComment(deps, viewing, params.id, body.text);
      live.announce();
      return placed(deps, viewing, await reachable(deps, viewing, params.id));
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
      const row = await reachable(deps, viewing, params.id);
      return { points: await voteOnComment(deps, viewing, row, body.value), vote: body.value };
    },
  );
}

type Reading = Pick<Deps, 'db' | 'reads' | 'catalogue' | 'secret' | 'now'>;

/** Something that is commented on, as the API's addresses have it. */
interface CommentedAddress<Params extends z.ZodType> {
  path: `/${string}`;
  params: Params;
  /** How summaries call it. */
  name: string;
  /** Those without which a site has none of it. */
  features: readonly Feature[];
  find: (viewing: RequestContext, params: z.output<Params>) => Promise<Subject>;
}

function subjectRoutes<Params extends z.ZodType>(
  app: App,
  deps: Reading,
  live: ReturnType<typeof createLive>,
  { path, params, name, features: own, find }: CommentedAddress<Params>,
): void {
  const features = ['comments', ...own] as const;
  const found = (request: { viewing: RequestContext; params: unknown }) =>
    find(request.viewing, request.params as z.output<Params>);

  app.get(
    path,
    {
      schema: {
        summary: `Comments on ${name}`,
        tags,
        params,
        querystring: CommentQuery,
        response: { 200: CommentPage },
      },
      config: { ...read, features },
    },
    async (request) => {
      const {
        viewing,
        query: { sort, per_page: perPage, comment },
      } = request;
      const { thread, ...subject } = await found(request);
      const db = readsFor(deps, viewing);
      const place =
        comment !== undefined && request.query.page === undefined
          ? await findCommentPlace(db, thread, sort, comment)
          : null;
      const page = request.query.page ?? (place ? Math.floor(place.before / perPage) + 1 : 1);
      const [counts, rows] = await Promise.all([
        commentCounts(db, thread),
        listComments(db, viewing.viewer.id, {
          thread,
          sort,
          offset: (page - 1) * perPage,
          limit: perPage,
          also: place?.chain ?? [],
        }),
      ]);
      const { comments, roots, version } = counts;
      return {
        ...envelope(request, { data: commentTrees(deps, viewing, rows), total: roots, page, perPage }),
        comments,
        version,
        marked: place && comment !== undefined ? comment : null,
        subject,
      };
    },
  );

  app.post(
    path,
    {
      schema: {
        summary: `Comments on ${name}; with an Idempotency-Key once, however often it is sent`,
        tags,
        params,
        body: NewComment,
        response: { 200: Comment, 201: Comment },
      },
      config: { ...write, features },
      bodyLimit,
    },
    async (request, reply) => {
      const { viewing, body } = request;
      const posted = await postComment(deps, viewing, await found(request), body, requestKey(request));
      live.announce();
      const row = 'row' in posted ? posted.row : await findCommentRow(deps.db, viewing.viewer.id, posted.same);
      if (row === null) throw problem('comment-not-found');
      return reply.code('row' in posted ? 201 : 200).send(flatComment(deps, viewing, row));
    },
  );

  app.get(
    `${path}/count`,
    {
      schema: { summary: `How many comments there are on ${name}`, tags, params, response: { 200: CommentCount } },
      config: { ...read, features },
    },
    async (request) => {
      const { comments, version } = await commentCounts(readsFor(deps, request.viewing), (await found(request)).thread);
      return { comments, version };
    },
  );

  app.get(
    `${path}/live`,
    {
      schema: {
        summary: 'Server-sent events: `changed` with `{version, comments}`, at once and whenever they change',
        tags,
        params,
        response: { 200: z.string() },
      },
      config: { ...read, features },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { thread } = await found(request);
      const headers = Object.fromEntries(
        Object.entries(reply.getHeaders()).map(([header, value]) => [header, String(value)]),
      );
      live.watch(thread, countedAddress(request.ip), reply.raw, headers);
      if (request.observed !== null) {
        request.observed.isStream = true;
      }
      reply.hijack();
      return reply;
    },
  );
}

/** A comment that this viewer reaches: what it stands under is open to them, and it is not held back from them. */
async function reachable(deps: Reading, viewing: RequestContext, id: number): Promise<CommentRow> {
  const { id: viewer } = viewing.viewer;
  const row = await findCommentRow(readsFor(deps, viewing), viewer, id);
  if (row === null || (row.state === 'held' && (viewer === null || row.user_id !== viewer))) {
    throw problem('comment-not-found');
  }
  await getSubject(deps, viewing, row);
  return row;
}

async function placed(deps: Reading, viewing: RequestContext, row: CommentRow): Promise<PlacedComment> {
  const { thread: _thread, ...subject } = await getSubject(deps, viewing, row);
  return { ...flatComment(deps, viewing, row), subject };
}

/** Members read what they have just written; guests may see what a replica has. */
function readsFor({ db, reads }: Pick<Deps, 'db' | 'reads'>, { viewer }: RequestContext): Deps['db'] {
  return viewer.id === null ? reads : db;
}

function requestKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, MAX_KEY) : null;
}
