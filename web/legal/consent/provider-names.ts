import type { AnalyticsProvider } from '#contract/analytics.ts';

/** The names providers of analytics use for themselves, in every language. */
export const PROVIDER_NAMES: Record<AnalyticsProvider, string> = {
  plausible: 'Plausible',
  matomo: 'Matomo',
  ga4: 'Google Analytics',
};
