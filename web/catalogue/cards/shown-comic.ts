import type { ComicCard } from '#contract/comics.ts';

/** The facts of a comic that its card shows, or needs when it is pressed. */
export interface ShownComic extends Pick<
  ComicCard,
  | 'id'
  | 'slug'
  | 'title'
  | 'title_original'
  | 'rating'
  | 'premium'
  | 'pages'
  | 'chapters_count'
  | 'uploaded_at'
  | 'favorites'
  | 'cover'
  | 'thumb_url'
  | 'image_url'
> {
  /** Only there where it is the title that is shown. */
  alternative_title?: string | null;
  language: Pick<NonNullable<ComicCard['language']>, 'name' | 'code' | 'icon'> | null;
  category: Pick<NonNullable<ComicCard['category']>, 'name'> | null;
  latest_chapter: Pick<NonNullable<ComicCard['latest_chapter']>, 'slug' | 'name' | 'number' | 'added_at'> | null;
}

/** A comic as a page with its card carries it: what the server writes into the page for the browser is as much again as it shows. */
export function toShownComic(comic: ComicCard): ShownComic {
  const { language, category, latest_chapter: chapter } = comic;
  return {
    id: comic.id,
    slug: comic.slug,
    title: comic.title,
    title_original: comic.title_original,
    ...(comic.title === comic.alternative_title ? { alternative_title: comic.title } : {}),
    language: language && { name: language.name, code: language.code, icon: language.icon },
    category: category && { name: category.name },
    rating: comic.rating,
    premium: comic.premium,
    pages: comic.pages,
    chapters_count: comic.chapters_count,
    latest_chapter: chapter && {
      slug: chapter.slug,
      name: chapter.name,
      number: chapter.number,
      added_at: chapter.added_at,
    },
    uploaded_at: comic.uploaded_at,
    favorites: comic.favorites,
    cover: comic.cover,
    thumb_url: comic.thumb_url,
    image_url: comic.image_url,
  };
}
