import { createHash } from 'node:crypto';
import { accentTokens } from './accent.ts';
import { rewrittenStyle } from './style-check.ts';

/** The look that an operator gives a site: an accent (`#rrggbb`, empty: the product's own), and a style sheet without fault. */
export interface SiteLook {
  accent: string;
  css: string;
}

/**
 * The style sheet of a site's own look; empty where it has none. The accent gives way to whoever wants more contrast, forced colours and paper.
 * The operator's rules hold within the page and end where something of the law, of safety or of consent begins (`data-own-look`).
 */
export function siteStyle({ accent, css }: SiteLook): string {
  return [
    accent === ''
      ? ''
      : `@media screen and (prefers-contrast:no-preference) and (forced-colors:none){:root,.reader,[data-own-look]{${accentTokens(accent)}}}`,
    css.trim() === '' ? '' : `@scope (#main) to ([data-own-look]){${rewrittenStyle(css)}}`,
  ].join('');
}

const versions = new WeakMap<SiteLook, string>();

/** Tells one look from every other; empty where a site has none of its own. */
export function styleVersion(look: SiteLook): string {
  const known = versions.get(look);
  if (known !== undefined) return known;
  const style = siteStyle(look);
  const version = style === '' ? '' : createHash('sha256').update(style).digest('hex').slice(0, 12);
  versions.set(look, version);
  return version;
}
