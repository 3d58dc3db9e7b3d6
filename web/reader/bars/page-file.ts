/**
 * The file name of a page: `title - chapter - 005.ext`, without the signs that file systems refuse; the number
 * has as many digits as the last page's, three at least. `type` is the picture's media type, `image/jpeg`.
 */
export function pageFileName({
  title,
  chapter,
  page,
  total,
  type,
}: {
  title: string;
  chapter: string | null;
  page: number;
  total: number;
  type: string;
}): string {
  const number = String(page).padStart(Math.max(3, String(total).length), '0');
  const ending = /^image\/(\w+)/.exec(type)?.[1]?.replace('jpeg', 'jpg') ?? 'img';
  const parts = [title, chapter].flatMap(
    (part) =>
      part
        ?.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^[.\s]+/, '')
        .trim()
        .slice(0, 80) || [],
  );
  return `${[...parts, number].join(' - ')}.${ending}`;
}
