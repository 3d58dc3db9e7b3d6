import { expect, it } from 'vitest';
import { findLanguage } from './languages.ts';

it.each([
  ['en', 'English', 'en'],
  ['EN', 'English', 'en'],
  ['pt-BR', 'Portuguese', 'pt'],
  ['zh_Hans', 'Chinese', 'zh'],
  ['jpn', 'Japanese', 'ja'],
  ['English', 'English', 'en'],
  ['日本語', 'Japanese', 'ja'],
  ['deutsch', 'German', 'de'],
  ['العربية', 'Arabic', 'ar'],
  ['Inglés', 'English', 'en'],
  ['Traditional Chinese', 'Chinese', 'zh'],
])('knows %j as %s', (text, name, code) => {
  const language = findLanguage(text);
  expect(language).toMatchObject({ name, code, icon: code });
  expect(language?.names.de).toBe(new Intl.DisplayNames(['de'], { type: 'language' }).of(code));
});

it.each(['', 'xx', 'klingonese', 'not a language', '123', 'e'])('knows no language of %j', (text) =>
  expect(findLanguage(text)).toBeNull(),
);
