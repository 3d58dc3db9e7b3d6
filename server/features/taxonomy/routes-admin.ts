import { z } from 'zod';
import {
  AdminTerm,
  AdminTermPage,
  AdminTermQuery,
  NewTerm,
  TERM_PICTURE_BYTES,
  TermEdit,
  TermForbid,
  TermMerge,
} from '#contract/term-editing.ts';
import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { Deps } from '#server/deps.ts';
import { importPicture } from '#server/features/pictures/pictures.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { requirePicture, acceptImages } from '#server/http/requests/whole-body.ts';
import { changeTermPicture, createTerm, editTerm, forbidTerm, getTerm, mergeTerm, removeTerm } from './admin-terms.ts';
import { adminTerms, type AdminTermRow } from './queries-admin.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const tags = ['admin taxonomy'];

/** Routes by which admins manage terms: `/api/admin/{kind}` of every kind the site has. */
export async function adminTermRoutes(app: App, deps: Deps): Promise<void> {
  for (const kind of TERM_KINDS) {
    kindRoutes(app, deps, kind);
  }
  await app.register(async (scope: App) => {
    acceptImages(scope, TERM_PICTURE_BYTES);
    for (const kind of TERM_KINDS) {
      pictureRoutes(scope, deps, kind);
    }
  });
}

function kindRoutes(app: App, deps: Deps, kind: TermKind): void {
  const { db } = deps;
  const path = KIND_PATHS[kind];
  const config = { permission: 'taxonomy.manage', features: [path] } as const;
  const termAddress = (request: { viewing: RequestContext; params: { slug: string } }) => ({
    kind,
    address: request.params.slug,
    by: requireMember(request),
  });

  app.get(
    `/admin/${path}`,
    {
      schema: {
        summary: `The ${path}, also those that no comic has`,
        tags,
        querystring: AdminTermQuery,
        response: { 200: AdminTermPage },
      },
      config,
    },
    async (request) => {
      const { viewing, query } = request;
      const { rows, total } = await adminTerms(db, kind, query);
      return envelope(request, {
        data: rows.map((row) => serializeTerm(deps, viewing, row)),
        total,
        page: query.page,
        perPage: query.per_page,
      });
    },
  );

  app.post(
    `/admin/${path}`,
    {
      schema: { summary: `Adds one of the ${path}`, tags, body: NewTerm, response: { 201: AdminTerm } },
      config,
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          serializeTerm(
            deps,
            request.viewing,
            await createTerm(db, { kind, by: requireMember(request) }, request.body),
          ),
        ),
  );

  app.get(
    `/admin/${path}/:slug`,
    {
      schema: { summary: `One of the ${path}`, tags, params: Address, response: { 200: AdminTerm } },
      config,
    },
    async ({ viewing, params }) => serializeTerm(deps, viewing, await getTerm(db, kind, params.slug)),
  );

  app.patch(
    `/admin/${path}/:slug`,
    {
      schema: {
        summary: `Changes one of the ${path}`,
        tags,
        params: Address,
        body: TermEdit,
        response: { 200: AdminTerm },
      },
      config,
    },
    async (request) => serializeTerm(deps, request.viewing, await editTerm(db, termAddress(request), request.body)),
  );

  app.delete(
    `/admin/${path}/:slug`,
    {
      schema: {
        summary: `Deletes one of the ${path} that no comic has`,
        tags,
        params: Address,
        response: { 204: z.null() },
      },
      config,
    },
    async (request, reply) => {
      await removeTerm(db, termAddress(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `/admin/${path}/:slug/merge`,
    {
      schema: {
        summary: 'Has it become another one of its kind; its addresses lead there',
        tags,
        params: Address,
        body: TermMerge,
        response: { 202: AdminTerm },
      },
      config,
    },
    async (request, reply) =>
      reply
        .code(202)
        .send(serializeTerm(deps, request.viewing, await mergeTerm(db, termAddress(request), request.body.into))),
  );

  app.put(
    `/admin/${path}/:slug/forbidden`,
    {
      schema: {
        summary: 'Forbids it, or allows it again',
        tags,
        params: Address,
        body: TermForbid,
        response: { 200: AdminTerm },
      },
      config,
    },
    async (request) =>
      serializeTerm(deps, request.viewing, await forbidTerm(db, termAddress(request), request.body.forbidden)),
  );
}

function pictureRoutes(scope: App, deps: Deps, kind: TermKind): void {
  const { db } = deps;
  const path = KIND_PATHS[kind];
  const config = { permission: 'taxonomy.manage', features: [path] } as const;
  scope.put(
    `/admin/${path}/:slug/image`,
    {
      schema: {
        summary: 'Gives it a picture; the body is the picture',
        tags,
        params: Address,
        response: { 200: AdminTerm },
      },
      config,
      bodyLimit: TERM_PICTURE_BYTES,
    },
    async (request) => {
      const by = requireMember(request);
      await getTerm(db, kind, request.params.slug);
      const hash = await importPicture(deps, requirePicture(request.body), {
        source: 'upload',
        userId: by,
        file: `${kind} ${request.params.slug}`,
      });
      return serializeTerm(
        deps,
        request.viewing,
        await changeTermPicture(db, { kind, address: request.params.slug, by }, hash),
      );
    },
  );
  scope.delete(
    `/admin/${path}/:slug/image`,
    {
      schema: { summary: 'Takes its picture away', tags, params: Address, response: { 200: AdminTerm } },
      config,
    },
    async (request) =>
      serializeTerm(
        deps,
        request.viewing,
        await changeTermPicture(db, { kind, address: request.params.slug, by: requireMember(request) }, null),
      ),
  );
}

function serializeTerm(
  deps: Pick<Deps, 'secret' | 'now'>,
  viewing: RequestContext,
  { image, variants, ...term }: AdminTermRow,
): AdminTerm {
  const stored = variants?.cover320;
  return {
    ...term,
    image_url:
      image === null || !stored
        ? null
        : imageUrl(deps, viewing, { hash: image, variant: 'cover320', format: stored.format }, 'public'),
  };
}
