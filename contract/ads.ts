import { z } from 'zod';
import { RATINGS } from './comics.ts';
import { LOCALES } from './locales.ts';

/** Where ads can stand: above and below the page, after a list, under a comic's pages, after a chapter. */
export const AD_SPOTS = ['top', 'bottom', 'list', 'comic', 'reader'] as const;
export type AdSpot = (typeof AD_SPOTS)[number];

/** The kinds of pages that have ads; all others, legal, account, error and staff pages among them, have none. */
export const AD_PAGES = ['home', 'list', 'terms', 'term', 'comic', 'reader'] as const;
export type AdPage = (typeof AD_PAGES)[number];

export const AD_DEVICES = ['any', 'wide', 'narrow'] as const;
export type AdDevice = (typeof AD_DEVICES)[number];

/** Seconds before another ad is put into a spot, as long as the language stays. */
export const AD_SECONDS = 5;
/** Most characters of an ad's code. */
export const MAX_AD_LENGTH = 20_000;
/** Most weight: it is shown so many times as often as one with weight 1. */
export const MAX_AD_WEIGHT = 1000;

/** Where the frame of an ad is; `preview` takes any code from the page around it. */
export function adFrame(id: number | 'preview'): string {
  return `/ads/${id}`;
}

/** An ad as pages choose among them. */
export const Ad = z.object({
  id: z.int(),
  code: z.string(),
  /** The language that was asked for, where the ad is not for all; else null. */
  language: z.enum(LOCALES).nullable(),
  /** Kinds of pages it may stand on; none: all. */
  pages: z.array(z.enum(AD_PAGES)),
  /** Ratings of the pages it may stand on. */
  ratings: z.array(z.enum(RATINGS)),
  device: z.enum(AD_DEVICES),
  /** How often it is shown beside others of its spot. */
  weight: z.int(),
  /** Whether nothing in it comes from elsewhere: it is shown to those who have not agreed to ads, too. */
  first_party: z.boolean(),
});
export type Ad = z.infer<typeof Ad>;

/** `GET /api/ads`: the ads of every spot that has some. */
export const AdsBySpot = z.partialRecord(z.enum(AD_SPOTS), z.array(Ad));
export type AdsBySpot = z.infer<typeof AdsBySpot>;

/** The views and clicks of a page's ads. */
export const AdsSeen = z.object({
  views: z.array(z.int().min(1)).max(20).default([]),
  clicks: z.array(z.int().min(1)).max(20).default([]),
});

const fields = {
  name: z.string().trim().min(1).max(100),
  spot: z.enum(AD_SPOTS),
  code: z.string().trim().min(1).max(MAX_AD_LENGTH),
  languages: z.array(z.enum(LOCALES)).max(LOCALES.length),
  pages: z.array(z.enum(AD_PAGES)).max(AD_PAGES.length),
  ratings: z.array(z.enum(RATINGS)).min(1).max(RATINGS.length),
  device: z.enum(AD_DEVICES),
  weight: z.int().min(1).max(MAX_AD_WEIGHT),
  first_party: z.boolean(),
  starts_at: z.iso.datetime({ offset: true }).nullable(),
  ends_at: z.iso.datetime({ offset: true }).nullable(),
  enabled: z.boolean(),
};
/** Code runs in the browsers of all readers: who changes it says their password again. */
const password = z.string().max(1000).optional();

export const NewAd = z.object({
  ...fields,
  languages: fields.languages.default([]),
  pages: fields.pages.default([]),
  ratings: fields.ratings.default([...RATINGS]),
  device: fields.device.default('any'),
  weight: fields.weight.default(1),
  first_party: fields.first_party.default(false),
  starts_at: fields.starts_at.default(null),
  ends_at: fields.ends_at.default(null),
  enabled: fields.enabled.default(true),
  password,
});
export type NewAd = z.infer<typeof NewAd>;

/** The changes to an ad; `version` is the one that was seen. */
export const AdChange = z.object(fields).partial().extend({ version: z.int(), password });
export type AdChange = z.infer<typeof AdChange>;

/** How an ad stands at this moment: shown, switched off, before or after its time. */
export const AD_STATES = ['shown', 'off', 'waiting', 'over'] as const;

/** An ad as admins manage it. */
export const ManagedAd = z.object({
  id: z.int(),
  ...fields,
  state: z.enum(AD_STATES),
  version: z.int(),
  updated_at: z.string(),
  /** Since it was made. */
  views: z.int(),
  clicks: z.int(),
});
export type ManagedAd = z.infer<typeof ManagedAd>;

/** An ad with its last 30 days, the newest first; days without a view are left out. */
export const AdDetail = ManagedAd.extend({
  days: z.array(z.object({ day: z.string(), views: z.int(), clicks: z.int() })),
});
export type AdDetail = z.infer<typeof AdDetail>;
