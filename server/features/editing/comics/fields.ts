import type { Direction, Rating, Status } from '#contract/comics.ts';
import type { LinkIds, OfficialLink } from '#contract/links.ts';
import type { RelationRow } from '#server/db/queries/relations.ts';
import type { Locale } from '#contract/locales.ts';
import { KIND_PATHS, TERM_KINDS, type KindPath, type TermKind } from '#contract/taxonomy.ts';
import type { VolumeRow } from './queries-volumes.ts';
import { PLAIN_COMIC_FIELDS, type State } from '#contract/editing.ts';

/** The fields of a comic, as its editor says it: everything that a revision can tell of. Moments are ISO 8601 in UTC. */
export interface ComicFields extends Record<KindPath, number[]> {
  title: string;
  alternative_title: string | null;
  description: string | null;
  translations: Partial<Record<Locale, { title: string | null; description: string | null }>>;
  slug: string;
  linkcode: string | null;
  rating: Rating;
  status: Status | null;
  direction: Direction;
  translated: boolean;
  speechless: boolean;
  rewritten: boolean;
  premium: boolean;
  premium_until: string | null;
  released_on: string | null;
  work_key: string | null;
  uploaded_at: string;
  /** By the ids of the other comics. */
  relations: RelationRow[];
  links: LinkIds;
  official_links: OfficialLink[];
  /** Those that have a title or a cover. */
  volumes: VolumeRow[];
  cover: string | null;
  locked: string[];
  state: State;
  publish_at: string | null;
  removed_reason: string | null;
  /** One line for each chapter: its id, number, name and pages. */
  chapters: string[];
}
export type FieldName = keyof ComicFields;

/** The fields that a revision can bring back by itself. The state is not one: comics come out and are removed on purpose. */
export const RESTORED: readonly FieldName[] = [
  ...PLAIN_COMIC_FIELDS,
  'translations',
  'relations',
  'links',
  'official_links',
  'volumes',
  'cover',
  ...TERM_KINDS.map((kind) => KIND_PATHS[kind]),
];

/** The changes between two states of a comic, or of part of it, field by field. */
export type Changes = Partial<Record<string, { before: unknown; after: unknown }>>;

/** The fields that differ. Both have the same fields. */
export function changesBetween<Fields extends object>(before: Fields, after: Fields): Changes {
  const names = Object.keys(after) as (keyof Fields & string)[];
  return Object.fromEntries(
    names
      .filter((name) => !isSame(before[name], after[name]))
      .map((name) => [name, { before: before[name], after: after[name] }]),
  );
}

/** Whether two values of a field are the same: what JSON says of them, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  );
}

/** Terms by the plural of their kind, in order of their ids; unknown ones are left out. */
export function byKind(terms: readonly number[], kinds: ReadonlyMap<number, TermKind>): Record<KindPath, number[]> {
  return Object.fromEntries(
    TERM_KINDS.map((kind) => [KIND_PATHS[kind], terms.filter((id) => kinds.get(id) === kind).sort((a, b) => a - b)]),
  ) as Record<KindPath, number[]>;
}
