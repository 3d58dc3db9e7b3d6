import { z } from 'zod';

/** Days the dashboard can look back. */
export const DASHBOARD_DAYS = [7, 30, 90, 365] as const;
export type DashboardDays = (typeof DASHBOARD_DAYS)[number];

/** The counters by day. `readers` are the visitors of a day who opened pages, kept apart in memory only and never written down. */
export const COUNTER_KINDS = ['views', 'readers', 'registrations', 'imports', 'comments', 'downloads'] as const;
/** Bytes kept at the end of a day, by what they are. */
export const STORAGE_KINDS = ['originals', 'variants', 'files', 'database'] as const;
export type CounterKind = (typeof COUNTER_KINDS)[number];
export type StorageKind = (typeof STORAGE_KINDS)[number];

export const DashboardQuery = z.object({
  days: z
    .enum(['7', '30', '90', '365'])
    .default('30')
    .transform((days) => Number(days) as DashboardDays),
});

const figures = <Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, z.array(z.number().nullable())])) as Record<
      Name,
      z.ZodArray<z.ZodNullable<z.ZodNumber>>
    >,
  );

/** Figures on a site, by day (UTC), the oldest first; null where nothing is known of a day. */
export const Dashboard = z.object({
  days: z.array(z.iso.date()),
  counted: figures(COUNTER_KINDS),
  /** The sums of the same number of days before; null where they are not all known. */
  before: z.object(
    Object.fromEntries(COUNTER_KINDS.map((name) => [name, z.number().nullable()])) as Record<
      CounterKind,
      z.ZodNullable<z.ZodNumber>
    >,
  ),
  stored: figures(STORAGE_KINDS),
  /** Read most in these days. */
  top: z.array(z.object({ id: z.number().int(), slug: z.string(), title: z.string(), views: z.number().int() })),
  /** Items that wait for someone. */
  waiting: z.object({
    reports: z.number().int(),
    comments: z.number().int(),
    reviews: z.number().int(),
    takedowns: z.number().int(),
    jobs: z.number().int(),
  }),
});
export type Dashboard = z.infer<typeof Dashboard>;
