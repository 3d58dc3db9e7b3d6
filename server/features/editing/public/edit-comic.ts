import type { ComicChanges } from '#contract/editing.ts';
import type { WantedTerm } from '#contract/term-editing.ts';
import { KIND_PATHS, type KindPath } from '#contract/taxonomy.ts';
import type { Tx } from '#server/db/database.ts';
import { editComic, slugFor, type ComicDraft } from '#server/features/comics/public/queries-writing.ts';
import { requireUploadRights } from '#server/features/groups/public/upload-rights.ts';
import type { Changes } from '#server/features/editing/comics/fields.ts';
import {
  KIND_BY_PATH,
  lockFields,
  moveSlug,
  termIds,
  listTermIds,
} from '#server/features/editing/comics/queries-editing.ts';
import { replaceLinks, replaceOfficialLinks } from '#server/features/editing/comics/queries-links.ts';
import { touchComics } from '#server/features/editing/comics/queries-relations.ts';
import { findKinds } from '#server/features/editing/comics/queries-fields.ts';
import { holdRelated, replaceRelations } from './relations.ts';
import { recordRevision, type Edit } from './revision-recorder.ts';

/**
 * Changes what is said about a comic, and writes that down in its history and the audit log.
 *
 * Texts are not looked at here: ask `refuseTerms` of `changedTexts` before the transaction.
 *
 * @returns what changed, field by field.
 * @throws Problem `comic-not-found`, `edit-conflict`, `slug-taken`, `term-not-found`, those of `replaceRelations`, and of `requireUploadRights` for a group that is new to it.
 */
export async function editComicFields(tx: Tx, edit: Edit, changes: ComicChanges): Promise<Changes> {
  if (changes.relations !== undefined) {
    await holdRelated(tx, edit.comicId, changes.relations);
  }
  return recordRevision(tx, edit, () => applyComicChanges(tx, edit, changes));
}

/** Every text of some changes that readers would see. */
export function changedTexts({
  title,
  alternative_title: alternative,
  description,
  slug,
  translations = {},
  terms = {},
  official_links: official = [],
}: ComicChanges): string[] {
  const translated = Object.values(translations).flatMap((words) => [words?.title, words?.description]);
  const names = Object.values(terms)
    .flat()
    .flatMap((term) => ('name' in term ? [term.name] : []));
  const links = official.flatMap(({ url, label }) => [url, label]);
  return [title, alternative, description, slug, ...translated, ...names, ...links].filter(
    (text): text is string => typeof text === 'string',
  );
}

/** Does it, within what `recorded` writes down. */
export async function applyComicChanges(
  tx: Tx,
  edit: Pick<Edit, 'comicId' | 'by' | 'source'>,
  changes: ComicChanges,
): Promise<void> {
  const { comicId: id } = edit;
  const {
    slug,
    locked,
    terms,
    premium_until: until,
    uploaded_at: uploaded,
    alternative_title: alternativeTitle,
    released_on: releasedOn,
    work_key: workKey,
    relations,
    links,
    official_links: official,
    ...others
  } = changes;
  const draft: Partial<ComicDraft> = defined({
    ...others,
    alternativeTitle,
    releasedOn,
    workKey,
    premiumUntil: until === undefined ? undefined : until === null ? null : new Date(until),
    uploadedAt: uploaded === undefined ? undefined : new Date(uploaded),
    terms: terms === undefined ? undefined : await withKinds(tx, await listTermIds(tx, id), terms, edit.by),
  });
  if (Object.keys(draft).length > 0) {
    await editComic(tx, id, draft);
  }
  if (relations !== undefined) {
    await replaceRelations(tx, edit, relations);
  }
  if (links !== undefined || official !== undefined) {
    await (links && replaceLinks(tx, id, defined(links)));
    await (official && replaceOfficialLinks(tx, id, official));
    await touchComics(tx, [id]);
  }
  if (slug !== undefined) {
    await moveSlug(tx, id, slugFor(slug));
  }
  if (locked !== undefined) {
    await lockFields(tx, id, locked);
  }
}

/** Terms with those of the named kinds replaced; a group that is new is one in whose name they may upload. */
async function withKinds(
  tx: Tx,
  terms: readonly number[],
  wanted: Partial<Record<KindPath, WantedTerm[]>>,
  by: number | null,
): Promise<number[]> {
  const kinds = await findKinds(tx, terms);
  const remaining = terms.filter((id) => {
    const kind = kinds.get(id);
    return kind === undefined || wanted[KIND_PATHS[kind]] === undefined;
  });
  const fresh: number[] = [];
  for (const [path, some] of Object.entries(wanted)) {
    fresh.push(...(await termIds(tx, KIND_BY_PATH[path as KindPath], some)));
  }
  if (by !== null) {
    await requireUploadRights(
      tx,
      fresh.filter((id) => !terms.includes(id)),
      by,
    );
  }
  return [...remaining, ...fresh];
}

function defined<Of extends object>(values: { [Key in keyof Of]: Of[Key] | undefined }): Of {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Of;
}
