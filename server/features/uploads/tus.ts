import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { isFrozen } from '#server/features/blocklist/public/queries-alike.ts';
import type { App } from '#server/http/app-type.ts';
import { findFile, type FileRow } from './queries.ts';
import { countReceived, receiveFile, receivePart, type PartHead, type Receiving } from './receiving.ts';
import { removeFile } from './discarding.ts';
import { requireUpload } from './reaching.ts';

const VERSION = '1.0.0';
const BYTES = 'application/offset+octet-stream';
const Id = z.coerce.number().int().min(1).max(2_147_483_647);
const OfUpload = z.object({ id: Id });
const OfFile = z.object({ id: Id, file: Id });
const config = { permission: 'uploads.own', cost: 0 } as const;
const tags = ['uploads'];

/**
 * The bytes of files by tus 1.0 (https://tus.io/protocols/resumable-upload), with creation, creation-with-upload,
 * termination and checksum. What has arrived is always told from the bytes that are kept.
 */
export async function tusRoutes(scope: App, deps: Pick<Deps, 'db'>, receiving: Receiving): Promise<void> {
  scope.addContentTypeParser(BYTES, (_request, payload, done) => {
    done(null, payload);
  });
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' });
  });
  // Once it is known that they may ask at all.
  scope.addHook('preHandler', async (request, reply) => {
    if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === VERSION) return;
    void reply.header('tus-version', VERSION);
    throw problem('upload-protocol');
  });

  scope.options(
    '/admin/uploads/:id/tus',
    {
      schema: { summary: 'What of tus is spoken', tags, params: OfUpload, response: { 204: z.null() } },
      config,
    },
    async (request, reply) => {
      const most = request.viewing.site.uploads.archiveMegabytes * 1024 ** 2;
      return reply
        .code(204)
        .headers({
          'tus-version': VERSION,
          'tus-extension': 'creation,creation-with-upload,termination,checksum',
          'tus-checksum-algorithm': 'sha1,sha256',
          'tus-max-size': most,
        })
        .send(null);
    },
  );

  scope.post(
    '/admin/uploads/:id/tus',
    {
      schema: {
        summary: 'Begins a file, perhaps with its first bytes',
        tags,
        params: OfUpload,
        response: { 201: z.null() },
      },
      config,
    },
    async (request, reply) => {
      const upload = await requireUpload(deps.db, request, request.params.id);
      if (await isFrozen(deps.db, upload.user_id)) throw problem('uploads-frozen');
      const bytes = numberIn(request, 'upload-length');
      const named = metadataIn(request);
      const path = named.relativePath || named.filename || named.name || '';
      const id = await receiveFile(receiving, request.viewing.site.uploads, upload.id, { path, bytes });
      const file = await requireFile(deps, upload.id, id);
      const offset =
        request.headers['content-type'] === BYTES
          ? await receivePart(receiving, file, { offset: 0, checksum: checksumIn(request) }, request.body as Readable)
          : await countReceived(receiving, file);
      return reply
        .code(201)
        .headers({ location: `/api/admin/uploads/${upload.id}/tus/${id}`, 'upload-offset': offset })
        .send(null);
    },
  );

  scope.head(
    '/admin/uploads/:id/tus/:file',
    {
      schema: { summary: 'How much of a file has arrived', tags, params: OfFile, response: { 200: z.null() } },
      config,
    },
    async (request, reply) => {
      const file = await requireOwnFile(deps, request);
      return reply
        .code(200)
        .headers({ 'upload-offset': await countReceived(receiving, file), 'upload-length': file.bytes })
        .send(null);
    },
  );

  scope.patch(
    '/admin/uploads/:id/tus/:file',
    {
      schema: { summary: 'The next bytes of a file', tags, params: OfFile, response: { 204: z.null() } },
      config,
    },
    async (request, reply) => {
      if (request.headers['content-type'] !== BYTES) throw problem('request-type-unsupported');
      const file = await requireOwnFile(deps, request);
      const head: PartHead = { offset: numberIn(request, 'upload-offset'), checksum: checksumIn(request) };
      return reply
        .code(204)
        .header('upload-offset', await receivePart(receiving, file, head, request.body as Readable))
        .send(null);
    },
  );

  scope.delete(
    '/admin/uploads/:id/tus/:file',
    {
      schema: {
        summary: 'Takes a file out of an upload, with its pages',
        tags,
        params: OfFile,
        response: { 204: z.null() },
      },
      config,
    },
    async (request, reply: FastifyReply) => {
      const file = await requireOwnFile(deps, request);
      await removeFile(receiving, file.upload_id, file.id);
      return reply.code(204).send(null);
    },
  );
}

async function requireOwnFile(deps: Pick<Deps, 'db'>, request: FastifyRequest): Promise<FileRow> {
  const params = request.params as z.infer<typeof OfFile>;
  const upload = await requireUpload(deps.db, request, params.id);
  return requireFile(deps, upload.id, params.file);
}

async function requireFile({ db }: Pick<Deps, 'db'>, uploadId: number, id: number): Promise<FileRow> {
  const file = await findFile(db, id);
  if (file?.upload_id !== uploadId) throw problem('upload-not-found');
  return file;
}

/** @throws Problem `request-malformed` for a header that is no whole number. */
function numberIn({ headers }: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const text = String(headers[name] ?? '');
  if (!/^\d{1,15}$/.test(text)) throw problem('request-malformed');
  return Number(text);
}

/** `Upload-Metadata`: pairs of a name and a value in base64, parted by commas. */
function metadataIn({ headers }: FastifyRequest): Record<string, string | undefined> {
  const pairs = String(headers['upload-metadata'] ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  );
}

/** @throws Problem `request-malformed` for a hash that we do not make. */
function checksumIn({ headers }: FastifyRequest): PartHead['checksum'] {
  const given = headers['upload-checksum'];
  if (given === undefined) return null;
  const [algorithm = '', digest = ''] = String(given).split(' ');
  if (algorithm !== 'sha1' && algorithm !== 'sha256') throw problem('request-malformed');
  return { algorithm, digest: Buffer.from(digest, 'base64') };
}
