import { z } from 'zod';
import { typedNumber } from './chapter-editing.ts';

/**
 * Body of `POST /api/admin/chapters/{id}/split`: the page that the new chapter begins with, which stands right after the one it was part of,
 * in the same state, of the same volume and groups. Answers the new chapter.
 */
export const ChapterSplit = z.object({
  page_id: z.int().min(1).max(2_147_483_647),
  name: z.string().trim().max(300).default(''),
  number: typedNumber.default(null),
});
export type ChapterSplit = z.infer<typeof ChapterSplit>;

/** Body of `POST /api/admin/chapters/{id}/join`: the chapter right after it, whose pages it takes over. Answers the one that stays. */
export const ChapterJoin = z.object({ chapter_id: z.int().min(1).max(2_147_483_647) });
