import { readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from './locales.ts';
import { TERM_KINDS, type TermKind } from './taxonomy.ts';
import { termTitle } from './term-titles.ts';

const titleFor = (
  locale: Locale,
  kind: TermKind,
  name: string,
  more: { name_original?: string; code?: string } = {},
) => {
  const text = (JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Record<string, string>)[
    'taxonomy.term.title'
  ]!;
  return format(compile(text), locale, termTitle(locale, kind, { name, name_original: name, ...more }), {
    formatters: {},
  } as never) as string;
};

describe('the title of a term', () => {
  it.each([
    ['en', 'English', 'Comics in English'],
    ['fr', 'Anglais', 'BD en anglais'],
    ['es', 'Inglés', 'Cómics en inglés'],
    ['pt', 'Inglês', 'HQs em inglês'],
    ['de', 'Englisch', 'Comics auf Englisch'],
    ['ru', 'Английский', 'Комиксы на английском'],
    ['zh', '英语', '英语漫画'],
    ['id', 'Inggris', 'Komik berbahasa Inggris'],
    ['hi', 'अंग्रेज़ी', 'अंग्रेज़ी में कॉमिक्स'],
    ['ar', 'الإنجليزية', 'قصص مصورة باللغة الإنجليزية'],
  ] as const)('writes a language as the sentence wants it: %s', (locale, name, title) => {
    expect(titleFor(locale, 'language', name, { code: 'en' })).toBe(title);
  });

  it('keeps the name that an admin gave a language, and one that is not declined', () => {
    expect(titleFor('fr', 'language', 'Anglais de Jersey', { code: 'en' })).toBe('BD en Anglais de Jersey');
    expect(titleFor('ru', 'language', 'Хинди', { code: 'hi' })).toBe('Комиксы на языке хинди');
    expect(titleFor('en', 'language', 'Elvish')).toBe('Comics in Elvish');
  });

  it('calls no work that is a parody of nothing a parody', () => {
    expect(titleFor('en', 'parody', 'Original')).toBe('Original comics');
    expect(titleFor('fr', 'parody', 'Œuvre originale', { name_original: 'Original' })).toBe('BD originales');
    expect(titleFor('en', 'parody', 'The Frog King')).toBe('Parodies of The Frog King');
  });

  it.each(LOCALES)('says in a sentence of its own what each kind is to the comics: %s', (locale) => {
    const titles = TERM_KINDS.map((kind) => titleFor(locale, kind, 'Xyz'));
    for (const title of titles) {
      expect(title).toMatch(/^[^:：]*Xyz[^:：]*$/);
    }
    // Only who made something may be told in the same words.
    const makers = ['artist', 'author', 'group', 'publisher', 'character', 'genre', 'language'];
    expect(new Set(titles.filter((_title, at) => !makers.includes(TERM_KINDS[at]!))).size).toBe(
      TERM_KINDS.length - makers.length,
    );
  });
});
