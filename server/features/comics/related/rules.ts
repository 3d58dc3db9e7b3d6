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
 * languages, of all ratings and of safe ones. At most 96.
 *
 * @param readers for each kind of reader the languages they can read, as terms.
 */
export function chooseRelated(candidates: readonly Candidate[], readers: readonly ReadonlySet<number>[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => b.score - a.score || b.id - a.id);
  const lists = [sorted, sorted.filter(({ safe }) => safe)].flatMap((visible) => {
    const within = bestWorks(visible, () => 1);
    const least = within.length < MAX_EACH ? 0 : within.at(-1)!.score / READABLE;
    const near = visible.filter(({ score }) => score >= least);
    return readers.map((readable) =>
      bestWorks(near, ({ languages }) => (languages.some((language) => readable.has(language)) ? READABLE : 1)),
    );
  });
  const chosen = new Set<Candidate>();
  for (let place = 0; place < MAX_EACH; place += 1) {
    for (const { [place]: candidate } of lists) {
      if (candidate && chosen.size < MAX_CHOSEN) {
        chosen.add(candidate);
      }
    }
  }
  return [...chosen];
}

/** The best edition of each of the best works, by score times `worth`, then the newer one. */
function bestWorks(candidates: readonly Candidate[], worth: (candidate: Candidate) => number): Candidate[] {
  const ranked = candidates
    .map((candidate) => ({ candidate, score: candidate.score * worth(candidate) }))
    .sort((a, b) => b.score - a.score || b.candidate.id - a.candidate.id);
  const works = new Map<string, Candidate>();
  for (const { candidate } of ranked) {
    if (works.size === MAX_EACH) break;
    if (!works.has(candidate.work)) {
      works.set(candidate.work, candidate);
    }
  }
  return [...works.values()];
}
