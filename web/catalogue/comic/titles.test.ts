import { describe, expect, it } from 'vitest';
import { titleLanguage } from '#web/platform/i18n/title-language.ts';
import { otherTitles } from './titles.ts';

const comic = {
  title: 'The secret',
  title_original: '秘密',
  alternative_title: null as string | null,
  language: { id: 1, name: '', slug: 'ja', code: 'ja', icon: 'ja' },
  translations: [
    { locale: 'en', title: 'The secret', description: null },
    { locale: 'de', title: 'Das Geheimnis', description: null },
    { locale: 'fr', title: null, description: 'x' },
  ],
};

describe('the names of a comic', () => {
  it('shows the original and the translations that are not the title', () => {
    expect(otherTitles(comic)).toEqual([
      { title: '秘密', lang: 'ja' },
      { title: 'Das Geheimnis', lang: 'de' },
    ]);
  });

  it('shows none twice', () => {
    expect(otherTitles({ ...comic, alternative_title: '秘密' })).toEqual([{ title: 'Das Geheimnis', lang: 'de' }]);
  });

  it('marks a translated title with the page’s language, an untranslated one with its own', () => {
    expect(titleLanguage(comic, 'en')).toBe('en');
    expect(titleLanguage({ ...comic, title: '秘密' }, 'en')).toBe('ja');
    expect(titleLanguage({ ...comic, title: 'Himitsu', alternative_title: 'Himitsu' }, 'en')).toBe('ja-Latn');
  });
});
