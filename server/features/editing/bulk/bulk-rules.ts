import { KIND_PATHS, type KindPath, type TermKind } from '#contract/taxonomy.ts';
import {
  byKind,
  changesBetween,
  isSame,
  type Changes,
  type ComicFields,
} from '#server/features/editing/comics/fields.ts';

/** The fields bulk edits change of a comic. Moments are ISO 8601 in UTC, with milliseconds. */
export type BulkFields = Pick<
  ComicFields,
  | 'rating'
  | 'status'
  | 'direction'
  | 'translated'
  | 'speechless'
  | 'rewritten'
  | 'premium'
  | 'premium_until'
  | 'state'
  | 'publish_at'
  | 'uploaded_at'
>;

/** A comic as bulk edits see it. */
export interface BulkComic extends BulkFields {
  id: number;
  terms: number[];
  pages: number;
  /** Whether it lacks pages without anyone having said that it may be shown so. */
  incomplete: boolean;
  /** Whether it was published before, and whether its upload date is when it was brought here. */
  published: boolean;
  dated: boolean;
}

type TermLists = Partial<Record<KindPath, number[]>>;
/** A bulk edit with every term by its id. */
export type BulkPlan = {
  [Field in keyof Omit<BulkFields, 'uploaded_at' | 'state'>]?: BulkFields[Field] | undefined;
} & {
  add?: TermLists;
  remove?: TermLists;
  replace?: TermLists;
  state?: 'draft' | 'published' | 'unlisted' | undefined;
};

/** The comic that a bulk edit makes of one. A removed comic keeps its state, and one without pages, or that lacks some, does not come out. */
export function plannedFor(
  comic: BulkComic,
  plan: BulkPlan,
  kinds: ReadonlyMap<number, TermKind>,
  now: Date,
): BulkComic {
  const { add = {}, remove = {}, replace = {}, state, publish_at: at, ...others } = plan;
  const dropped = new Set(Object.values(remove).flat());
  const remaining = comic.terms.filter((id) => {
    const kind = kinds.get(id);
    return !dropped.has(id) && (kind === undefined || replace[KIND_PATHS[kind]] === undefined);
  });
  const terms = [...new Set([...remaining, ...Object.values(replace).flat(), ...Object.values(add).flat()])].sort(
    (a, b) => a - b,
  );
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return { ...comic, ...given, terms, ...stateFor(comic, state, at ?? null, now) };
}

function stateFor(comic: BulkComic, state: BulkPlan['state'], at: string | null, now: Date): Partial<BulkComic> {
  const isHidden = comic.state === 'draft' || comic.state === 'scheduled';
  if (comic.state === 'removed') return {};
  if (at !== null && new Date(at) > now) {
    return isHidden && isShowable(comic) ? { state: 'scheduled', publish_at: new Date(at).toISOString() } : {};
  }
  const wanted = at === null ? state : 'published';
  if (
    wanted === undefined ||
    wanted === comic.state ||
    (wanted !== 'draft' && (isHidden ? !isShowable(comic) : comic.pages === 0))
  ) {
    return {};
  }
  const comesOut = wanted === 'published' && !comic.published && comic.dated;
  return { state: wanted, publish_at: null, ...(comesOut ? { uploaded_at: now.toISOString() } : {}) };
}

/** Whether a hidden comic may come out with many others: nobody looks at what it lacks then. */
function isShowable({ pages, incomplete }: BulkComic): boolean {
  return pages > 0 && !incomplete;
}

/** Whether a bulk edit would bring a comic out, and leaves it hidden because it lacks pages. */
export function isHeldBack(comic: BulkComic, plan: BulkPlan, now: Date): boolean {
  const wanted = { ...comic, incomplete: false };
  return (
    comic.incomplete &&
    stateFor(wanted, plan.state, plan.publish_at ?? null, now).state !==
      stateFor(comic, plan.state, plan.publish_at ?? null, now).state
  );
}

/** The differences between two forms of a comic, field by field. */
export function bulkChanges(before: BulkComic, after: BulkComic, kinds: ReadonlyMap<number, TermKind>): Changes {
  return changesBetween(changedFields(before, kinds), changedFields(after, kinds));
}

/**
 * A comic as it was before some changes, where nobody changed it since: fields that are not any more as the changes
 * left them stay, and are counted as kept.
 */
export function undone(
  comic: BulkComic,
  changes: Changes,
  kinds: ReadonlyMap<number, TermKind>,
): { comic: BulkComic; kept: boolean } {
  const now: Record<string, unknown> = changedFields(comic, kinds);
  const entries = Object.entries(changes).filter(
    (entry): entry is [string, { before: unknown; after: unknown }] => entry[1] !== undefined,
  );
  const same = entries.filter(([field, { after }]) => isSame(now[field], after));
  const paths = new Set<string>(Object.values(KIND_PATHS));
  const terms = same.filter(([field]) => paths.has(field));
  const gone = new Set(terms.flatMap(([, { after }]) => after as number[]));
  return {
    kept: same.length < entries.length,
    comic: {
      ...comic,
      ...Object.fromEntries(same.filter(([field]) => !paths.has(field)).map(([field, { before }]) => [field, before])),
      terms: [
        ...new Set([
          ...comic.terms.filter((id) => !gone.has(id)),
          ...terms.flatMap(([, { before }]) => before as number[]),
        ]),
      ].sort((a, b) => a - b),
    },
  };
}

function changedFields(
  {
    terms,
    id: _id,
    pages: _pages,
    incomplete: _incomplete,
    published: _published,
    dated: _dated,
    ...fields
  }: BulkComic,
  kinds: ReadonlyMap<number, TermKind>,
) {
  return { ...fields, ...byKind(terms, kinds) };
}
