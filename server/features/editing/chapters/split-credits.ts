import { MAX_CREDITS, type WantedCredit } from '#contract/credits.ts';

/** The credits of the first `pages` pages of a chapter and of those after them; what is of all pages is of all of either. */
export function splitCredits(
  credits: readonly WantedCredit[],
  pages: number,
): { first: WantedCredit[]; second: WantedCredit[] } {
  const first = credits
    .filter(({ first_page: from }) => from === null || from <= pages)
    .map((credit) => ({ ...credit, last_page: credit.last_page && Math.min(credit.last_page, pages) }));
  const second = credits
    .filter(({ last_page: to }) => to === null || to > pages)
    .map((credit) => ({
      ...credit,
      first_page: credit.first_page && Math.max(1, credit.first_page - pages),
      last_page: credit.last_page && credit.last_page - pages,
    }));
  return { first, second };
}

/**
 * The credits of a chapter of `pages` pages that `added` pages of another one follow: who did the same on all of both did it on all, others on the pages that were
 * theirs. As many as a chapter can have.
 */
export function joinCredits(
  first: readonly WantedCredit[],
  pages: number,
  second: readonly WantedCredit[],
  added: number,
): WantedCredit[] {
  const whole = (credits: readonly WantedCredit[]) => credits.filter(({ first_page: from }) => from === null);
  const isAmong = (credits: readonly WantedCredit[], { role, name, member }: WantedCredit) =>
    credits.some((other) => other.role === role && other.name === name && other.member === member);
  const there = first.map((credit) =>
    credit.first_page !== null || isAmong(whole(second), credit) || added === 0
      ? credit
      : { ...credit, first_page: 1, last_page: pages },
  );
  const come = second
    .filter((credit) => credit.first_page !== null || !isAmong(whole(first), credit))
    .map((credit) =>
      pages === 0
        ? credit
        : {
            ...credit,
            first_page: (credit.first_page ?? 1) + pages,
            last_page: (credit.last_page ?? added) + pages,
          },
    );
  return [...(pages === 0 ? [] : there), ...(added === 0 ? [] : come)].slice(0, MAX_CREDITS);
}
