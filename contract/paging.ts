import { z } from 'zod';

/** The envelope of every list of the API (api-contract, "Paginated lists"). */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    current_page: z.int().min(1),
    data: z.array(item),
    first_page_url: z.string(),
    from: z.int().nullable(),
    last_page: z.int().min(1),
    last_page_url: z.string(),
    next_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    prev_page_url: z.string().nullable(),
    to: z.int().nullable(),
    total: z.int().min(0),
  });
}

export interface Page<Item> {
  current_page: number;
  data: Item[];
  first_page_url: string;
  from: number | null;
  last_page: number;
  last_page_url: string;
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number | null;
  total: number;
}

/** Items a list answers when the caller does not say (api-contract). */
export const DEFAULT_PER_PAGE = 18;
/** Most items a list answers at once (api-contract). */
export const MAX_PER_PAGE = 100;
/** `page` and `per_page` of a list's query. A page may be as large as a 32-bit number holds. */
export const paging = {
  page: z.coerce.number().int().min(1).max(2_147_483_647).default(1),
  per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(DEFAULT_PER_PAGE),
};
