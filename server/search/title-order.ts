import type { Locale } from '#contract/locales.ts';

/**
 * Languages whose own order is the one that all scripts have where no language says otherwise (CLDR's root): what is
 * sorted for one of them is sorted for all.
 */
const ROOT: readonly Locale[] = ['de', 'en', 'fr', 'id', 'pt'];

/** A language whose order a locale has too; the same for all that share one. */
export function orderOfLocale(locale: Locale): Locale {
  return ROOT.includes(locale) ? 'en' : locale;
}

/** The signs before the first letter or digit: quotes, brackets, dots, stars. */
const BEFORE_WORDS = /^[^\p{L}\p{N}]+/u;
/** The rows of the catalogue come with these between them. */
const SEPARATORS = /[\t\n]/g;
/** Sorts behind everything else in every language (CLDR). */
const LAST = '\uffff';

/**
 * The part of a title that its place in a list depends on: all of it from its first letter or digit on; of a title without any,
 * all of it, behind everything else. Articles count, as titles are in any language.
 */
export function titleKey(title: string): string {
  const plain = title.replace(SEPARATORS, ' ');
  return plain.replace(BEFORE_WORDS, '') || LAST + plain;
}

/**
 * Compares what `titleKey` gives by the rules of a reader's language: Chinese by pinyin, ñ behind n in Spanish, the
 * reader's own script first in Arabic, Hindi, Russian and Chinese. Numbers go by their value.
 *
 * @returns below, above or equal to 0; 0 for keys that differ in nothing the language sees.
 */
export function titleComparer(locale: Locale): (a: string, b: string) => number {
  return new Intl.Collator(locale, { numeric: true }).compare;
}
