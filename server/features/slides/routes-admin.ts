import { z } from 'zod';
import { AdminSlide, NewSlide, SlideChange, SlideOrder } from '#contract/slides.ts';
import { TERM_PICTURE_BYTES } from '#contract/term-editing.ts';
import type { Deps } from '#server/deps.ts';
import { pictureAccess } from '#server/db/visible.ts';
import { importPicture } from '#server/features/pictures/pictures.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { requirePicture, acceptImages } from '#server/http/requests/whole-body.ts';
import { arrangeSlides, changeSlide, changeSlidePicture, createSlide, removeSlide } from './admin-slides.ts';
import { adminSlides, type AdminSlideRow } from './queries-admin.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const tags = ['admin'];
const config = { permission: 'slides.manage', features: ['slides'] } as const;

/** The section where admins manage slides. */
export async function adminSlideRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;
  const serialize = (viewing: RequestContext, row: AdminSlideRow) => serializeSlide(deps, viewing, row);

  app.get(
    '/admin/slides',
    {
      schema: { summary: 'Every slide in its order; a plain array', tags, response: { 200: z.array(AdminSlide) } },
      config,
    },
    async ({ viewing }) => (await adminSlides(db)).map((row) => serialize(viewing, row)),
  );

  app.post(
    '/admin/slides',
    {
      schema: { summary: 'Adds a slide', tags, body: NewSlide, response: { 201: AdminSlide } },
      config,
    },
    async (request, reply) =>
      reply.code(201).send(serialize(request.viewing, await createSlide(db, requireMember(request), request.body))),
  );

  app.put(
    '/admin/slides',
    {
      schema: {
        summary: 'Puts the slides into an order',
        tags,
        body: SlideOrder,
        response: { 200: z.array(AdminSlide) },
      },
      config,
    },
    async (request) =>
      (await arrangeSlides(db, requireMember(request), request.body.ids)).map((row) => serialize(request.viewing, row)),
  );

  app.patch(
    '/admin/slides/:id',
    {
      schema: { summary: 'Changes a slide', tags, params: Id, body: SlideChange, response: { 200: AdminSlide } },
      config,
    },
    async (request) =>
      serialize(request.viewing, await changeSlide(db, requireMember(request), request.params.id, request.body)),
  );

  app.delete(
    '/admin/slides/:id',
    {
      schema: { summary: 'Deletes a slide', tags, params: Id, response: { 204: z.null() } },
      config,
    },
    async (request, reply) => {
      await removeSlide(db, requireMember(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  await app.register(async (scope: App) => {
    acceptImages(scope, TERM_PICTURE_BYTES);
    scope.put(
      '/admin/slides/:id/image',
      {
        schema: {
          summary: 'Gives a slide a picture of its own; the body is the picture',
          tags,
          params: Id,
          response: { 200: AdminSlide },
        },
        config,
        bodyLimit: TERM_PICTURE_BYTES,
      },
      async (request) => {
        const by = requireMember(request);
        const hash = await importPicture(deps, requirePicture(request.body), {
          source: 'upload',
          userId: by,
          file: `slide ${request.params.id}`,
        });
        return serialize(request.viewing, await changeSlidePicture(db, by, request.params.id, hash));
      },
    );
    scope.delete(
      '/admin/slides/:id/image',
      {
        schema: { summary: 'Takes its own picture away', tags, params: Id, response: { 200: AdminSlide } },
        config,
      },
      async (request) =>
        serialize(request.viewing, await changeSlidePicture(db, requireMember(request), request.params.id, null)),
    );
  });
}

function serializeSlide(
  deps: Pick<Deps, 'secret' | 'now'>,
  viewing: RequestContext,
  { hash, variants, rating, ...slide }: AdminSlideRow,
): AdminSlide {
  const stored = variants?.cover320;
  const access = rating === null ? 'public' : pictureAccess({ rating, premium: false }).cover;
  return {
    ...slide,
    image_url:
      hash === null || !stored
        ? null
        : imageUrl(deps, viewing, { hash, variant: 'cover320', format: stored.format }, access),
  };
}
