import { createHash } from 'node:crypto';

/**
 * The content security policy of rendered pages: nothing but the site's own files runs, and the inline scripts of the
 * template by their hashes, so that one page serves every visitor.
 *
 * @param template `index.html` as built.
 * @param imageOrigins where else pictures are fetched from.
 */
export function pagePolicy(template: string, imageOrigins: readonly string[]): string {
  const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const images = [...new Set(imageOrigins)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    // Sizes and placeholder colours stand in style attributes; they come from numbers and checked colours.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${images}`.trimEnd(),
    `connect-src 'self' ${images}`.trimEnd(),
    "font-src 'self'",
    "manifest-src 'self'",
    // What solves a captcha runs beside the page.
    "worker-src 'self'",
    // Ads run in frames of ours that have an origin of their own.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
