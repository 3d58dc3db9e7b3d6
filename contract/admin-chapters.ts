import { z } from 'zod';
import { AdminChapterRow } from './admin-comics.ts';
import { pageSchema, paging } from './paging.ts';

/** Query of `GET /api/admin/chapters`: those of one comic, by its slug or id, or of all; the newest first. */
export const AdminChapterQuery = z.object({ comic: z.string().max(300).default(''), ...paging });
export const AdminChapterPage = pageSchema(AdminChapterRow);
