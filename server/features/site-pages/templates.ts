import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPLATE_PAGES, type EditablePage } from '#contract/site-pages.ts';
import type { Locale } from '#contract/locales.ts';
import type { Feature } from '#contract/site.ts';
import type { Site } from '#server/config/site-file.ts';

const texts = new Map<string, string>();
/** By site, which does not change: every page names those of all its templates. */
const made = new WeakMap<object, Map<string, PageTemplate>>();

/** A title, and a text in Markdown. */
export interface PageTemplate {
  title: string;
  text: string;
}

/**
 * The text that stands on a page until the operator has written their own; null for a page without one. A line that names
 * something that is not configured, or leads to what the site has not, is left out, as is what a line says of a feature that is
 * switched off (`{comments?with it|without it}`); sections are of the first level, as those of the operator's texts are. Made
 * once for a site.
 */
export function pageTemplate(slug: EditablePage, locale: Locale, site: TemplateSite): PageTemplate | null {
  if (!TEMPLATE_PAGES.some((each) => each === slug)) return null;
  const ofSite = made.get(site) ?? new Map<string, PageTemplate>();
  made.set(site, ofSite);
  const template = ofSite.get(`${slug} ${locale}`) ?? makeTemplate(slug, locale, site);
  ofSite.set(`${slug} ${locale}`, template);
  return template;
}

type TemplateSite = Pick<Site, 'name' | 'contact' | 'dmca' | 'features' | 'retention'>;

function makeTemplate(
  slug: EditablePage,
  locale: Locale,
  { name, contact, dmca, features, retention: { accounts } }: TemplateSite,
): PageTemplate {
  const values: Record<string, string> = {
    site: name,
    lang: locale,
    contact: contact || dmca.email,
    address: dmca.address && `\u2068${onOneLine(dmca.address)}\u2069`,
    days:
      accounts === 0
        ? ''
        : new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(accounts),
  };
  const lines = readTemplate(locale, slug)
    .split('\n')
    .filter(
      (line) =>
        [...line.matchAll(PLACE)].every(([, key]) => values[key!] !== '') &&
        (features.includes('dmca') || !NOTICES.test(line)),
    );
  const [first = '', ...rest] = lines.map((line) =>
    line
      .replace(CASE, (_all, feature: Feature, on: string, off = '') => (features.includes(feature) ? on : off))
      .replace(PLACE, (_all, key: string) => values[key] ?? ''),
  );
  return {
    title: first.replace(/^# /, ''),
    text: rest
      .join('\n')
      .replace(/^##/gm, '#')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .replace(UNSAID, ''),
  };
}

const PLACE = /\{(\w+)\}/g;
/** The text of a line with a feature, and without it. */
const CASE = /\{(\w+)\?([^{}|]*)(?:\|([^{}]*))?\}/g;
const NOTICES = /\/(?:dmca|takedowns)\)/;
/** A heading of which nothing is left. */
const UNSAID = /^#.*\n+(?=#)/gm;

function onOneLine(address: string): string {
  return address
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');
}

function readTemplate(locale: Locale, slug: EditablePage): string {
  const file = join(import.meta.dirname, 'templates', locale, `${slug}.md`);
  if (!texts.has(file)) {
    texts.set(file, readFileSync(file, 'utf8').trim());
  }
  return texts.get(file)!;
}
