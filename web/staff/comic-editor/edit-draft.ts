import type { Difference } from '#web/staff/comic-parts/conflict-dialog.tsx';
import { PLAIN_COMIC_FIELDS, type AdminComic, type AdminRelation, type ComicChanges } from '#contract/editing.ts';
import { LOCALES, type Locale } from '#contract/locales.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import type { PickedTerm } from '#web/staff/terms/term-picker.tsx';
import { KINDS } from '#web/staff/comic-parts/comic-choices.ts';
import { toWantedTerm } from '#web/staff/comic-parts/picked-terms.ts';

export type PlainField = (typeof PLAIN_COMIC_FIELDS)[number];
/** The units an editor changes: a field, the terms of a kind, the texts of a locale, the relations, the links. */
export type EditField = PlainField | KindPath | `translations.${Locale}` | 'relations' | 'links' | 'official_links';

/** The changes that are not saved: for each field what it was when that began, and what it is to be. */
export type DraftEdits = Readonly<Partial<Record<EditField, { base: unknown; value: unknown }>>>;

const FIELDS: readonly EditField[] = [
  ...PLAIN_COMIC_FIELDS,
  ...KINDS,
  ...LOCALES.map((locale) => `translations.${locale}` as const),
  'relations',
  'links',
  'official_links',
];
const isKind = (field: string): field is KindPath => KINDS.includes(field as never);
const NO_TEXTS = { title: null, description: null };

/** The value of a field of a comic. */
export function fieldValue(comic: AdminComic, field: EditField): unknown {
  if (isKind(field)) return comic.terms[field];
  if (field.startsWith('translations.')) {
    return comic.translations[field.slice('translations.'.length) as Locale] ?? NO_TEXTS;
  }
  return comic[field as PlainField | 'relations' | 'links' | 'official_links'];
}

/** Whether two values of a field are the same; the order of terms and locks does not matter, nothing is the same as an empty text. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: unknown): unknown {
  if (value === '' || value === undefined) return null;
  if (Array.isArray(value)) {
    return value
      .map((each: unknown) => {
        if (typeof each !== 'object') return each as string;
        const { id, kind } = each as Partial<PickedTerm & AdminRelation>;
        if (id === undefined) return JSON.stringify(plain(each));
        return kind === undefined ? (id as unknown as string) : `${id} ${kind}`;
      })
      .sort();
  }
  return value !== null && typeof value === 'object'
    ? Object.entries(value)
        .map(([key, each]) => [key, plain(each)])
        .sort()
    : value;
}

/** The edits with one more; what is as it was is none. */
export function applyEdit(edits: DraftEdits, comic: AdminComic, field: EditField, value: unknown): DraftEdits {
  const base = edits[field]?.base ?? fieldValue(comic, field);
  const { [field]: _before, ...others } = edits;
  return isSame(base, value) ? others : { ...others, [field]: { base, value } };
}

/** The edits as the API takes them. */
export function toComicChanges(edits: DraftEdits): ComicChanges {
  const changes: Record<string, unknown> = {};
  const terms: Record<string, unknown> = {};
  const translations: Record<string, unknown> = {};
  for (const [field, { value }] of Object.entries(edits) as [EditField, { value: unknown }][]) {
    if (isKind(field)) {
      terms[field] = (value as PickedTerm[]).map(toWantedTerm);
    } else if (field.startsWith('translations.')) {
      translations[field.slice('translations.'.length)] = isSame(value, NO_TEXTS) ? null : value;
    } else if (field === 'relations') {
      changes.relations = (value as AdminRelation[]).map(({ kind, id }) => ({ kind, id }));
    } else {
      changes[field] = value;
    }
  }
  return {
    ...changes,
    ...(Object.keys(terms).length > 0 ? { terms } : {}),
    ...(Object.keys(translations).length > 0 ? { translations } : {}),
  } as ComicChanges;
}

/** The fields someone else changed between two states of a comic, and where that meets the edits. */
export function diffEdits(edits: DraftEdits, before: AdminComic, now: AdminComic): Difference<EditField>[] {
  return FIELDS.flatMap((field): Difference<EditField>[] => {
    const edit = edits[field];
    const base = edit ? edit.base : fieldValue(before, field);
    const theirs = fieldValue(now, field);
    if (isSame(base, theirs)) return [];
    return edit && !isSame(edit.value, theirs)
      ? [{ field, before: base, theirs, mine: edit.value }]
      : [{ field, before: base, theirs }];
  });
}

/** The edits on top of a newer state: what was decided for them in `theirs` is given up, the rest begins from that state. */
export function rebase(edits: DraftEdits, now: AdminComic, theirs: ReadonlySet<EditField>): DraftEdits {
  return (Object.entries(edits) as [EditField, { value: unknown }][]).reduce<DraftEdits>(
    (next, [field, { value }]) => (theirs.has(field) ? next : applyEdit(next, now, field, value)),
    {},
  );
}
