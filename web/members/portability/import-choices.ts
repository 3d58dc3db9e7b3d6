import type { CategoryFate, ImportItem } from '#contract/portability.ts';

/** The choices of a member for the entries of a file: by their key the comic, or null to leave one out. */
export type Choices = Readonly<Record<string, number | null>>;

/** The fates that a member chose for categories of a file, by name; null: comics in none. */
export type Fates = ReadonlyMap<string | null, CategoryFate>;

export const SHOWN = ['all', 'unsure', 'missing', 'matched'] as const;
export type ShownPart = (typeof SHOWN)[number];

/** The comic an entry is taken for: as was chosen, else as it was matched. */
export function selectedItems({ key, comic_id: matched }: ImportItem, choices: Choices): number | null {
  return Object.hasOwn(choices, key) ? (choices[key] ?? null) : matched;
}

/** How many entries are taken over. */
export function countSelected(items: readonly ImportItem[], choices: Choices): number {
  return items.filter((item) => selectedItems(item, choices) !== null).length;
}

/** The entries of one state, or all of them; those to look at stand first, each state in the order of the file. */
export function itemsShown(items: readonly ImportItem[], shown: ShownPart): ImportItem[] {
  const order: readonly ImportItem['state'][] = ['unsure', 'matched', 'missing'];
  return order
    .filter((state) => shown === 'all' || shown === state)
    .flatMap((state) => items.filter((item) => item.state === state));
}
