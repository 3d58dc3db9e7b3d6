import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { FiguresQuery, FiguresShare, FiguresShareBody, OwnFigures, SharedFigures } from '#contract/figures.ts';
import { problem } from '#contract/problems.ts';
import { listedComics } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { figuresFor } from './figures.ts';
import { findShare, findSharer, shareFigures, unshareFigures } from './queries.ts';

const own = { permission: 'library.own', features: ['figures'] } as const;
const tags = ['library'];

/** The figures of what members read: their own, and those that one of them shows to whoever has the address. */
export function figureRoutes(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/account/figures',
    {
      schema: {
        summary: 'The figures of what the caller read',
        tags,
        querystring: FiguresQuery,
        response: { 200: OwnFigures },
      },
      config: own,
    },
    async (request) => {
      const userId = requireMember(request);
      const figures = await figuresFor(db, userId, request.viewing, request.query.zone, now());
      return { ...figures, token: await findShare(db, userId) };
    },
  );

  app.put(
    '/account/figures/share',
    {
      schema: {
        summary: 'Shows the figures of the caller to whoever has the address',
        tags,
        body: FiguresShareBody,
        response: { 200: FiguresShare },
      },
      config: own,
    },
    async (request) => {
      const token = randomBytes(16).toString('base64url');
      return { token: await shareFigures(db, requireMember(request), token, request.body.zone) };
    },
  );

  app.delete(
    '/account/figures/share',
    {
      schema: {
        summary: 'Shows the figures of the caller to nobody: the address leads nowhere for good',
        tags,
        response: { 204: z.undefined() },
      },
      config: own,
    },
    async (request, reply) => {
      await unshareFigures(db, requireMember(request));
      return reply.code(204).send();
    },
  );

  app.get(
    '/figures/:token',
    {
      schema: {
        summary: 'The figures that a member shares',
        tags,
        params: z.object({ token: z.string().min(1).max(100) }),
        response: { 200: SharedFigures },
      },
      config: { permission: 'comics.read', features: ['figures'] },
    },
    async ({ params, viewing }) => {
      const sharer = await findSharer(db, params.token);
      if (sharer === null) throw problem('figures-not-found');
      const seeing = { site: viewing.site, locale: viewing.locale, ...listedComics('safe') };
      return { username: sharer.username, figures: await figuresFor(db, sharer.id, seeing, sharer.zone, now()) };
    },
  );
}
