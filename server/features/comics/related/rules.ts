/** A comic that shares something with another. */
export interface Candidate {
  id: number;
  /** How much it shares, above 0. */
  score: number;
  /** Its languages, as terms. */
  languages: readonly number[];
  /** Names the work of which it may be an edition. */
  work: string;
  safe: boolean;
}

/** A comic that someone can read is worth so many times one in another language. */
export const READABLE = 2;
/** Comics that are shown. */
export const MAX_SHOWN = 12;
/** Those chosen for each kind of reader, so that some may go; and for all of them. */
const [MAX_EACH, MAX_CHOSEN] = [16, 96];

/**
 * The candidates that some reader may be shown, those first that are best for one: the best works for readers of each set of
 * languages, of all ratings and of safe ones.
 *
 * @param readers for each kind of reader the languages they can read, as terms.
 * @param each so many for each kind of reader; 16. @param most so many of all; 96.
 */
export function chooseRelated(
  candidates: readonly Candidate[],
  readers: readonly ReadonlySet<number>[],
  each: number = MAX_EACH,
  most: number = MAX_CHOSEN,
): Candidate[] {
  const sorted = candidates.toSorted((a, b) => b.score - a.score || b.id - a.id);
  const lists = [sorted, sorted.filter(({ safe }) => safe)].flatMap((visible) =>
    readers.map((readable) => bestWorks(visible, readable, each)),
  );
  const chosen = new Set<Candidate>();
  for (let place = 0; place < each; place += 1) {
    for (const { [place]: candidate } of lists) {
      if (candidate && chosen.size < most) {
        chosen.add(candidate);
      }
    }
  }
  return [...chosen];
}

/**
 * The best edition of each of the best works for a reader, the newer one of equals. They are the heads of two rows, of those that can
 * be read and of the others, of which few are looked at.
 *
 * @param sorted the best first, of equal ones the newest.
 */
function bestWorks(sorted: readonly Candidate[], readable: ReadonlySet<number>, each: number): Candidate[] {
  const isReadable = ({ languages }: Candidate) => languages.some((language) => readable.has(language));
  const works = new Map<string, Candidate>();
  let [read, other] = [0, 0];
  while (works.size < each) {
    while (read < sorted.length && !isReadable(sorted[read]!)) {
      read += 1;
    }
    while (other < sorted.length && isReadable(sorted[other]!)) {
      other += 1;
    }
    const [first, second] = [sorted[read], sorted[other]];
    if (first === undefined && second === undefined) break;
    const ahead = (first?.score ?? -1) * READABLE - (second?.score ?? -1) || (first?.id ?? 0) - (second?.id ?? 0);
    const best = first !== undefined && (second === undefined || ahead > 0) ? first : second!;
    if (best === first) {
      read += 1;
    } else {
      other += 1;
    }
    if (!works.has(best.work)) {
      works.set(best.work, best);
    }
  }
  return [...works.values()];
}
