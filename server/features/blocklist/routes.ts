import { z } from 'zod';
import {
  BLOCK_KINDS,
  BlockAdded,
  BlockPage,
  BlockQuery,
  Evidence,
  NewBlockEntry,
  QuarantineCase,
  QuarantineDecision,
  QuarantinePage,
  QuarantineQuery,
  RefusalPage,
  RefusalQuery,
} from '#contract/blocklist.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { acceptFiles } from '#server/http/requests/whole-body.ts';
import { addFile, addOne, takeFromList } from './blocklist.ts';
import { decide, getEvidence } from './public/quarantine.ts';
import { blockEntries, refusals } from './queries-entries.ts';
import { quarantineCases } from './queries-quarantine.ts';

const tags = ['admin'];
const manage = { permission: 'blocklist.manage' } as const;
const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
/** Most bytes of a list as it is sent: 100,000 hashes with notes. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Routes of the blocklist: terms and pictures, what was refused because of them, and what is kept of that. */
export async function blocklistRoutes(app: App, deps: Pick<Deps, 'db' | 'blobs' | 'evidence'>): Promise<void> {
  const { db } = deps;

  app.get(
    '/admin/blocklists',
    {
      schema: {
        summary: 'The prohibited terms and pictures that admins added',
        tags,
        querystring: BlockQuery,
        response: { 200: BlockPage },
      },
      config: manage,
    },
    async (request) => {
      const { page, per_page: perPage, ...filters } = request.query;
      const { rows, total } = await blockEntries(db, filters, (page - 1) * perPage, perPage);
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.post(
    '/admin/blocklists',
    {
      schema: {
        summary: 'Prohibits a term or a picture; the library is searched for it',
        tags,
        body: NewBlockEntry,
        response: { 201: BlockAdded.omit({ refused: true }) },
      },
      config: manage,
    },
    async (request, reply) => reply.code(201).send(await addOne(db, requireMember(request), request.body)),
  );

  await app.register(async (scope: App) => {
    acceptFiles(scope, MAX_BYTES);
    scope.post(
      '/admin/blocklists/file',
      {
        schema: {
          summary: 'Adds a list; the body is a file of JSON or CSV',
          tags,
          querystring: z.object({ kind: z.enum(BLOCK_KINDS).default('phash') }),
          response: { 201: BlockAdded },
        },
        config: manage,
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw problem('blocklist-file-unknown');
        return reply.code(201).send(await addFile(db, requireMember(request), request.body, request.query.kind));
      },
    );
  });

  app.delete(
    '/admin/blocklists/:id',
    {
      schema: { summary: 'Takes an entry off the list', tags, params: Id, response: { 204: z.null() } },
      config: manage,
    },
    async (request, reply) => {
      await takeFromList(db, requireMember(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/admin/blocklists/refused',
    {
      schema: {
        summary: 'What was refused because of the list, the newest first',
        tags,
        querystring: RefusalQuery,
        response: { 200: RefusalPage },
      },
      config: manage,
    },
    async (request) => {
      const { page, per_page: perPage } = request.query;
      const { rows, total } = await refusals(db, (page - 1) * perPage, perPage);
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.get(
    '/admin/blocklists/quarantine',
    {
      schema: {
        summary: 'Pictures that were refused or taken away, the newest first',
        tags,
        querystring: QuarantineQuery,
        response: { 200: QuarantinePage },
      },
      config: manage,
    },
    async (request) => {
      const { page, per_page: perPage, ...filters } = request.query;
      const { rows, total } = await quarantineCases(db, filters, (page - 1) * perPage, perPage);
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.patch(
    '/admin/blocklists/quarantine/:id',
    {
      schema: {
        summary: 'Decides on a picture in quarantine, and on its uploader',
        tags,
        params: Id,
        body: QuarantineDecision,
        response: { 200: QuarantineCase },
      },
      config: manage,
    },
    (request) => decide(deps, requireMember(request), request.params.id, request.body),
  );

  app.get(
    '/admin/blocklists/quarantine/:id/picture',
    {
      schema: {
        summary: 'The bytes of a picture in quarantine, as base64; that it was looked at is recorded, with the reason',
        tags,
        params: Id,
        querystring: z.object({ reason: z.string().trim().min(3).max(200) }),
        response: { 200: Evidence },
      },
      config: manage,
    },
    async (request, reply) => {
      const bytes = await getEvidence(deps, requireMember(request), request.params.id, request.query.reason);
      return reply.header('cache-control', 'no-store').send({ base64: bytes.toString('base64') });
    },
  );
}
