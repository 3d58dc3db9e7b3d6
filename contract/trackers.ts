import { z } from 'zod';
import { SHELVES } from './shelves.ts';

/** The trackers that members can join, in the order they are shown; each is a service of `links.ts`, too. */
export const TRACKERS = ['anilist', 'mal', 'kitsu', 'mangaupdates'] as const;
export type TrackerName = (typeof TRACKERS)[number];

/** Trackers that are joined by a name and a password of theirs; the others by a visit there. */
export const PASSWORD_TRACKERS: readonly TrackerName[] = ['kitsu', 'mangaupdates'];

/** Why a tracker could not be told: it refused the token, wants to be left alone, answered what makes no sense, or not at all. */
export const TRACKER_ERRORS = ['refused', 'busy', 'odd', 'unreachable'] as const;
export type TrackerError = (typeof TRACKER_ERRORS)[number];

/** Most entries of a list that are read. */
export const MAX_TRACKED = 10_000;

const day = z.iso.date().nullable();

/** How a member stands to a work, here or at a tracker. */
export const TrackedEntry = z.object({
  shelf: z.enum(SHELVES),
  /** The number of the last chapter read; 0 for none. */
  chapters: z.int().min(0),
  score: z.int().min(1).max(10).nullable(),
  started_on: day,
  finished_on: day,
  /** How many times it was read once more. */
  reread: z.int().min(0),
});
export type TrackedEntry = z.infer<typeof TrackedEntry>;

/** A tracker of the site, and the caller's account there. */
export const Tracker = z.object({
  service: z.enum(TRACKERS),
  joined: z
    .object({
      account: z.string(),
      joined_at: z.string(),
      sent_at: z.string().nullable(),
      fetched_at: z.string().nullable(),
      /** Works of which something waits to be sent. */
      waiting: z.int(),
      /** Works that were read further there than here, of which nothing is sent. */
      further: z.int(),
      /** Works whose id the tracker does not know. */
      unknown: z.int(),
      /** Why nothing could be sent last. */
      error: z.enum(TRACKER_ERRORS).nullable(),
    })
    .nullable(),
});
export type Tracker = z.infer<typeof Tracker>;

/** Joins: the caller's password here, and for trackers without a visit their name and password there, which are not kept. */
export const TrackerJoin = z.object({
  password: z.string().max(1024),
  name: z.string().trim().max(200).default(''),
  secret: z.string().max(1000).default(''),
});

/** Where the browser goes; null where the tracker is joined already. */
export const TrackerStep = z.object({ location: z.string().nullable() });

/** The query that a tracker sent the browser back with. */
export const TrackerReturn = z.object({ query: z.string().max(4_000) });

/** One work that stands otherwise there than here. */
export const TrackerDifference = z.object({
  comic_id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** Null where it is on no shelf. */
  here: TrackedEntry.nullable(),
  there: TrackedEntry,
});
export type TrackerDifference = z.infer<typeof TrackerDifference>;

/** A list that was fetched: what stands otherwise, how many are the same, and how many are not here, or in several editions of which none is the caller's. */
export const TrackerList = z.object({
  differences: z.array(TrackerDifference),
  same: z.int(),
  missing: z.int(),
  unclear: z.int(),
});
export type TrackerList = z.infer<typeof TrackerList>;

/** For each work that is named: `there` takes the tracker's entry over, `here` sends the own one. */
export const TrackerChoices = z.object({
  choices: z
    .array(z.object({ comic_id: z.int().min(1).max(2_147_483_647), take: z.enum(['there', 'here']) }))
    .max(MAX_TRACKED),
});

/** How many works were taken over and are sent; `scores` could not be taken over, as too many were given in an hour or they are closed. */
export const TrackerResult = z.object({ taken: z.int(), sent: z.int(), scores: z.int() });
export type TrackerResult = z.infer<typeof TrackerResult>;
