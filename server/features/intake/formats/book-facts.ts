import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import type { BookFacts } from '#server/images/archives/archive-entry.ts';
import {
  importMetadata,
  type ImportMetadata,
  type ImportTerm,
} from '#server/features/intake/public/import-metadata.ts';
import { DESCRIPTION_LETTERS, NAME_LETTERS, TITLE_LETTERS, plainLine, plainText } from './plain-text.ts';

/** Titles that programs write in the place of a title that nobody gave. */
const NO_TITLE = /^(untitled|unknown|title|microsoft word|無題)\b|\.(pdf|docx?|indd|ai|psd|jpe?g|png|cbz|zip|epub)\b/i;

/** Most authors of a book: far more than any real one has. */
const MAX_AUTHORS = 100;

/** The facts a PDF or an EPUB states of itself, as metadata of an import; what cannot be used is left out. */
export function bookMetadata(book: BookFacts): ImportMetadata {
  const line = (text: string | null, most: number) => plainLine(text ?? '', most) || null;
  const terms = (names: readonly (string | null)[]): ImportTerm[] =>
    names.slice(0, MAX_AUTHORS).flatMap((name) => {
      const clean = line(name, NAME_LETTERS);
      return clean === null ? [] : [{ name: clean }];
    });
  const title = line(book.title, TITLE_LETTERS);
  const series = line(book.series, TITLE_LETTERS);
  return importMetadata({
    title: title === null || NO_TITLE.test(title) ? null : title,
    series,
    number: series === null ? null : line(book.number, 30),
    description: plainText(book.description ?? '', DESCRIPTION_LETTERS) || null,
    language: book.language === null ? null : (findLanguage(book.language)?.code ?? null),
    direction: book.direction,
    releasedOn: parseDay(book.date),
    terms: { author: terms(book.authors), publisher: terms([book.publisher]) },
  });
}

function parseDay(date: string | null): string | null {
  const day = /^[12]\d{3}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  const real = day === undefined ? new Date(NaN) : new Date(`${day}T00:00:00Z`);
  return day !== undefined && !Number.isNaN(real.getTime()) && real.toISOString().startsWith(day) ? day : null;
}
