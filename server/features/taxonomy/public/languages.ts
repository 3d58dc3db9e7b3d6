import { LOCALES, type Locale } from '#contract/locales.ts';

/** A language that comics can be in. */
export interface Language {
  /** BCP 47, with a script or region only where comics differ by it. */
  code: string;
  /** In English: the original name of its term. */
  name: string;
  /** In every locale of the interface. */
  names: Record<Locale, string>;
  /** Which flag stands for it: its code. */
  icon: string;
}

/** Names of languages as archives and file names write them, beside their English names and those in any locale. */
const OTHER_NAMES: Record<string, string> = {
  jp: 'ja',
  cn: 'zh',
  kr: 'ko',
  cz: 'cs',
  ua: 'uk',
  gr: 'el',
  br: 'pt',
  eng: 'en',
  jpn: 'ja',
  chi: 'zh',
  zho: 'zh',
  kor: 'ko',
  ger: 'de',
  deu: 'de',
  fre: 'fr',
  fra: 'fr',
  spa: 'es',
  por: 'pt',
  rus: 'ru',
  ara: 'ar',
  hin: 'hi',
  ind: 'id',
  in: 'id',
  ita: 'it',
  castilian: 'es',
  'español (latino)': 'es',
  mandarin: 'zh',
  cantonese: 'yue',
  'simplified chinese': 'zh',
  'traditional chinese': 'zh',
};

/** The languages that names are looked up in; any other is found by its code. */
const KNOWN = [
  'ar',
  'bn',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'eo',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'fil',
  'fr',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ka',
  'kk',
  'ko',
  'la',
  'lt',
  'lv',
  'mk',
  'mn',
  'ms',
  'my',
  'ne',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'sw',
  'ta',
  'te',
  'th',
  'tr',
  'uk',
  'ur',
  'uz',
  'vi',
  'yue',
  'zh',
] as const;

let byName: Map<string, string> | undefined;

/**
 * The language that a code (`pt-BR`, `jpn`) or a name in any interface locale or in itself (`日本語`) stands for, or
 * null where it stands for none. Regions and scripts are left out: comics of one language are found together.
 */
export function findLanguage(text: string): Language | null {
  const given = text.normalize('NFKC').trim().toLowerCase();
  const code = OTHER_NAMES[given] ?? codeNamed(given) ?? canonical(given);
  if (code === null) return null;
  // Who is asked for a name in ten locales takes a quarter of a millisecond, of every search in a language.
  const known = languages.get(code) ?? describeLanguage(code);
  languages.set(code, known);
  return known;
}

/** By codes of two and three letters, of which there are not many. */
const languages = new Map<string, Language | null>();

function describeLanguage(code: string): Language | null {
  const name = nameIn('en', code);
  if (name === undefined) return null;
  const names = Object.fromEntries(LOCALES.map((locale) => [locale, nameIn(locale, code) ?? name])) as Record<
    Locale,
    string
  >;
  return { code, name, names, icon: code };
}

/** The name of a language in a locale of the interface; its code where it has none. */
export function languageName(locale: Locale, code: string): string {
  return nameIn(locale, code) ?? code;
}

function codeNamed(name: string): string | null {
  byName ??= new Map(
    KNOWN.flatMap((code) =>
      [...LOCALES, code].flatMap((locale) => {
        const known = nameIn(locale, code)?.toLowerCase();
        return known === undefined ? [] : [[known, code] as const];
      }),
    ).reverse(),
  );
  return byName.get(name) ?? null;
}

function canonical(code: string): string | null {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/.test(code)) return null;
  try {
    const { language } = new Intl.Locale(code.replaceAll('_', '-'));
    return OTHER_NAMES[language] ?? language;
  } catch {
    return null;
  }
}

function nameIn(locale: string, code: string): string | undefined {
  const name = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(code);
  return name === undefined ? undefined : name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
