import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { JoiningChapters } from '#contract/imports.ts';
import { problem, type ProblemCode } from '#contract/problems.ts';
import {
  NewMadara,
  OldAddress,
  OldAddressQuery,
  NewTransfer,
  Transfer,
  TransferItemPage,
  TransferItemQuery,
  TransferPage,
  TransferQuery,
  WORDPRESS_BYTES,
  WordpressQuery,
} from '#contract/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { timeOfPublication } from '#server/features/editing/public/publication-time.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { translate } from '#server/i18n/translate.ts';
import { findOldAddress } from './madara/queries-old-addresses.ts';
import { findTransfer, transferItems, transferViews, type Failure, type TransferView } from './queries.ts';
import {
  beginMadara,
  beginTransfer,
  beginWordpress,
  cancelTransfer,
  forgetTransfer,
  resumeTransfer,
} from './transfers.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const tags = ['admin imports'];
const config = { permission: 'imports.manage' } as const;

/** Bringing libraries from elsewhere: `/api/admin/imports/transfers`. */
export async function transferRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;
  const one = async (viewing: RequestContext, id: number): Promise<Transfer> => {
    const {
      rows: [row],
    } = await transferViews(db, { id });
    if (row === undefined) throw problem('transfer-not-found');
    return serializeTransfer(viewing, row);
  };

  app.get(
    '/admin/imports/transfers',
    {
      schema: {
        summary: 'Libraries that were brought or are on their way, the newest first',
        tags,
        querystring: TransferQuery,
        response: { 200: TransferPage },
      },
      config,
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage },
      } = request;
      const { rows, total } = await transferViews(db, { offset: (page - 1) * perPage, limit: perPage });
      return envelope(request, { data: rows.map((row) => serializeTransfer(viewing, row)), total, page, perPage });
    },
  );

  app.post(
    '/admin/imports/transfers',
    {
      schema: { summary: 'Brings the library of another server', tags, body: NewTransfer, response: { 202: Transfer } },
      config,
    },
    async (request, reply) => {
      requireAhead(request.body.chapters, deps.now());
      const id = await beginTransfer(deps, requireMember(request), request.body);
      return reply.code(202).send(await one(request.viewing, id));
    },
  );

  app.post(
    '/admin/imports/madara',
    {
      schema: {
        summary:
          'Reads the database of a WordPress site with Madara, to be imported with its uploads once someone resumes it',
        tags,
        body: NewMadara,
        response: { 202: Transfer },
      },
      config,
    },
    async (request, reply) => {
      requireAhead(request.body.chapters, deps.now());
      const id = await beginMadara(deps, requireMember(request), request.body);
      return reply.code(202).send(await one(request.viewing, id));
    },
  );

  app.get(
    '/admin/imports/transfers/:id',
    {
      schema: { summary: 'One of them', tags, params: Id, response: { 200: Transfer } },
      config,
    },
    ({ viewing, params }) => one(viewing, params.id),
  );

  app.get(
    '/admin/imports/transfers/:id/items',
    {
      schema: {
        summary: 'Its comics, and what became of them',
        tags,
        params: Id,
        querystring: TransferItemQuery,
        response: { 200: TransferItemPage },
      },
      config,
    },
    async (request) => {
      const {
        viewing,
        params,
        query: { state, page, per_page: perPage },
      } = request;
      if ((await findTransfer(db, params.id)) === null) throw problem('transfer-not-found');
      const { rows, total } = await transferItems(db, params.id, state, (page - 1) * perPage, perPage);
      return envelope(request, {
        data: rows.map((row) => ({ ...row, error: describeFailure(viewing, row.error) })),
        total,
        page,
        perPage,
      });
    },
  );

  app.post(
    '/admin/imports/transfers/:id/cancel',
    {
      schema: { summary: 'Stops it after the comic that is on its way', tags, params: Id, response: { 200: Transfer } },
      config,
    },
    async (request) => {
      await cancelTransfer(deps, requireMember(request), request.params.id);
      return one(request.viewing, request.params.id);
    },
  );

  app.post(
    '/admin/imports/transfers/:id/resume',
    {
      schema: {
        summary: 'Goes on with it, and tries again what was refused or came without some of its files',
        tags,
        params: Id,
        response: { 202: Transfer },
      },
      config,
    },
    async (request, reply) => {
      await resumeTransfer(deps, requireMember(request), request.params.id);
      return reply.code(202).send(await one(request.viewing, request.params.id));
    },
  );

  app.delete(
    '/admin/imports/transfers/:id',
    {
      schema: { summary: 'Forgets it; what it brought stays', tags, params: Id, response: { 204: z.null() } },
      config,
    },
    async (request, reply) => {
      await forgetTransfer(deps, requireMember(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      '/admin/imports/wordpress',
      {
        schema: {
          summary: 'Brings the works of a WordPress site with Madara; the body is the file its export wrote',
          tags,
          querystring: WordpressQuery,
          response: { 202: Transfer },
        },
        config,
        bodyLimit: WORDPRESS_BYTES,
      },
      async (request, reply) => {
        if (!(request.body instanceof Readable)) throw problem('wordpress-file-unknown');
        const { name, publish, chapters, rating, language } = request.query;
        requireAhead(chapters, deps.now());
        const folder = join(deps.config.dataDir, 'transfers-received');
        await mkdir(folder, { recursive: true });
        const own = await mkdtemp(join(folder, 'file-'));
        try {
          const path = join(own, 'export.xml');
          let size = 0;
          const counted = async function* (source: AsyncIterable<unknown>) {
            for await (const part of source as AsyncIterable<Buffer>) {
              size += part.length;
              if (size > WORDPRESS_BYTES) throw problem('request-too-large');
              yield part;
            }
          };
          await pipeline(request.body, counted, createWriteStream(path));
          const id = await beginWordpress(
            deps,
            requireMember(request),
            { path, name },
            { publish, incomplete: false, chapters, rating: rating ?? null, language: language ?? null },
          );
          return await reply.code(202).send(await one(request.viewing, id));
        } finally {
          await rm(own, { recursive: true, force: true });
        }
      },
    );
  });
}

/** `GET /api/old-addresses`: where comics are that had another address on the site that they came from. */
export async function oldAddressRoutes(app: App, { reads }: Pick<Deps, 'reads'>): Promise<void> {
  app.get(
    '/old-addresses',
    {
      schema: {
        summary: 'The comic or chapter that an address of a former site leads to',
        tags: ['comics'],
        querystring: OldAddressQuery,
        response: { 200: OldAddress },
      },
      config: { permission: 'comics.read' },
    },
    async ({ viewing, query }) => {
      const found = await findOldAddress(reads, query.path, viewing);
      if (found === null) throw problem('comic-not-found');
      return found;
    },
  );
}

/** @throws Problem `publication-time-wrong` for a moment that is past, or more than ten years ahead. */
function requireAhead(chapters: JoiningChapters, now: Date): void {
  if (chapters !== 'now' && chapters !== 'draft') {
    timeOfPublication(chapters, now);
  }
}

function serializeTransfer(viewing: RequestContext, { error, ...row }: TransferView): Transfer {
  return { ...row, error: describeFailure(viewing, error) };
}

function describeFailure({ locale }: RequestContext, error: Failure | null): { code: string; message: string } | null {
  return error === null
    ? null
    : { code: error.code, message: translate(locale, `problem.${error.code as ProblemCode}`, error.params) };
}
