import { createHash } from 'node:crypto';
import { isLocale, type Locale } from '#contract/locales.ts';
import { TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { randomFor, zipf, type Random } from './random.ts';
import { titleIdea, SHARED, sometimesHard, titleIn, TWINS, similarTitle, type Idea } from './titles.ts';
import { TONGUES, type Tongue } from './words.ts';

/** How many terms each kind has, how skewed their use is (Zipf), and how many a comic draws at least and at most. */
const SHAPE: Record<Exclude<TermKind, 'language'>, { terms: number; skew: number; least: number; most: number }> = {
  tag: { terms: 5000, skew: 1, least: 4, most: 11 },
  group: { terms: 20_000, skew: 0.7, least: 0, most: 1 },
  parody: { terms: 3000, skew: 1, least: 0, most: 1 },
  relationship: { terms: 200, skew: 1, least: 0, most: 1 },
  character: { terms: 40_000, skew: 0.8, least: 0, most: 3 },
  artist: { terms: 30_000, skew: 0.7, least: 1, most: 2 },
  author: { terms: 10_000, skew: 0.7, least: 0, most: 1 },
  category: { terms: 8, skew: 0.6, least: 1, most: 1 },
  genre: { terms: 30, skew: 0.8, least: 0, most: 2 },
  publisher: { terms: 500, skew: 0.9, least: 0, most: 1 },
  platform: { terms: 50, skew: 0.9, least: 0, most: 1 },
};
type DrawnKind = keyof typeof SHAPE;

export interface SyntheticTerm {
  id: number;
  kind: TermKind;
  slug: string;
  name: string;
  color: string | null;
  code: string | null;
  names: { locale: Locale; name: string }[];
}
export interface SyntheticComic {
  id: number;
  slug: string;
  title: string;
  alternativeTitle: string | null;
  rating: string;
  status: string | null;
  direction: string;
  translated: boolean;
  speechless: boolean;
  rewritten: boolean;
  premium: boolean;
  pages: number;
  chapters: number;
  cover: string;
  uploadedAt: string;
  latestAt: string | null;
  terms: number[];
  shuffle: number;
  favorites: number;
  /** `comic_stats.score`; 0 for every third. */
  weighted: number;
  views: { day: number; week: number; month: number; year: number; total: number };
  /** `latestAt` is when the newest chapter came; the windows of `views` are summed from `reads`. */
  reads: { daysAgo: number; views: number }[];
  titles: { locale: Locale; title: string }[];
}

/** `thumbhash` is hexadecimal. */
export interface SyntheticImage {
  hash: string;
  width: number;
  height: number;
  color: number;
  thumbhash: string;
}

/** A catalogue that is the same everywhere; a larger one begins with the smaller one. */
export interface Catalogue {
  /** By id from 1; the first terms of a kind are the ones most used. */
  terms: SyntheticTerm[];
  images: SyntheticImage[];
  /** The id of a kind's term of a rank, from 0: the most used one first. */
  termAt(kind: TermKind, rank: number): number;
  /** Comic `index`, from 0. */
  comic(index: number): SyntheticComic;
}

/** Each kind of record draws from a sequence of its own, so that one more draw in one changes no other. */
const SEEDS = { term: 20_260_101, image: 20_260_201, title: 20_260_301, comic: 20_260_401 };
const NEWEST = Date.UTC(2026, 10, 1);
/** Between two uploads: a million of them take eight years. */
const UPLOAD_EVERY = 240_000;
const MAX_COMICS = 1_500_000;
const IMAGES = 500;

/** Days in the past on which comics were read: the share of comics, and the most views as a part of all of the comic's. */
const READS = [
  { daysAgo: 0, share: 0.2, part: 0.0005 },
  { daysAgo: 3, share: 0.4, part: 0.003 },
  { daysAgo: 20, share: 0.6, part: 0.012 },
  { daysAgo: 200, share: 0.8, part: 0.1 },
];

/** Kinds of fewer terms than this have all of them in every catalogue. */
const FEW = 100;

/**
 * Makes the terms and pictures at once, comics one by one. Upload dates follow the ids, as on a real site.
 *
 * @param share of the terms, above 0 and at most 1: what needs comics more than terms is made sooner with a part of them.
 */
export function catalogue(share = 1): Catalogue {
  const sizeFor = (kind: DrawnKind) =>
    SHAPE[kind].terms < FEW ? SHAPE[kind].terms : Math.ceil(SHAPE[kind].terms * share);
  const terms: SyntheticTerm[] = [];
  const first = new Map<TermKind, number>();
  for (const kind of TERM_KINDS) {
    first.set(kind, terms.length + 1);
    terms.push(...(kind === 'language' ? languages(terms.length + 1) : named(kind, terms.length + 1, sizeFor(kind))));
  }
  const images = Array.from({ length: IMAGES }, (_, index) => makeImage(index));
  const termAt = (kind: TermKind, rank: number) => first.get(kind)! + rank;
  const ranks = new Map(kindsDrawn().map((kind) => [kind, zipf(sizeFor(kind), SHAPE[kind].skew)]));
  const drawTerms = (random: Random): number[] =>
    kindsDrawn().flatMap((kind) => {
      const { least, most } = SHAPE[kind];
      return Array.from({ length: least + random.below(most - least + 1) }, () =>
        termAt(kind, ranks.get(kind)!(random)),
      );
    });
  return {
    terms,
    images,
    termAt,
    comic: (index) => makeComic(index, drawTerms, (rank) => termAt('language', rank), images),
  };
}

function kindsDrawn(): DrawnKind[] {
  return Object.keys(SHAPE) as DrawnKind[];
}

function languages(from: number): SyntheticTerm[] {
  return TONGUES.map(({ name, code }, index) => ({
    id: from + index,
    kind: 'language',
    slug: name.toLowerCase(),
    name,
    color: null,
    code,
    names: [],
  }));
}

function named(kind: DrawnKind, from: number, count: number): SyntheticTerm[] {
  return Array.from({ length: count }, (_, rank) => {
    const random = randomFor(SEEDS.term + TERM_KINDS.indexOf(kind), rank);
    const idea = titleIdea(60, random);
    const name = random.chance(0.3) ? twoWords(random.pick(TONGUES), idea) : madeUp(random);
    const color =
      kind === 'tag' ? `#${(0x606060 + random.below(0x7f7f7f)).toString(16).padStart(6, '0').slice(-6)}` : null;
    const names =
      kind !== 'tag'
        ? []
        : TONGUES.filter(({ code }) => isLocale(code) && random.chance(0.5)).map((tongue) => ({
            locale: tongue.code as Locale,
            name: twoWords(tongue, idea),
          }));
    return { id: from + rank, kind, slug: `${kind}-${rank}`, name, color, code: null, names };
  });
}

function makeImage(index: number): SyntheticImage {
  const random = randomFor(SEEDS.image, index);
  const hash = createHash('sha256').update(`bench ${index}`).digest('hex');
  return {
    hash,
    width: 800 + random.below(1200),
    height: 1200 + random.below(1600),
    color: random.below(0xffffff),
    thumbhash: hash.slice(0, 42),
  };
}

/** The language and the plain title that comic `index` would have if it were like no other. */
function makeOriginal(index: number): { rank: number; tongue: Tongue; idea: Idea; title: string } {
  const random = randomFor(SEEDS.title, index);
  let left = random.next() * 100;
  const rank = Math.max(
    0,
    TONGUES.findIndex(({ share }) => (left -= share) < 0),
  );
  const tongue = TONGUES[rank]!;
  const idea = titleIdea(tongue.nouns.length, random);
  return { rank, tongue, idea, title: titleIn(tongue, idea) };
}

function makeComic(
  index: number,
  drawTerms: (random: Random) => number[],
  language: (rank: number) => number,
  images: Catalogue['images'],
): SyntheticComic {
  const random = randomFor(SEEDS.comic, index);
  const id = index + 1;
  const roll = random.next();
  // Of every thousand comics the first ten lend their titles to about thirty others.
  const lender =
    roll < SHARED
      ? index - (index % 1000) + random.below(10)
      : roll < SHARED + TWINS
        ? Math.max(0, index - 1 - random.below(100))
        : index;
  const { rank, tongue, idea, title: plain } = makeOriginal(lender);
  const title =
    roll < SHARED ? plain : roll < SHARED + TWINS ? similarTitle(plain, random) : sometimesHard(plain, random);
  const titles = TONGUES.filter(
    ({ code }) => code !== tongue.code && isLocale(code) && random.chance(code === 'en' ? 0.3 : 0.03),
  ).map((other) => ({ locale: other.code as Locale, title: titleIn(other, idea) }));
  const all = Math.floor(random.next() ** 6 * 1_000_000) + random.below(50);
  const reads = READS.filter(({ share }) => random.chance(share)).map(({ daysAgo, part }) => ({
    daysAgo,
    views: 1 + random.below(1 + all * part),
  }));
  const within = (days: number) => reads.reduce((sum, { daysAgo, views }) => sum + (daysAgo < days ? views : 0), 0);
  const views = {
    day: within(1),
    week: within(7),
    month: within(30),
    year: within(365),
    total: Math.max(all, within(365)),
  };
  const uploadedAt = NEWEST - (MAX_COMICS - index) * UPLOAD_EVERY;
  const comic = {
    id,
    title,
    titles,
    views,
    reads,
    slug: `c${id}-${(Math.imul(id, 0x9e3779b1) >>> 0).toString(36)}`,
    alternativeTitle: random.chance(0.5) ? titleIn(random.pick(TONGUES), idea) : null,
    rating: random.chance(0.7) ? 'safe' : random.chance(0.5) ? 'suggestive' : 'explicit',
    status: random.chance(0.3) ? null : random.pick(['ongoing', 'complete', 'complete', 'onhold', 'canceled']),
    direction: random.chance(0.85) ? tongue.direction : 'ltr',
    translated: random.chance(0.3),
    speechless: random.chance(0.02),
    rewritten: random.chance(0.01),
    premium: random.chance(0.02),
    pages: Math.min(400, Math.max(1, Math.round(Math.exp(3 + 0.7 * gauss(random))))),
    chapters: random.chance(0.7) ? 0 : 1 + Math.floor(20 * random.next() ** 3),
    cover: random.pick(images).hash,
    uploadedAt: new Date(uploadedAt).toISOString(),
    terms: [...new Set([language(rank), ...drawTerms(random)])].sort((a, b) => a - b),
    shuffle: random.below(2_147_483_647),
    favorites: Math.floor((views.total / 50) * random.next()),
  };
  return {
    ...comic,
    weighted: weightedScore(id),
    latestAt: comic.chapters === 0 ? null : latestAfter(id, uploadedAt),
  };
}

/** Scores without a draw, too. */
function weightedScore(id: number): number {
  return id % 3 === 0 ? 0 : 4000 + ((Math.imul(id, 0x9e3779b1) >>> 0) % 5500);
}

/** Chapters come at any time up to the newest upload, mostly soon after the work; without a draw, so that all else stays as it was. */
function latestAfter(id: number, uploadedAt: number): string {
  const share = (Math.imul(id, 0x85ebca6b) >>> 0) / 2 ** 32;
  return new Date(uploadedAt + Math.floor((NEWEST - uploadedAt) * share ** 3)).toISOString();
}

function twoWords({ nouns }: Tongue, { words: [a, b] }: Idea): string {
  return `${nouns[a]} ${nouns[b]}`;
}

/** A name of made-up syllables, as people and places have. */
function madeUp(random: Random): string {
  const syllables = [
    'ka',
    'mi',
    'ra',
    'no',
    'su',
    'te',
    'lo',
    've',
    'da',
    'ri',
    'shi',
    'mo',
    'ne',
    'ta',
    'lu',
    'be',
    'sa',
    'ki',
    'ro',
    'ma',
  ];
  const word = () => Array.from({ length: 2 + random.below(2) }, () => random.pick(syllables)).join('');
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return `${capital(word())} ${capital(word())}`;
}

function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
