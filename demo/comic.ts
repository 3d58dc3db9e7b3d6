/** The languages of the demo library: the site's ten locales, and two more that only comics are in. */
export const demoLanguages = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'ja', 'ko', 'pt', 'ru', 'zh'] as const;
export type DemoLanguage = (typeof demoLanguages)[number];

/** The site's locales, which titles and terms may be translated into. */
export type DemoLocale = Exclude<DemoLanguage, 'ja' | 'ko'>;

export type DemoTermKind =
  | 'tag'
  | 'group'
  | 'parody'
  | 'relationship'
  | 'character'
  | 'artist'
  | 'author'
  | 'language'
  | 'category'
  | 'genre'
  | 'publisher'
  | 'platform';

/** A term of a taxonomy. `key` is unique within its kind and good as a slug; `name` is the English (or own) name. */
export type DemoTerm = {
  kind: DemoTermKind;
  key: string;
  name: string;
  names: Partial<Record<DemoLocale, string>>;
  /** Tags only: `#rrggbb`. */
  color?: string;
  /** Characters, artists and authors: `male`, `female` or `other`. */
  gender?: 'male' | 'female' | 'other';
  /** Characters only: the colour of the hair, in lower-case English. */
  hair?: string;
};

/** A chapter; a one-shot has exactly one, with neither number nor name. */
export type DemoChapter = {
  number: number | null;
  name: string | null;
  /** How many `drawPages` gives. */
  pages: number;
  /** Whole hours before the first start when it was added; that of the first is the upload of the comic. */
  addedHoursAgo: number;
};

/** One comic of the library, in one language. Pure data: nothing is drawn to make it. */
export type DemoComic = {
  /** Unique, stable, good as a slug. */
  key: string;
  /** The same for all editions of one work; they are translations of one another. */
  work: string;
  language: DemoLanguage;
  title: string;
  alternativeTitle: string | null;
  /** In the comic's own language. */
  description: string;
  /** The title as other locales show it. */
  titles: Partial<Record<DemoLocale, string>>;
  direction: 'ltr' | 'rtl' | 'vertical';
  status: 'ongoing' | 'complete' | 'onhold' | 'canceled' | null;
  rating: 'safe' | 'suggestive' | 'explicit';
  premium: boolean;
  rewritten: boolean;
  translated: boolean;
  speechless: boolean;
  /** Terms of all kinds, language and category included. */
  terms: { kind: DemoTermKind; key: string }[];
  chapters: DemoChapter[];
  /** Whole days before the first start, 0 to 60. */
  uploadedDaysAgo: number;
  /** How many people looked, by whole days before the first start, newest first. */
  views: { daysAgo: number; count: number }[];
};
