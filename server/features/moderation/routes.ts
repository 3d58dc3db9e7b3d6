import { z } from 'zod';
import {
  Ban,
  Banned,
  MAX_FOUND_COMMENTS,
  ModeratedComment,
  ModeratedCommentPage,
  ModeratedQuery,
  Moderation,
} from '#contract/comments.ts';
import { Sweep, Swept } from '#contract/moderation.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import {
  every,
  inState,
  findSubjects,
  under,
  withText,
  writtenBetween,
  writtenBy,
} from '#server/features/comments/public/queries-places.ts';
import { findCommentRow, newestComments, type CommentRow } from '#server/features/comments/public/queries-comments.ts';
import { findMember, type NamedMember } from '#server/features/comments/public/queries-members.ts';
import { openComment } from '#server/features/comments/public/serializers.ts';
import { subjectNamed } from '#server/features/comments/public/subject-address.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { ban, decideComment, sweep, unban, unsweep } from './moderation.ts';
import { opinionsOn } from './queries.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const Named = z.object({ username: z.string().min(1).max(100) });
const tags = ['moderation'];
const moderate = { permission: 'comments.moderate' } as const;

/** Routes by which moderators manage comments and their authors. */
export async function moderationRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): Promise<void> {
  const { db } = deps;
  const moderated = async (viewing: RequestContext, rows: readonly CommentRow[]): Promise<ModeratedComment[]> => {
    const [subjects, opinions] = [
      await findSubjects(db, viewing, rows),
      await opinionsOn(
        db,
        rows.map(({ id }) => id),
      ),
    ];
    return rows.flatMap((row) => {
      const subject = subjects.get(row.thread);
      return subject
        ? [{ ...openComment(deps, viewing, row), subject, reports: 0, reason: null, ...opinions.get(row.id) }]
        : [];
    });
  };

  // The contract's table names all that staff looks after under `admin`.
  for (const path of ['/moderation/comments', '/admin/comments']) {
    app.get(
      path,
      {
        schema: {
          summary:
            'Comments for moderators: what waits for them, or all of a state; by author, text, what they are on, and day',
          tags,
          querystring: ModeratedQuery,
          response: { 200: ModeratedCommentPage },
        },
        config: { ...moderate, features: ['comments'] },
      },
      async (request) => {
        const {
          viewing,
          query: { state, user, q = '', on = '', since, until, page, per_page: perPage },
        } = request;
        const author = user === undefined ? undefined : await findMember(db, user);
        if (author === null) throw problem('user-not-found');
        const named = on === '' ? null : subjectNamed(on);
        const there = named && (await under(db, viewing, named));
        if (named && there === null) throw problem(named.kind === 'comics' ? 'comic-not-found' : 'term-not-found');
        const condition = every([
          inState(state),
          ...(author ? [writtenBy(author.id)] : []),
          ...(there === null ? [] : [there]),
          writtenBetween(since, until),
          ...(q === '' ? [] : [withText(q)]),
        ]);
        const { rows, total } = await newestComments(
          db,
          viewing.viewer.id,
          condition,
          (page - 1) * perPage,
          perPage,
          MAX_FOUND_COMMENTS,
        );
        return envelope(request, { data: await moderated(viewing, rows), total, page, perPage });
      },
    );
  }

  app.patch(
    '/moderation/comments/:id',
    {
      schema: {
        summary: 'Shows, hides or deletes a comment',
        tags,
        params: Id,
        body: Moderation,
        response: { 200: ModeratedComment },
      },
      config: { ...moderate, features: ['comments'] },
    },
    async ({ viewing, params, body }) => {
      await decideComment(deps, viewing.viewer, await commentRow(viewing, params.id), body.state, body.reason);
      const [comment] = await moderated(viewing, [await commentRow(viewing, params.id)]);
      if (!comment) throw problem('comment-not-found');
      return comment;
    },
  );

  app.post(
    '/moderation/users/:username/ban',
    {
      schema: { summary: 'Shuts a member out at once', tags, params: Named, body: Ban, response: { 200: Banned } },
      config: moderate,
    },
    async ({ viewing, params, body }) => serializeBanned(await ban(deps, viewing.viewer, params.username, body)),
  );

  app.delete(
    '/moderation/users/:username/ban',
    {
      schema: { summary: 'Lets a member in again', tags, params: Named, response: { 200: Banned } },
      config: moderate,
    },
    async ({ viewing, params }) => serializeBanned(await unban(deps, viewing.viewer, params.username)),
  );

  app.post(
    '/moderation/users/:username/comments/removal',
    {
      schema: {
        summary: 'Hides every comment of a member in one act',
        tags,
        params: Named,
        body: Sweep,
        response: { 200: Swept },
      },
      config: moderate,
    },
    ({ viewing, params, body }) => sweep(deps, viewing.viewer, params.username, body.reason),
  );

  app.delete(
    '/moderation/users/:username/comments/removal/:id',
    {
      schema: { summary: 'Undoes that', tags, params: Named.extend(Id.shape), response: { 200: Swept } },
      config: moderate,
    },
    ({ viewing, params }) => unsweep(deps, viewing.viewer, params.username, params.id),
  );

  async function commentRow({ viewer }: RequestContext, id: number): Promise<CommentRow> {
    const row = await findCommentRow(db, viewer.id, id);
    if (row === null) throw problem('comment-not-found');
    return row;
  }
}

function serializeBanned({ username, banned_at, banned_until, banned_reason }: NamedMember): Banned {
  return { username, banned_at, banned_until, banned_reason };
}
