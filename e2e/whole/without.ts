import { FEATURES, type Feature } from '#contract/site.ts';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';

/** Sites that lack something: each feature once, all of them, and none in the other variant. */
export const LACKS = [...FEATURES, 'everything', 'comics'] as const;
export type Lack = (typeof LACKS)[number];

/** The lacks that are walked: all, or those of `KOMAWARI_E2E_WITHOUT` (`tags,everything`). */
export const WALKED_LACKS = LACKS.filter((lack) => process.env.KOMAWARI_E2E_WITHOUT?.split(',').includes(lack) ?? true);

/** The host of the site that lacks something. */
export const hostWithout = (lack: Lack) => `no-${lack}.localhost`;

/** The features of the site that lacks something. */
export const featuresWithout = (lack: Lack) => FEATURES.filter((each) => lack !== 'everything' && each !== lack);

/** The files of the sites that lack something, by their names: they share the library of the site that lacks nothing. */
export const SITES_WITHOUT = Object.fromEntries(
  LACKS.map((lack) => [
    `no-${lack}`,
    {
      hosts: [hostWithout(lack)],
      features: featuresWithout(lack),
      nsfw: lack !== 'nsfw' && lack !== 'everything',
      ...(lack === 'comics' ? { variant: 'webtoon' } : {}),
    },
  ]),
);

/** Addresses, without the language, that are there with a feature alone. */
const PARTS: readonly (readonly [RegExp, Feature])[] = [
  ...TERM_KINDS.map(
    (kind) => [new RegExp(`^(?:(?:admin/)?${KIND_PATHS[kind]}(?:[/?]|$)|${kind}/)`), KIND_PATHS[kind]] as const,
  ),
  [/^(?:comic|webtoon)\/[^/]+\/characters/, 'characters'],
  [/^(?:comic|webtoon)\/[^/]+\/download/, 'downloads'],
  [/^(?:comic|webtoon|character|artist|author|profile)\/[^/]+\/(?:[^/]+\/)?comments/, 'comments'],
  [/^(?:comic|webtoon)\/[^/]+\/reviews/, 'reviews'],
  [/^(?:comic|webtoon)\/[^/]+\/reviews/, 'comments'],
  [/^moderation\/reviews/, 'reviews'],
  [/^moderation\/reviews/, 'comments'],
  [/^(?:admin|moderation)\/comments|^settings\/blocked/, 'comments'],
  [/^(?:dmca|takedowns|moderation\/notices)(?:[/?]|$)/, 'dmca'],
  [/^register/, 'register'],
  [/^favorites/, 'favorites'],
  [/^shelves/, 'shelves'],
  [/^figures/, 'figures'],
  [/^my-groups|^moderation\/groups/, 'groups'],
  [/^admin\/ads/, 'ads'],
  [/^admin\/slides/, 'slides'],
];

/** Whether a site that lacks something has no page at an address; without the language. */
export function isGone(path: string, lack: Lack): boolean {
  const features = featuresWithout(lack);
  return PARTS.some(([part, feature]) => part.test(path) && !features.includes(feature));
}

/** The words pages use for a feature, in English; those that are missing say what others say, too. */
export const WORDS: Partial<Record<Feature, RegExp>> = {
  artists: /\bartists?\b/i,
  tags: /\btag(?:s|ged)?\b/i,
  groups: /\bgroups?\b/i,
  categories: /\bcategor(?:y|ies)\b/i,
  relationships: /\brelationships?\b/i,
  parodies: /\bparod(?:y|ies)\b/i,
  characters: /\bcharacters\b/i,
  dmca: /\bdmca\b|\btakedowns?\b|counter-notice/i,
  authors: /\bauthors?\b/i,
  nsfw: /\bnsfw\b/i,
  register: /\bregister\b|\bcreate an account\b/i,
  comments: /\bcomments?\b/i,
  reactions: /\breact(?:ions?)?\b/i,
  downloads: /\bdownload/i,
  favorites: /\bfavou?rite/i,
  shelves: /\bshel(?:f|ves)\b/i,
  figures: /\bstatistics\b/i,
  premium: /\bpremium\b/i,
  ads: /\bads?\b/i,
  slides: /\bslides?\b/i,
  genres: /\bgenres?\b/i,
  publishers: /\bpublishers?\b/i,
  platforms: /\bplatforms?\b/i,
};

/** Pages that speak of more than their site: laws and rules, what happened, what a member takes away. */
export const WORDY =
  /^(?:rules|terms|privacy|contact|about|transparency|notifications|settings\/(?:data|import)|moderation|admin\/(?:audit|jobs|blocklist|system|imports|webhooks|pages|ads)|admin$)/;
/** Words that mean something else: rules of passwords, reasons of reports, of what is laid out. */
export const OTHERWISE = /\d+ characters|Wrong tags or data|Groups of settings|Single-character/;
