import { createHash } from 'node:crypto';
import type { Analytics } from '#contract/analytics.ts';

/**
 * The content security policy of rendered pages: nothing but the site's own files runs, and the inline scripts of the
 * template by their hashes, so that one page serves every visitor. Where page views are told elsewhere, that server alone
 * is let in; scripts wait for the visitor to agree.
 *
 * @param template `index.html` as built.
 * @param imageOrigins where else pictures are fetched from.
 * @param analytics where page views are told.
 * @param styles of the page's own (`'sha256-…'`); none by themselves.
 */
export function pagePolicy(
  template: string,
  imageOrigins: readonly string[],
  analytics: Analytics | null,
  styles = '',
): string {
  const counting = countingOrigins(analytics);
  const scripts = template
    .split('<script>')
    .slice(1)
    .map((after) => after.split('</script>', 1)[0] ?? '')
    .map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const images = [...new Set(imageOrigins)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts, ...counting.scripts].join(' ')}`,
    `style-src 'self' ${styles}`.trimEnd(),
    // Sizes and placeholder colours stand in style attributes; they come from numbers and checked colours.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${images}`.trimEnd(),
    ["connect-src 'self'", images, ...counting.calls].filter(Boolean).join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    // The worker that solves a captcha runs beside the page.
    "worker-src 'self'",
    // Ads run in frames of ours that have an origin of their own.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Where page views are sent, and where the script comes from that one provider cannot do without. */
function countingOrigins(analytics: Analytics | null): { scripts: string[]; calls: string[] } {
  if (analytics === null) return { scripts: [], calls: [] };
  const own = analytics.url === '' ? [] : [new URL(analytics.url).origin];
  if (analytics.provider !== 'ga4') return { scripts: [], calls: own };
  if (own.length > 0) return { scripts: own, calls: own };
  // Google Tag Platform, "Use Tag Manager with a Content Security Policy".
  const google = 'https://www.googletagmanager.com';
  return { scripts: [google], calls: [google, 'https://*.google-analytics.com', 'https://*.analytics.google.com'] };
}
