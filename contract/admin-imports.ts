import { z } from 'zod';
import { pageSchema, paging } from './paging.ts';

/** How an import stands; one that waits or is read goes on by itself. */
export const IMPORT_STATES = ['waiting', 'reading', 'imported', 'refused'] as const;

/** An archive or a folder that was imported by the terminal, the watched folder or a library from elsewhere. */
export const AdminImport = z.object({
  id: z.int(),
  /** As it was named. */
  file: z.string(),
  state: z.enum(IMPORT_STATES),
  comic: z.object({ slug: z.string(), title: z.string() }).nullable(),
  /** Why it was refused. */
  error: z.string().nullable(),
  /** Faults that did not stop it; `page` counts from 1. */
  warnings: z.array(z.object({ message: z.string(), page: z.int().nullable(), name: z.string().nullable() })),
  /** How many pages are missing; the warnings name them. */
  missing: z.int(),
  created_at: z.string(),
});
export type AdminImport = z.infer<typeof AdminImport>;
export const AdminImportPage = pageSchema(AdminImport);

export const AdminImportQuery = z.object({ state: z.enum([...IMPORT_STATES, 'all']).default('all'), ...paging });
export type AdminImportQuery = z.infer<typeof AdminImportQuery>;
