import { z } from 'zod';
import { TermRef } from './taxonomy.ts';

/** The kinds of term that reading is counted by, where the site has them. */
export const FIGURE_KINDS = ['tag', 'genre', 'artist', 'author', 'group', 'language'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** The months that are counted one by one, the current one among them; and the terms of a kind that are named. */
export const FIGURE_MONTHS = 12;
export const MAX_FIGURE_TERMS = 10;
/** Most chapters that are counted: those read last. */
export const MAX_FIGURE_CHAPTERS = 100_000;
/** Most comics whose terms are counted: those read last. */
export const MAX_FIGURE_COMICS = 2_000;
/** Most seconds between one place in a chapter and the next that are counted as reading: of a longer time nothing is. */
export const MAX_READING_GAP = 300;

/** A time zone by its IANA name, `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      Intl.DateTimeFormat('en', { timeZone: zone }).format(0);
      return true;
    } catch {
      return false;
    }
  });

/**
 * Counts of what was read. A chapter, a one-shot too, counts where it was read to its end; pages are the furthest that was seen of each, once however
 * often it was read; seconds are those between one place in a chapter and the next, where they are not too many.
 */
const counts = {
  comics: z.int(),
  chapters: z.int(),
  pages: z.int(),
  seconds: z.int(),
};

/** Each chapter counts in the month in which it was read to its end; one that was not, in the month in which it was read last. */
export const ReadingFigures = z.object({
  ...counts,
  /** The zone whose months they are. */
  zone: z.string(),
  /** When the first of it was read; null where nothing was. */
  since: z.string().nullable(),
  /** The last twelve, the current one last; `month` is `YYYY-MM`. */
  months: z.array(z.object({ month: z.string(), ...counts })),
  /** In how many comics of a term someone read that they may see now, the most first; of the comics read last. */
  terms: z.array(TermRef.extend({ kind: z.enum(FIGURE_KINDS), comics: z.int() })),
});
export type ReadingFigures = z.infer<typeof ReadingFigures>;

/** The caller's figures, and the token of the address where others see them; null where nobody does. */
export const OwnFigures = ReadingFigures.extend({ token: z.string().nullable() });
export type OwnFigures = z.infer<typeof OwnFigures>;

/** The figures of a member as they are seen by whoever has the address: terms are of safe comics alone. */
export const SharedFigures = z.object({
  username: z.string(),
  figures: ReadingFigures,
});
export type SharedFigures = z.infer<typeof SharedFigures>;

export const FiguresQuery = z.object({ zone: TimeZone.default('UTC') });
/** Shares the figures, by months of this zone. */
export const FiguresShareBody = z.object({ zone: TimeZone });
export const FiguresShare = z.object({ token: z.string() });
export type FiguresShare = z.infer<typeof FiguresShare>;
