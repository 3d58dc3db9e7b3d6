import type { HiddenTerm } from '#web/library/hidden/hidden-terms.ts';

/**
 * The hidden terms of browser and account as one: what the account has, with what was hidden or shown again here since
 * both were the same (`base`). `isNews`: the account does not know it yet. With an empty `base` both are joined.
 */
export function mergeHiddenTerms(
  base: readonly number[],
  local: readonly HiddenTerm[],
  remote: readonly HiddenTerm[],
): { terms: HiddenTerm[]; isNews: boolean } {
  const here = new Set(local.map(({ id }) => id));
  const there = new Set(remote.map(({ id }) => id));
  const shown = new Set(base.filter((id) => !here.has(id)));
  const hidden = local.filter(({ id }) => !base.includes(id) && !there.has(id));
  return {
    terms: [...remote.filter(({ id }) => !shown.has(id)), ...hidden],
    isNews: hidden.length > 0 || remote.some(({ id }) => shown.has(id)),
  };
}
