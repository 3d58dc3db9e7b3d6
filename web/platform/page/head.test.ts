// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import type { SiteConfig } from '#contract/site.ts';
import { documentTitle, headHtml, scriptJson, showHead, type HeadContext } from './head.ts';
import { addressesFor } from '#contract/addresses.ts';

const site: SiteConfig = {
  id: 'komawari',
  name: 'Komawari',
  letter: 'K',
  logo: null,
  title: 'Komawari',
  description: 'The site',
  url: '',
  cdn: '',
  locales: ['ar', 'en', 'fr'],
  defaultLocale: 'fr',
  variant: 'comic',
  features: [],
  social: [],
  links: [],
  home: { blocks: [] },
  style: '',
  nsfw: false,
  indexing: 'safe',
  noai: false,
  theme: 'dark',
  ads: { spots: [] },
  premium: { requires: 'login', link: '' },
  analytics: null,
  trackers: [],
  signIn: { passwords: true, providers: [], proxy: null },
  consent: { analytics: false, ads: false },
};
const context: HeadContext = {
  t: ((key: string) => key) as HeadContext['t'],
  site,
  locale: 'ar',
  links: addressesFor('ar', 'comic'),
  origin: 'https://comics.test',
  route: 'latest',
  params: {},
  path: '/ar/latest',
};

describe('the head of a page', () => {
  it('has the title of the page before that of the site, which stands alone on the landing page', () => {
    expect(documentTitle({ title: 'Latest' }, site)).toBe('Latest – Komawari');
    expect(documentTitle({ title: '' }, site)).toBe('Komawari');
  });

  it('names its own address and those in every language of the site', () => {
    const html = headHtml({ title: 'Latest', query: 'page=2' }, context);
    expect(html).toContain('<link rel="canonical" href="https://comics.test/ar/latest?page=2"');
    expect([...html.matchAll(/hreflang="([^"]+)"/g)].map(([, locale]) => locale)).toEqual([
      'ar',
      'en',
      'fr',
      'x-default',
    ]);
    expect(html).toContain('href="https://comics.test/fr/latest?page=2" hreflang="x-default"');
  });

  it('falls back to the description of the site', () => {
    expect(headHtml({ title: 'Latest' }, context)).toContain('<meta name="description" content="The site"');
    expect(headHtml({ title: 'Latest', description: 'All' }, context)).toContain(
      '<meta name="description" content="All"',
    );
  });

  it('lets no text of a comic become markup', () => {
    const html = headHtml(
      { title: '"><script>alert(1)</script>', jsonLd: { name: '</script><script>alert(1)</script>' } },
      context,
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script/g)).toHaveLength(1);
    expect(scriptJson({ a: '<!--\u2028' })).toBe('{"a":"\\u003c!--\\u2028"}');
  });

  it('asks search engines not to list hidden pages, and gives them no address', () => {
    const html = headHtml({ title: 'Lost', hidden: true }, context);
    expect(html).toContain('content="noindex"');
    expect(html).not.toContain('canonical');
  });
});

describe('in the browser', () => {
  beforeEach(() => {
    document.head.innerHTML = '<meta charset="utf-8">';
  });

  it('the head of the next page replaces that of the last', () => {
    showHead({ title: 'First' }, context, []);
    showHead({ title: 'Second' }, context, []);
    expect(document.title).toBe('Second – Komawari');
    expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
    expect(document.querySelector('meta[charset]')).not.toBeNull();
  });

  it('a page that shows an explicit work is labelled as one', () => {
    const labels = () =>
      [...document.querySelectorAll('meta[name=rating]')].map((each) => each.getAttribute('content'));
    showHead({ title: 'Loud' }, context, [undefined, { comic: { rating: 'explicit' } }]);
    expect(labels()).toContain('adult');
    showHead({ title: 'Quiet' }, context, [null, { comic: { rating: 'safe' } }]);
    expect(labels()).toEqual([]);
  });
});
