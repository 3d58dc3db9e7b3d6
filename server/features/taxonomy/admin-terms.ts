import type { NewTerm, TermChanges, TermEdit } from '#contract/term-editing.ts';
import { Problem, problem } from '#contract/problems.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import { announceJobs, enqueue } from '#server/jobs/queue.ts';
import { toSlug } from '#server/search/slug.ts';
import { MERGE_TERM_JOB } from './merging.ts';
import {
  deleteTerm,
  findAdminTerm,
  isUsed,
  keepAliases,
  moveTermSlug,
  moveVersion,
  putTermPicture,
  setForbidden,
  type AdminTermRow,
} from './queries-admin.ts';
import { beginMerge } from './queries-merge.ts';
import { createNewTerm, describeTerm, refreshTermSearch } from './public/queries-writing.ts';

/** Which term, and who does something about it. */
export interface TermAct {
  kind: TermKind;
  address: string;
  by: number;
}

/** A term as admins look after it, by its slug or id. @throws Problem `term-not-found`. */
export async function getTerm(db: Db | Tx, kind: TermKind, address: string): Promise<AdminTermRow> {
  const term = await findAdminTerm(db, kind, address);
  if (term === null) throw problem('term-not-found');
  return term;
}

/** Makes a term. @throws Problem `term-exists` where its name leads to one already, `term-prohibited`, `term-slug-taken`. */
export async function createTerm(
  db: Db,
  { kind, by }: Omit<TermAct, 'address'>,
  { name, slug, ...changes }: NewTerm,
): Promise<AdminTermRow> {
  await refuseTerms(db, listNames({ name, ...changes }), { userId: by, where: `${kind}.name` });
  return withTransaction(db, async (tx) => {
    const id = await createNewTerm(tx, { kind, name, ...(changes.code ? { code: changes.code } : {}) });
    if (id === null) throw problem('term-exists');
    await change(tx, await getTerm(tx, kind, String(id)), { ...changes, ...(slug === undefined ? {} : { slug }) });
    const made = await getTerm(tx, kind, String(id));
    await audit(tx, {
      userId: by,
      action: 'term.create',
      subject: 'term',
      subjectId: made.id,
      details: { kind, name },
    });
    return made;
  });
}

/**
 * Changes a term.
 *
 * @throws Problem `term-not-found`, `term-changed` when someone else changed it since it was seen, `term-prohibited`,
 * `term-slug-taken` where another one has the slug.
 */
export async function editTerm(
  db: Db,
  { kind, address, by }: TermAct,
  { version, ...changes }: TermEdit,
): Promise<AdminTermRow> {
  await refuseTerms(db, listNames(changes), { userId: by, where: `${kind}.name` });
  return withTransaction(db, async (tx) => {
    const before = await getTerm(tx, kind, address);
    if (!(await moveVersion(tx, before.id, version))) throw problem('term-changed');
    await change(tx, before, changes);
    const after = await getTerm(tx, kind, String(before.id));
    const changed = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
    const part = (of: AdminTermRow) => Object.fromEntries(changed.map((field) => [field, of[field]]));
    await audit(tx, {
      userId: by,
      action: 'term.edit',
      subject: 'term',
      subjectId: before.id,
      details: { kind, name: before.name, before: part(before), after: part(after) },
    });
    return after;
  });
}

/** Gives a term a picture, by its hash, or takes it away. @throws Problem `term-not-found`. */
export async function changeTermPicture(
  db: Db,
  { kind, address, by }: TermAct,
  hash: string | null,
): Promise<AdminTermRow> {
  return withTransaction(db, async (tx) => {
    const { id, name, image } = await getTerm(tx, kind, address);
    await putTermPicture(tx, id, hash);
    await audit(tx, {
      userId: by,
      action: 'term.picture',
      subject: 'term',
      subjectId: id,
      details: { kind, name, before: image, after: hash },
    });
    return getTerm(tx, kind, String(id));
  });
}

/**
 * Has a term become another one of its kind: at once for whoever names it, and in the background for the comics that have
 * it. @throws Problem `term-not-found`, `term-not-mergeable` where either is becoming another already, or the other is forbidden.
 */
export async function mergeTerm(db: Db, { kind, address, by }: TermAct, into: number): Promise<AdminTermRow> {
  const term = await withTransaction(db, async (tx) => {
    const from = await getTerm(tx, kind, address);
    const target = await getTerm(tx, kind, String(into));
    if (!(await beginMerge(tx, from.id, target.id))) throw problem('term-not-mergeable');
    await enqueue(tx, MERGE_TERM_JOB.kind, { from: from.id, into: target.id }, { key: String(from.id) });
    await audit(tx, {
      userId: by,
      action: 'term.merge',
      subject: 'term',
      subjectId: from.id,
      details: { kind, name: from.name, into: target.name },
    });
    return getTerm(tx, kind, String(from.id));
  });
  announceJobs();
  return term;
}

/** Forbids a term, which the comics that have it lose, or allows it again. @throws Problem `term-not-found`. */
export async function forbidTerm(db: Db, { kind, address, by }: TermAct, forbidden: boolean): Promise<AdminTermRow> {
  const term = await withTransaction(db, async (tx) => {
    const { id, name } = await getTerm(tx, kind, address);
    await setForbidden(tx, id, forbidden);
    if (forbidden) {
      await enqueue(tx, MERGE_TERM_JOB.kind, { from: id, into: null }, { key: String(id) });
    }
    await audit(tx, {
      userId: by,
      action: forbidden ? 'term.forbid' : 'term.allow',
      subject: 'term',
      subjectId: id,
      details: { kind, name },
    });
    return getTerm(tx, kind, String(id));
  });
  announceJobs();
  return term;
}

/** Deletes a term that no comic has. @throws Problem `term-not-found`, `term-used`. */
export async function removeTerm(db: Db, { kind, address, by }: TermAct): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { id, name, slug } = await getTerm(tx, kind, address);
    if (await isUsed(tx, id)) throw problem('term-used');
    await deleteTerm(tx, id);
    await audit(tx, {
      userId: by,
      action: 'term.delete',
      subject: 'term',
      subjectId: id,
      details: { kind, name, slug },
    });
  });
}

const FIELDS = ['name', 'slug', 'translations', 'aliases', 'color', 'gender', 'hair', 'code', 'icon'] as const;

async function change(tx: Tx, term: AdminTermRow, { slug, aliases, ...description }: TermChanges): Promise<void> {
  const given = Object.fromEntries(Object.entries(description).filter(([, value]) => value !== undefined));
  if (aliases !== undefined) {
    await keepAliases(tx, term.id, aliases);
  }
  await describeTerm(tx, term.id, { ...given, ...(aliases === undefined ? {} : { aliases }) });
  if (slug !== undefined && slug !== term.slug) {
    const wanted = toSlug(slug, term.kind);
    if (!(await moveTermSlug(tx, term, wanted))) {
      throw new Problem('term-slug-taken', {}, { slug: [{ rule: 'unique' }] });
    }
    await refreshTermSearch(tx, term.id);
  }
}

function listNames({ name, translations = {}, aliases = [] }: TermChanges): (string | null | undefined)[] {
  return [name, ...Object.values(translations), ...aliases];
}
