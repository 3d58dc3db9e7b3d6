import type { ComicCard } from '#contract/comics.ts';

/** The facts of a comic that its card shows, or needs when it is pressed. */
export type ShownComic = Pick<ComicCard, (typeof SHOWN)[number]>;

const SHOWN = [
  'id',
  'slug',
  'title',
  'title_original',
  'language',
  'category',
  'rating',
  'premium',
  'pages',
  'chapters_count',
  'latest_chapter',
  'uploaded_at',
  'favorites',
  'cover',
  'thumb_url',
  'image_url',
] as const satisfies readonly (keyof ComicCard)[];

/** A comic as a page with its card carries it: what the server writes into the page for the browser is as much again as it shows. */
export function toShownComic(comic: ComicCard): ShownComic {
  return Object.fromEntries(SHOWN.map((name) => [name, comic[name]])) as unknown as ShownComic;
}
