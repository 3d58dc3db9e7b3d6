import { z } from 'zod';

/** Who can count page views beside the site's own figures. */
export const ANALYTICS_PROVIDERS = ['plausible', 'matomo', 'ga4'] as const;
export type AnalyticsProvider = (typeof ANALYTICS_PROVIDERS)[number];

/** How a provider names a site: the domain, the number, the measurement id. */
export const ANALYTICS_SITE_ID: Record<AnalyticsProvider, RegExp> = {
  plausible: /^[a-z0-9.-]+(\/[a-z0-9./-]*)?$/i,
  matomo: /^[1-9]\d{0,8}$/,
  ga4: /^G-[A-Z0-9]{4,20}$/,
};

/** The part that is sent of an address: the pattern of its route, or its path. */
export const ANALYTICS_PATHS = ['route', 'full'] as const;

/** Where page views go, and how they are written. */
export const Analytics = z.object({
  provider: z.enum(ANALYTICS_PROVIDERS),
  /** The server that counts, without a slash at the end; empty: Google's. */
  url: z.string(),
  siteId: z.string(),
  paths: z.enum(ANALYTICS_PATHS),
});
export type Analytics = z.infer<typeof Analytics>;
