import type { ComicChanges, FieldChange, Revision } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import { KIND_PATHS, TERM_KINDS, type KindPath } from '#contract/taxonomy.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { termsById } from '#server/db/queries/term-cache.ts';
import type { RelationRow } from '#server/db/queries/relations.ts';
import { isPagesSnapshot, restorePages } from '#server/features/editing/chapters/page-edits.ts';
import { applyNumbers, isChapterNumbers } from '#server/features/editing/chapters/renumbering.ts';
import { restoreChapter, isChapterSnapshot } from '#server/features/editing/chapters/queries-chapters.ts';
import { requireUnlisted } from '#server/features/blocklist/blocklist.ts';
import { requireNoDelay } from '#server/features/groups/public/queries-delays.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { applyComicChanges } from '#server/features/editing/public/edit-comic.ts';
import { holdRelated } from '#server/features/editing/public/relations.ts';
import { RESTORED, type Changes, type FieldName } from './fields.ts';
import { isWithheld, setCover } from './queries-cover.ts';
import { listEditable } from './queries-editing.ts';
import { getFields } from './queries-fields.ts';
import { comicTitles, listRelated, touchComics } from './queries-relations.ts';
import { findRevision, type RevisionRow } from './queries-revisions.ts';
import { replaceVolumes, type VolumeRow } from './queries-volumes.ts';
import { recordRevision, type Edit, type EditExtras } from '#server/features/editing/public/revision-recorder.ts';
import { termRef } from './serializers.ts';

const KINDS: ReadonlySet<string> = new Set(TERM_KINDS.map((kind) => KIND_PATHS[kind]));

/** Saved changes as the contract has them: terms by their names. */
export async function serializeRevisions(
  db: Db,
  viewing: RequestContext,
  rows: readonly RevisionRow[],
): Promise<Revision[]> {
  const shown = await serializeChanges(
    db,
    viewing,
    rows.map(({ changes }) => changes),
  );
  return rows.map((row, at) => ({
    id: row.id,
    source: row.source,
    at: row.at,
    changes: shown[at] ?? [],
    restorable: isRestorable(row.changes),
    by: row.user_id === null ? null : { id: row.user_id, username: row.username ?? '' },
  }));
}

/** Changes as the contract has them. */
export async function serializeChanges(
  db: Db,
  viewing: RequestContext,
  several: readonly Changes[],
): Promise<FieldChange[][]> {
  const ids = several.flatMap((changes) =>
    Object.entries(changes).flatMap(([field, change]) =>
      KINDS.has(field) ? [...numbers(change?.before), ...numbers(change?.after)] : [],
    ),
  );
  const terms = await termsById(db, ids);
  const titles = await comicTitles(
    db,
    several
      .flatMap(({ relations }) => [...relationRows(relations?.before), ...relationRows(relations?.after)])
      .map(({ id }) => id),
  );
  const named = (field: string, value: unknown) => {
    if (field === 'chapter_pages') {
      return isPagesSnapshot(value) ? value.pages.map(({ name }, at) => `${at + 1} ${name}`) : null;
    }
    if (field === 'chapter') {
      return isChapterSnapshot(value) ? `${value.number ?? ''} ${value.name}`.trim() || value.slug : null;
    }
    if (field === 'relations') {
      return relationRows(value).map(({ id, kind }) => ({ id, kind, name: titles.get(id) ?? `#${id}` }));
    }
    if (field === 'chapter_numbers') {
      return isChapterNumbers(value)
        ? value.map(({ number, volume }) => (volume === null ? (number ?? '') : `${volume} · ${number ?? ''}`))
        : null;
    }
    if (field === 'volumes') {
      return volumeRows(value).map(({ volume, title, cover }) => ({
        volume,
        title,
        cover: cover?.slice(0, 12) ?? null,
      }));
    }
    return KINDS.has(field)
      ? numbers(value).map((id) => {
          const term = terms.get(id);
          return term ? termRef(viewing, term) : { id, name: `#${id}`, slug: '' };
        })
      : value;
  };
  return several.map((changes) =>
    Object.entries(changes).map(([field, change]) => ({
      field,
      before: named(field, change?.before) as never,
      after: named(field, change?.after) as never,
    })),
  );
}

/**
 * Brings back what a comic was before a change, or after it, in the fields that it changed; a deleted chapter comes back
 * with its pages. That is a change of its own.
 *
 * @throws Problem `revision-not-found`, `revision-not-restorable`, `edit-conflict`, `slug-taken`, `image-prohibited`,
 * `group-delay` for a chapter that has to wait.
 */
export async function restoreRevision(
  tx: Tx,
  restore: { comicId: number; revisionId: number; by: number; bound: boolean; version: number; to: 'before' | 'after' },
  now: Date,
): Promise<void> {
  const { comicId, revisionId, by, bound, version, to } = restore;
  const revision = await findRevision(tx, comicId, revisionId);
  if (revision === null) throw problem('revision-not-found');
  if (!isRestorable(revision.changes)) throw problem('revision-not-restorable');
  const values = changedValues(revision.changes, to);
  if (values.relations !== undefined) {
    await holdRelated(tx, comicId, relationRows(values.relations));
  }
  const edit = { comicId, by, source: 'restore', version, action: 'comic.restore-revision' } as const;
  await recordRevision(tx, edit, () => applyValues(tx, { ...edit, bound, now }, values));
}

/** The values that the fields of some changes had before, or have after them. */
export function changedValues(changes: Changes, to: 'before' | 'after'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change?.[to]]));
}

/** Gives a comic these values of restorable fields, as a revision has them; others are left alone. What is gone is left out. */
async function applyValues(
  tx: Tx,
  edit: Pick<Edit, 'comicId' | 'by' | 'source'> & { bound: boolean; now: Date },
  values: Record<string, unknown>,
): Promise<EditExtras | void> {
  const { comicId } = edit;
  const {
    cover,
    translations,
    relations,
    volumes,
    chapter_numbers: chapterNumbers,
    chapter,
    chapter_pages: pages,
    ...others
  } = Object.fromEntries(Object.entries(values).filter(([field]) => isRestorableField(field)));
  const known = await termsById(
    tx,
    Object.entries(others).flatMap(([field, ids]) => (KINDS.has(field) ? numbers(ids) : [])),
  );
  const terms = Object.fromEntries(
    Object.entries(others)
      .filter(([field]) => KINDS.has(field))
      .map(([field, ids]) => [
        field as KindPath,
        numbers(ids)
          .filter((id) => known.has(id))
          .map((id) => ({ id })),
      ]),
  );
  const gone =
    translations === undefined
      ? {}
      : Object.fromEntries(Object.keys((await getFields(tx, comicId)).translations).map((locale) => [locale, null]));
  await applyComicChanges(tx, edit, {
    ...Object.fromEntries(Object.entries(others).filter(([field]) => !KINDS.has(field))),
    ...(Object.keys(terms).length > 0 ? { terms } : {}),
    ...(translations === undefined ? {} : { translations: { ...gone, ...(translations as object) } }),
    ...(relations === undefined ? {} : { relations: await restorable(tx, edit, relationRows(relations)) }),
  } as ComicChanges);
  // A picture that was put on the list of pictures since, or is withheld because of a notice, does not come back.
  const pageImages = [
    ...(isChapterSnapshot(chapter) ? chapter.pages : []),
    ...(isPagesSnapshot(pages) ? pages.pages : []),
  ].map(({ image }) => image);
  const covers = [cover, ...volumeRows(volumes).map((volume) => volume.cover)];
  const pictures = [...pageImages, ...covers.filter((hash): hash is string => typeof hash === 'string')];
  if (pictures.length > 0) {
    await requireUnlisted(tx, pictures);
  }
  if (await isWithheld(tx, comicId, pictures)) throw problem('revision-not-restorable');
  if (cover !== undefined) {
    await setCover(tx, comicId, cover as string | null);
  }
  if (volumes !== undefined) {
    await replaceVolumes(tx, comicId, volumeRows(volumes));
    await touchComics(tx, [comicId]);
  }
  if (isChapterSnapshot(chapter)) {
    const id = await restoreChapter(tx, comicId, chapter);
    if (chapter.state === undefined || chapter.state === 'published') {
      await requireNoDelay(tx, edit, { chapters: [id], at: edit.now });
    }
  }
  if (isChapterNumbers(chapterNumbers)) return applyNumbers(tx, comicId, chapterNumbers);
  if (isPagesSnapshot(pages)) return restorePages(tx, comicId, pages);
}

/** The relations of a revision that can come back: those that are still there, and those to comics that its editor may edit. */
async function restorable(
  tx: Tx,
  { comicId, by }: Pick<Edit, 'comicId' | 'by'>,
  relations: readonly RelationRow[],
): Promise<RelationRow[]> {
  const now = new Map((await listRelated(tx, comicId)).map(({ id, kind }) => [id, kind]));
  const editable = await listEditable(
    tx,
    by,
    relations.map(({ id }) => id),
  );
  return relations.filter(({ id, kind }) => now.get(id) === kind || editable.includes(id));
}

function isRestorable(changes: Changes): boolean {
  return Object.entries(changes).some(([field, change]) =>
    field === 'chapter' ? isChapterSnapshot(change?.before) : isRestorableField(field),
  );
}

function isRestorableField(field: string): boolean {
  return ['chapter', 'chapter_pages', 'chapter_numbers'].includes(field) || RESTORED.includes(field as FieldName);
}

/** The relations of a revision. */
function relationRows(value: unknown): RelationRow[] {
  return Array.isArray(value) ? (value as RelationRow[]) : [];
}

/** The volumes of a revision. */
function volumeRows(value: unknown): VolumeRow[] {
  return Array.isArray(value) ? (value as VolumeRow[]) : [];
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
}
