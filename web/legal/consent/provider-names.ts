import type { AnalyticsProvider } from '#contract/analytics.ts';

/** What providers of analytics call themselves, in every language. */
export const PROVIDER_NAMES: Record<AnalyticsProvider, string> = { plausible: 'Plausible', matomo: 'Matomo', ga4: 'Google Analytics' };
