import { Readable } from 'node:stream';
import { z } from 'zod';
import { EXPORT_FORMATS, ImportChoices, ImportResult, ImportReview } from '#contract/portability.ts';
import { problem } from '#contract/problems.ts';
import { utcDay } from '#contract/utc-day.ts';
import type { Deps } from '#server/deps.ts';
import { shortUrl } from '#server/features/comics/public/cards.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { acceptFiles } from '#server/http/requests/whole-body.ts';
import { exportCsv } from './export-csv.ts';
import { exportMal } from './export-mal.ts';
import { applyReview, readReview, reviewFile } from './portability.ts';
import { exportJson } from './public/export-json.ts';
import { ownAccount, ownComics, ownLibrary } from './queries-export.ts';

/** Most bytes of a file as it is sent; Mihon's backups are packed. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Files read and exports made for one member in an hour: each is work for its whole library. */
const MAX_AN_HOUR = 20;

const own = { permission: 'account.own' } as const;
const Id = z.object({ id: z.string().regex(/^[\w-]{22}$/) });
const TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  mal: 'application/xml; charset=utf-8',
} as const;
const EXTENSIONS = { json: 'json', csv: 'csv', mal: 'xml' } as const;

/** `account/export` and `account/import`: a member's own data, out and in. */
export async function portabilityRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;
  const limited = async (what: string, userId: number) => {
    const seconds = await throttle(db, `${what} ${userId}`, MAX_AN_HOUR, 3600);
    if (seconds !== null) throw problem('too-many-requests', { seconds });
  };

  app.get(
    '/account/export',
    {
      schema: {
        summary: 'Everything stored about the caller, as a file',
        tags: ['account'],
        querystring: z.object({ format: z.enum(EXPORT_FORMATS).default('json') }),
      },
      config: own,
    },
    async (request, reply) => {
      const userId = requireMember(request);
      await limited('export', userId);
      const { format } = request.query;
      const day = utcDay(deps.now());
      void reply.type(TYPES[format]).headers({
        'content-disposition': `attachment; filename="${request.viewing.site.id}-${day}.${EXTENSIONS[format]}"`,
        'cache-control': 'no-store',
      });
      return reply.send(
        Readable.from(await listPieces(db, request.viewing, userId, format, deps.now()), { objectMode: false }),
      );
    },
  );

  await app.register(async (scope: App) => {
    acceptFiles(scope, MAX_BYTES);
    scope.post(
      '/account/import',
      {
        schema: {
          summary: 'Reads a library of another program and says what each of its comics may be; the body is the file',
          tags: ['account'],
          response: { 200: ImportReview },
        },
        config: own,
      },
      async (request) => {
        const userId = requireMember(request);
        if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw problem('import-file-unknown');
        await limited('import', userId);
        return reviewFile(deps, request.viewing, userId, request.body);
      },
    );
  });

  app.get(
    '/account/import/:id',
    {
      schema: {
        summary: 'A library that was read and waits',
        tags: ['account'],
        params: Id,
        response: { 200: ImportReview },
      },
      config: own,
    },
    (request) => readReview(deps, request.viewing, requireMember(request), request.params.id),
  );

  app.post(
    '/account/import/:id',
    {
      schema: {
        summary: 'Takes a library over as chosen',
        tags: ['account'],
        params: Id,
        body: ImportChoices,
        response: { 200: ImportResult },
      },
      config: own,
    },
    (request) => applyReview(deps, request.viewing, requireMember(request), request.params.id, request.body),
  );
}

/** The pieces of a member's file, of some rows each. */
async function listPieces(
  db: Deps['db'],
  viewing: RequestContext,
  userId: number,
  format: (typeof EXPORT_FORMATS)[number],
  now: Date,
): Promise<AsyncIterable<string>> {
  if (format === 'json') return exportJson(db, userId, now);
  const { ids, kept } = await ownLibrary(db, userId);
  const comics = ownComics(db, userId, ids);
  if (format === 'csv') return exportCsv(comics, ({ id }) => shortUrl(viewing, id));
  return exportMal((await ownAccount(db, userId)).account?.username ?? '', kept, comics);
}
