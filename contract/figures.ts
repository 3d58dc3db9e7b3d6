/** Days the dashboard can look back. */
export const DASHBOARD_DAYS = [7, 30, 90, 365] as const;
export type DashboardDays = (typeof DASHBOARD_DAYS)[number];

/** The counters by day. `readers` are the visitors of a day who opened pages, kept apart in memory only and never written down. */
export const COUNTER_KINDS = ['views', 'readers', 'registrations', 'imports', 'comments', 'downloads'] as const;
/** Bytes kept at the end of a day, by what they are. */
export const STORAGE_KINDS = ['originals', 'variants', 'files', 'database'] as const;
export type Counted = (typeof COUNTER_KINDS)[number];
export type Stored = (typeof STORAGE_KINDS)[number];
