import { z } from 'zod';

/** The steps that lead a new admin through the first start, in their order. */
export const FIRST_STEPS = ['name', 'languages', 'works', 'demo', 'mail', 'comics'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** How far the first start has come. */
export const FirstStart = z.object({
  /** Whether it still waits for an admin: it was begun by the link of the log, and nobody has said that it is done. */
  open: z.boolean(),
  /** The steps that were taken or skipped. */
  done: z.array(z.enum(FIRST_STEPS)),
  /** The demo library: not there, coming in, there, or on its way out. */
  demo: z.enum(['none', 'loading', 'there', 'leaving']),
  /** The folder whose archives are imported when they appear; null where none is watched. */
  watched: z.string().nullable(),
});
export type FirstStart = z.infer<typeof FirstStart>;

/** Steps that are done with, and whether that was all. */
export const FirstStartChange = z.strictObject({
  done: z.array(z.enum(FIRST_STEPS)).max(FIRST_STEPS.length),
  open: z.boolean(),
});
export type FirstStartChange = z.infer<typeof FirstStartChange>;
