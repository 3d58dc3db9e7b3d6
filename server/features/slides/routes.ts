import { z } from 'zod';
import { Slide } from '#contract/slides.ts';
import type { Deps } from '#server/deps.ts';
import { pictureAccess } from '#server/db/visible.ts';
import { toCssColor } from '#server/features/comics/public/cards.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import type { SlideRow } from './queries.ts';
import { slidesFor } from './slides.ts';

/** `GET /api/slides`; 404 on a site without the feature. */
export async function slideRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): Promise<void> {
  app.get(
    '/slides',
    {
      schema: {
        summary: 'What the landing page shows first; a plain array',
        tags: ['site'],
        response: { 200: z.array(Slide) },
      },
      config: { permission: 'site.read', features: ['slides'] },
    },
    async ({ viewing }) => {
      return (await slidesFor(deps, viewing)).flatMap((row) => serializeSlide(deps, viewing, row));
    },
  );
}

/** A slide on the wire; none of a picture that is not ready. */
function serializeSlide(deps: Pick<Deps, 'secret' | 'now'>, viewing: RequestContext, row: SlideRow): Slide[] {
  const stored = row.variants.cover640;
  if (!stored) return [];
  const access = row.rating === null ? 'public' : pictureAccess({ rating: row.rating, premium: false }).cover;
  return [
    {
      id: row.id,
      title: row.title,
      url: row.url !== null && /^(https?:\/\/|\/(?!\/))/i.test(row.url) ? row.url : null,
      comic: row.comic_id === null || row.comic_slug === null ? null : { id: row.comic_id, slug: row.comic_slug },
      image_url: imageUrl(deps, viewing, { hash: row.hash, variant: 'cover640', format: stored.format }, access),
      rating: row.rating,
      width: stored.width,
      height: stored.height,
      thumbhash: row.thumbhash,
      color: toCssColor(row.color),
    },
  ];
}
