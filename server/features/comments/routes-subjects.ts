import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Comment, CommentCount, CommentPage, CommentQuery, NewComment } from '#contract/comments.ts';
import { problem } from '#contract/problems.ts';
import type { Feature } from '#contract/site.ts';
import { commentCounts } from '#server/db/queries/comment-counts.ts';
import type { Deps } from '#server/deps.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import type { createLive } from './live.ts';
import { findCommentPlace, findCommentRow, listComments } from './public/queries-comments.ts';
import { commentTrees, flatComment } from './public/serializers.ts';
import type { Subject } from './subjects.ts';
import { postComment, type Draft } from './writing.ts';

const tags = ['comments'];
const read = { permission: 'comments.read' } as const;
const write = { permission: 'comments.write' } as const;
/** Bytes of a request that writes: the longest comment fits in any script, escaped as JSON may. */
export const bodyLimit = 131_072;
/** Most letters of an `Idempotency-Key`. */
const MAX_KEY = 200;

export type Reading = Pick<Deps, 'db' | 'reads' | 'catalogue' | 'secret' | 'now'>;

/** Something that is commented on, as the API's addresses have it. */
export interface CommentedAddress<Params extends z.ZodType> {
  path: `/${string}`;
  params: Params;
  /** How summaries call it. */
  name: string;
  /** Those without which a site has none of it. */
  features: readonly Feature[];
  find: (viewing: RequestContext, params: z.output<Params>) => Promise<Subject>;
  /** Where there is more than comments: the schemas of a page and of what is written, and what a page has besides. */
  more?: {
    page: z.ZodType<CommentPage>;
    draft: z.ZodType<Draft, z.input<typeof NewComment>>;
    also: (viewing: RequestContext, subject: Subject) => Promise<object>;
  };
}

/** Routes of the comments on something: read, written, counted, and told of as they change. */
export function subjectRoutes<Params extends z.ZodType>(
  app: App,
  deps: Reading,
  live: ReturnType<typeof createLive>,
  { path, params, name, features: own, find, more }: CommentedAddress<Params>,
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
        response: { 200: more?.page ?? CommentPage },
      },
      config: { ...read, features },
    },
    async (request) => {
      const {
        viewing,
        query: { sort, per_page: perPage, comment },
      } = request;
      const under = await found(request);
      const { thread, ...subject } = under;
      const db = readsFor(deps, viewing);
      const place =
        comment !== undefined && request.query.page === undefined
          ? await findCommentPlace(db, thread, sort, comment)
          : null;
      const page = request.query.page ?? (place ? Math.floor(place.before / perPage) + 1 : 1);
      const [also, counts, rows] = await Promise.all([
        more?.also(viewing, under),
        commentCounts(db, thread),
        listComments(db, viewing.viewer.id, {
          thread,
          sort,
          offset: (page - 1) * perPage,
          limit: perPage,
          also: place?.chain ?? [],
        }),
      ]);
      const { comments, roots, version, reacted } = counts;
      return {
        ...envelope(request, { data: commentTrees(deps, viewing, rows), total: roots, page, perPage }),
        comments,
        version,
        reacted,
        marked: place && comment !== undefined ? comment : null,
        subject,
        ...also,
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
        body: more?.draft ?? NewComment,
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

/** Members read what they have just written; guests may see what a replica has. */
export function readsFor({ db, reads }: Pick<Deps, 'db' | 'reads'>, { viewer }: RequestContext): Deps['db'] {
  return viewer.id === null ? reads : db;
}

function requestKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, MAX_KEY) : null;
}
