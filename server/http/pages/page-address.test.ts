import { describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { readAddress, savedLocale, type Choices } from './page-address.ts';

const site = { locales: [...LOCALES], defaultLocale: 'en' as const, variant: 'comic' as const };
const nobody: Choices = { lang: undefined, acceptLanguage: undefined };
const to = (url: string, choices = nobody) => {
  const address = readAddress(site, url, choices);
  return address.kind === 'elsewhere' ? address.to : null;
};

describe('an address without a locale in front', () => {
  it('is found under the saved locale, keeping path and query', () => {
    expect(to('/latest?page=2&q=a%20b', { lang: 'ru', acceptLanguage: 'de' })).toBe('/ru/latest?page=2&q=a%20b');
    expect(to('/latest', { lang: undefined, acceptLanguage: 'de-AT, en;q=0.8' })).toBe('/de/latest');
    expect(to('/latest', { lang: 'tlh', acceptLanguage: 'tlh' })).toBe('/en/latest');
    expect(to('/')).toBe('/en');
    expect(to('/?nsfw=true')).toBe('/en?nsfw=true');
  });

  it('loses the prefix of a language the site does not have', () => {
    expect(to('/ja/latest?page=3')).toBe('/en/latest?page=3');
    expect(to('/xx')).toBe('/en');
    expect(
      readAddress({ locales: ['en', 'fr'], defaultLocale: 'fr', variant: 'comic' }, '/de/tags', nobody),
    ).toMatchObject({ to: '/fr/tags' });
  });

  it('keeps the language of a prefix with a region or in capitals', () => {
    expect(to('/pt-BR/comic/a', { lang: 'ru', acceptLanguage: undefined })).toBe('/pt/comic/a');
    expect(to('/EN/latest')).toBe('/en/latest');
  });

  it('never leads to another host', () => {
    for (const url of [
      '//evil.example/x',
      '/\\evil.example',
      '//evil.example/en',
      '/en//evil.example/',
      '/https://evil.example',
    ]) {
      expect(to(url)).toMatch(/^\/en(\/[^/\\]|$)/);
    }
  });
});

describe('the address of a page', () => {
  it('keeps of a query what its page reads', () => {
    const search = (path: string) => readAddress(site, `${path}?kind=tags&find=a&tags=5&x=1`, nobody);
    expect(search('/en/latest')).toMatchObject({ search: '?tags=5' });
    expect(search('/en/filters/latest')).toMatchObject({ search: '?tags=5&kind=tags&find=a' });
  });

  it('has no slash at its end', () => {
    expect(readAddress(site, '/en/latest/?page=2', nobody)).toEqual({
      kind: 'elsewhere',
      to: '/en/latest?page=2',
      permanent: true,
    });
    expect(readAddress(site, '/ar/', nobody)).toMatchObject({ to: '/ar' });
  });

  it('has the word of the site’s variant before a comic, and only there', () => {
    const webtoon = { ...site, variant: 'webtoon' as const };
    expect(readAddress(webtoon, '/en/comic/moon/reader/2?page=1', nobody)).toEqual({
      kind: 'elsewhere',
      to: '/en/webtoon/moon/reader/2?page=1',
      permanent: true,
    });
    expect(readAddress(site, '/ar/webtoon/comic/', nobody)).toEqual({
      kind: 'elsewhere',
      to: '/ar/comic/comic',
      permanent: true,
    });
    expect(readAddress(webtoon, '/en/webtoon/moon', nobody)).toMatchObject({ kind: 'page', path: '/en/webtoon/moon' });
    expect(readAddress(webtoon, '/en/tag/comic', nobody)).toMatchObject({ kind: 'page', path: '/en/tag/comic' });
    expect(readAddress(webtoon, '/en/comic', nobody)).toMatchObject({ kind: 'page', path: '/en/comic' });
  });

  it('has no dots and no line ends in it, however they are written', () => {
    for (const url of ['/en/../../latest', '/en/%2E%2e/./latest', '/en/latest%0d%0A', '/en/la%E2%80%A8test']) {
      expect(readAddress(site, url, nobody)).toEqual({ kind: 'elsewhere', to: '/en/latest', permanent: true });
    }
    expect(to('/../..')).toBe('/en');
  });

  it('keeps only what pages read of its query, in one order', () => {
    const page = (url: string) => readAddress(site, url, nobody);
    expect(page('/en/latest?utm_source=x&page=2&tags[]=5&q=cat&tags=7')).toMatchObject({
      kind: 'page',
      locale: 'en',
      path: '/en/latest',
      search: '?q=cat&tags=5&tags=7&page=2',
    });
    expect(page('/en/latest?fbclid=1')).toMatchObject({ search: '' });
  });

  it('takes the choice of ratings at the root only', () => {
    expect(readAddress(site, '/en?nsfw=true', nobody)).toMatchObject({ nsfw: 'true' });
    expect(readAddress(site, '/en/latest?nsfw=true', nobody)).toMatchObject({ nsfw: undefined, search: '' });
  });
});

describe('the saved locale', () => {
  it('is the chosen one, else what the browser asks for, else the default of the site', () => {
    expect(savedLocale(site, { lang: 'hi', acceptLanguage: 'fr' })).toBe('hi');
    expect(savedLocale(site, { lang: undefined, acceptLanguage: 'ja, fr;q=0.5' })).toBe('fr');
    expect(savedLocale({ ...site, defaultLocale: 'id' }, nobody)).toBe('id');
  });
});
