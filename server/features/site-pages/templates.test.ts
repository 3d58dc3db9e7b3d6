import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEMPLATE_PAGES } from '#contract/site-pages.ts';
import { LOCALES } from '#contract/locales.ts';
import { FEATURES } from '#contract/site.ts';
import { SiteFile } from '#server/config/site-file.ts';
import { pageTemplate } from './templates.ts';

const site = SiteFile.parse({ contact: 'us@ink.example', features: FEATURES });
const readSource = (locale: string, slug: string) =>
  readFileSync(join(import.meta.dirname, 'templates', locale, `${slug}.md`), 'utf8');
/** How often a text speaks of each feature. */
const named = (text: string) => [...text.matchAll(/\{(\w+)\?/g)].map(([, feature]) => feature).sort();

describe.each(LOCALES)('the texts that come with the software, in %s', (locale) => {
  it.each(TEMPLATE_PAGES)('speak of a feature where English does, and leave it out where it is off: %s', (slug) => {
    const features = new Set(named(readSource(locale, slug)));
    expect(features).toEqual(new Set(named(readSource('en', slug))));
    const whole = pageTemplate(slug, locale, site)!.text;
    expect(whole).not.toMatch(/[{}|]/);
    for (const feature of features) {
      const without = pageTemplate(slug, locale, {
        ...site,
        features: FEATURES.filter((each) => each !== feature),
      })!.text;
      expect(without).not.toMatch(/[{}|]| {2}|[,،、] ?[.。।]/);
      expect(without.length).toBeLessThan(whole.length);
    }
    expect([...features].filter((each) => !FEATURES.some((known) => known === each))).toEqual([]);
  });
});

it('a postal address keeps its order, whichever way the text around it runs', () => {
  const withAddress = { ...site, dmca: { ...site.dmca, address: '12 Gutter Lane\nPanelton 12345' } };
  expect(pageTemplate('contact', 'ar', withAddress)!.text).toContain('\u206812 Gutter Lane, Panelton 12345\u2069');
});
