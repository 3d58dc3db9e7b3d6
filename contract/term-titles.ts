import type { Locale } from './locales.ts';
import type { TermKind } from './taxonomy.ts';

/** The facts of a term that its page is named after. */
interface NamedTerm {
  name: string;
  name_original: string;
  code?: string | null | undefined;
}

/** The name that libraries give to what is a parody of nothing. */
const OF_NOTHING = /^original(?: works?)?$/i;

/**
 * The values of the message `taxonomy.term.title`: the names of languages as they stand within a sentence, and works that
 * are parodies of nothing (`original`) told apart from parodies. Russian names of languages that are adjectives are of the
 * kind `inflected`, in the case that follows «на».
 */
export function termTitle(
  locale: Locale,
  kind: TermKind,
  { name, name_original: original, code }: NamedTerm,
): { kind: string; name: string } {
  if (kind === 'parody' && OF_NOTHING.test(original)) return { kind: 'original', name };
  if (kind !== 'language' || !code) return { kind, name };
  // Terms begin with a capital, as they stand in lists.
  const within = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(code) ?? name;
  if (within.toLocaleLowerCase(locale) !== name.toLocaleLowerCase(locale)) return { kind, name };
  return locale === 'ru' && /[сц]кий$/.test(within)
    ? { kind: 'inflected', name: within.replace(/ий$/, 'ом') }
    : { kind, name: within };
}
