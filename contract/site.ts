import { z } from 'zod';
import { AD_SPOTS } from './ads.ts';
import { Analytics } from './analytics.ts';
import { LOCALES } from './locales.ts';
import { TRACKERS } from './trackers.ts';

/** The features a site can have switched on (decisions, "The site and its variants"). A feature that is off has no route, link, API or block. */
export const FEATURES = [
  'logo',
  'artists',
  'tags',
  'groups',
  'categories',
  'relationships',
  'parodies',
  'characters',
  'languages',
  'dmca',
  'authors',
  'nsfw',
  'register',
  'comments',
  'reviews',
  'reactions',
  'downloads',
  'favorites',
  'shelves',
  'figures',
  'komga',
  'kosync',
  'premium',
  'ads',
  'slides',
  'genres',
  'publishers',
  'platforms',
] as const;
export type Feature = (typeof FEATURES)[number];

/** The words that comics stand under: `webtoon` on sites of long strips. */
export const VARIANTS = ['comic', 'webtoon'] as const;
export type Variant = (typeof VARIANTS)[number];

/** The blocks of the front page, in the order they have by themselves. */
export const HOME_BLOCKS = ['welcome', 'continue', 'latest', 'popular', 'chapters', 'terms'] as const;
export type HomeBlock = (typeof HOME_BLOCKS)[number];

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** How much search engines may list. */
export const INDEXING = ['all', 'safe', 'none'] as const;

/** Who reads premium works. */
export const PREMIUM_REQUIREMENTS = ['login', 'role', 'entitlement'] as const;

/** A fixed external link: opens in a new tab without follow. */
export const ExternalLink = z.object({ label: z.string().min(1).max(40), url: z.url({ protocol: /^https?$/ }) });

/** The pictures of a site that its operator can replace. */
export const SITE_PICTURES = ['logo', 'icon', 'fallback'] as const;
export type SitePictureName = (typeof SITE_PICTURES)[number];

/** How large a picture is that stands for a site's mark, in pixels; another picture has another version. */
export const SiteLogo = z.object({ width: z.int(), height: z.int(), version: z.string() });
export type SiteLogo = z.infer<typeof SiteLogo>;

/** The ways in that a site offers. */
export const SignInWays = z.object({
  /** Whether a password opens an account. */
  passwords: z.boolean(),
  providers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The version of its own picture, at `login/providers/{id}/icon`; null: it has none. */
      icon: z.string().nullable(),
      /** Whether it lets newcomers in. */
      register: z.boolean(),
    }),
  ),
  /** The proxy before the site that says who asks. */
  proxy: z.object({ name: z.string(), register: z.boolean() }).nullable(),
});
export type SignInWays = z.infer<typeof SignInWays>;

/** The settings the browser may know of a site: `GET /api/config`. */
export const SiteConfig = z.object({
  id: z.string(),
  name: z.string(),
  letter: z.string(),
  /** The operator's own logo, `/images/logo.png` on the CDN; null: the mark, or the letter without the feature. */
  logo: SiteLogo.nullable(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  cdn: z.string(),
  locales: z.array(z.enum(LOCALES)),
  defaultLocale: z.enum(LOCALES),
  variant: z.enum(VARIANTS),
  features: z.array(z.enum(FEATURES)),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  links: z.array(ExternalLink),
  /** The blocks of the front page, from the top. */
  home: z.object({ blocks: z.array(z.enum(HOME_BLOCKS)) }),
  nsfw: z.boolean(),
  /** Says how much search engines may list, and whether programs that gather for machine learning are asked to stay away. */
  indexing: z.enum(INDEXING),
  noai: z.boolean(),
  theme: z.enum(THEMES),
  /** Tells the style sheet of the site's own look, `/site.css`, from others; empty where it has none. */
  style: z.string(),
  /** Where ads may stand, and the width and height in pixels that are kept free for one. */
  ads: z.object({
    spots: z.array(
      z.object({ name: z.enum(AD_SPOTS), wide: z.tuple([z.int(), z.int()]), narrow: z.tuple([z.int(), z.int()]) }),
    ),
  }),
  /** Who reads premium works, and where access is sold; `{username}` in it stands for the member's name, empty: nowhere. */
  premium: z.object({ requires: z.enum(PREMIUM_REQUIREMENTS), link: z.string() }),
  /** Where page views are told; null: nowhere. */
  analytics: Analytics.nullable(),
  /** For what visitors are asked first. */
  consent: z.object({ analytics: z.boolean(), ads: z.boolean() }),
  /** How members sign in. */
  signIn: SignInWays,
  /** The trackers that they can join. */
  trackers: z.array(z.enum(TRACKERS)),
  /** While the demo library comes in: how many of its comics are there. */
  demo: z.object({ done: z.int(), total: z.int() }).optional(),
});
export type SiteConfig = z.infer<typeof SiteConfig>;
