import { z } from 'zod';
import type { Shelf } from '#contract/shelves.ts';
import type { TrackedEntry } from '#contract/trackers.ts';
import { TrackerFailure, type Tokens } from './tracker.ts';

/** Reads an answer of a tracker. @throws TrackerFailure `odd`. */
export function readAs<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const read = schema.safeParse(answer);
  if (!read.success) throw new TrackerFailure('odd');
  return read.data;
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(8_000),
  refresh_token: z.string().min(1).max(8_000).nullish(),
  expires_in: z.number().positive().nullish(),
});

/** The tokens of an answer of OAuth 2.0. @throws TrackerFailure `odd`. */
export function readTokens(answer: unknown, now = Date.now()): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = readAs(TokenAnswer, answer);
  const expires = typeof seconds !== 'number' ? null : new Date(now + Math.min(seconds, 10 ** 9) * 1000).toISOString();
  return { access, refresh: refresh ?? null, expires };
}

/** A whole number of chapters, or of readings, from what a tracker says. */
export function wholeNumber(value: number | null | undefined, most = 1_000_000): number {
  return Math.min(most, Math.max(0, Math.floor(value ?? 0)));
}

/** A score of 1 to 10 from one of another scale; null for none. */
export function scoreFrom(value: number | null | undefined, scale: number): number | null {
  if (typeof value !== 'number' || value <= 0) return null;
  return Math.min(10, Math.max(1, Math.round((value / scale) * 10)));
}

/** A day from what a tracker says: a date, or a moment; null for what is neither, and for days that are not whole. */
export function dayFrom(value: string | null | undefined): string | null {
  const day = value?.slice(0, 10) ?? '';
  return z.iso.date().safeParse(day).success ? day : null;
}

/** The name of a shelf at a tracker, and back: the first shelf of a name is what it means here. */
export function shelfNames<Name extends string | number>(
  names: Record<Shelf, Name>,
): {
  there: (shelf: Shelf) => Name;
  here: (name: unknown) => Shelf | null;
} {
  const shelves = Object.entries(names) as [Shelf, Name][];
  return {
    there: (shelf) => names[shelf],
    here: (name) => shelves.find(([, each]) => each === name)?.[0] ?? null,
  };
}

/** Whether two entries say the same. */
export function areSame(one: TrackedEntry, other: TrackedEntry): boolean {
  return (['shelf', 'chapters', 'score', 'started_on', 'finished_on', 'reread'] as const).every(
    (field) => one[field] === other[field],
  );
}
