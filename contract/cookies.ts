import { z } from 'zod';
import type { Feature } from './site.ts';

/** Where a browser keeps something: cookies, local and session storage, databases, caches. */
export const KEPT_KINDS = ['cookie', 'local', 'session', 'database', 'cache'] as const;

/** Something a browser keeps for the site. */
interface StoredItem {
  kind: (typeof KEPT_KINDS)[number];
  /** As the browser calls it; `*` stands for what is added to it. */
  names: readonly string[];
  /** Its purpose: a message `cookies.told.for.<purpose>`. */
  purpose: string;
  /** Days it is kept; `tab` until the tab or the browser is closed, `cleared` until it is taken away, `age` as long as a passed age check counts. */
  days: number | 'tab' | 'cleared' | 'age';
  /** Whose it is, where it is only there with a provider of analytics, and after the visitor agreed. */
  by?: 'ga4';
  /** The feature of the site it is there for. */
  feature?: Feature;
  /** Whether it is there only where members sign in elsewhere. */
  elsewhere?: true;
}

/** Everything the site keeps in browsers: what is not here must not be kept. The page about cookies is made of it. */
export const KEPT_THINGS: readonly StoredItem[] = [
  { kind: 'cookie', names: ['XSRF-TOKEN'], purpose: 'forgery', days: 'tab' },
  { kind: 'cookie', names: ['lang'], purpose: 'language', days: 365 },
  { kind: 'cookie', names: ['theme'], purpose: 'theme', days: 365 },
  { kind: 'cookie', names: ['titles'], purpose: 'titles', days: 365 },
  { kind: 'cookie', names: ['nsfw'], purpose: 'adults', days: 365, feature: 'nsfw' },
  { kind: 'cookie', names: ['ratings'], purpose: 'adults', days: 365, feature: 'nsfw' },
  { kind: 'cookie', names: ['limit'], purpose: 'limit', days: 365 },
  { kind: 'cookie', names: ['age'], purpose: 'age', days: 'age' },
  { kind: 'cookie', names: ['hidden', 'makers'], purpose: 'hidden', days: 365 },
  { kind: 'cookie', names: ['consent'], purpose: 'consent', days: 180 },
  { kind: 'cookie', names: ['sign-in'], purpose: 'sign-in', days: 'tab', elsewhere: true },
  { kind: 'cookie', names: ['KOMGA-SESSION'], purpose: 'session', days: 'tab', feature: 'komga' },
  { kind: 'cookie', names: ['komga-remember-me'], purpose: 'session', days: 90, feature: 'komga' },
  { kind: 'cookie', names: ['_ga', '_ga_*'], purpose: 'google', days: 180, by: 'ga4' },
  { kind: 'local', names: ['token', 'user'], purpose: 'session', days: 'cleared' },
  { kind: 'local', names: ['lang', 'theme'], purpose: 'look', days: 'cleared' },
  { kind: 'local', names: ['komawari.progress', 'komawari.bookmarks'], purpose: 'places', days: 'cleared' },
  {
    kind: 'local',
    names: ['komawari.hidden', 'komawari.makers', 'komawari.filters', 'komawari.searches'],
    purpose: 'lists',
    days: 'cleared',
  },
  {
    kind: 'local',
    names: ['komawari.reader', 'komawari.keys', 'komawari.spreads'],
    purpose: 'reader',
    days: 'cleared',
  },
  {
    kind: 'local',
    names: ['komawari.comments', 'komawari.drafts'],
    purpose: 'comments',
    days: 'cleared',
    feature: 'comments',
  },
  { kind: 'local', names: ['komawari.blurred'], purpose: 'blurred', days: 'cleared' },
  { kind: 'local', names: ['komawari.notices'], purpose: 'notices', days: 'cleared' },
  { kind: 'local', names: ['komawari.shared', 'komawari.unsent'], purpose: 'sharing', days: 'cleared' },
  { kind: 'local', names: ['komawari.saved'], purpose: 'saved', days: 'cleared' },
  { kind: 'local', names: ['comics_table'], purpose: 'staff', days: 'cleared' },
  { kind: 'session', names: ['komawari.places', 'komawari.left', 'komawari.reloaded'], purpose: 'back', days: 'tab' },
  { kind: 'session', names: ['komawari.proof'], purpose: 'proof', days: 'tab', elsewhere: true },
  { kind: 'session', names: ['komawari.settings'], purpose: 'settings', days: 'tab', elsewhere: true },
  { kind: 'session', names: ['komawari.incognito'], purpose: 'incognito', days: 'tab' },
  { kind: 'database', names: ['uploads'], purpose: 'uploads', days: 'cleared' },
  { kind: 'cache', names: ['shell *', 'saved *'], purpose: 'offline', days: 'cleared' },
];

/** `GET /api/cookies`: what this site keeps in browsers, in the caller's language. */
export const StoredData = z.array(
  z.object({
    kind: z.enum(KEPT_KINDS),
    names: z.array(z.string()),
    purpose: z.string(),
    lasts: z.string(),
    /** Who gets it: this site, or another. */
    by: z.string(),
  }),
);
export type StoredData = z.infer<typeof StoredData>;
