import type { NewSlide, SlideChange } from '#contract/slides.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import {
  adminSlides,
  deleteSlide,
  hasComic,
  insertSlide,
  orderSlides,
  putSlidePicture,
  updateSlide,
  type AdminSlideRow,
} from './queries-admin.ts';
import { forgetSlides } from './slides.ts';

/** A slide as admins manage it. @throws Problem `slide-not-found`. */
export async function getSlide(db: Db | Tx, id: number): Promise<AdminSlideRow> {
  const [slide] = await adminSlides(db, id);
  if (slide === undefined) throw problem('slide-not-found');
  return slide;
}

/** Adds a slide, as the last. @throws Problem `comic-not-found`, `term-prohibited`, `request-invalid` where it would end before it begins. */
export async function createSlide(db: Db, by: number, slide: NewSlide): Promise<AdminSlideRow> {
  inOrder(slide);
  await refuseTerms(db, [slide.title], { userId: by, where: 'slide.title' });
  return changeSlides(db, async (tx) => {
    const id = await insertSlide(tx, slide);
    if (id === null) throw problem('comic-not-found');
    await audit(tx, { userId: by, action: 'slide.create', subject: 'slide', subjectId: id, details: { after: slide } });
    return getSlide(tx, id);
  });
}

/** Changes a slide. @throws Problem `slide-not-found`, `slide-changed` when someone else changed it since it was seen, and as `createSlide`. */
export async function changeSlide(
  db: Db,
  by: number,
  id: number,
  { version, ...change }: SlideChange,
): Promise<AdminSlideRow> {
  await refuseTerms(db, [change.title], { userId: by, where: 'slide.title' });
  return changeSlides(db, async (tx) => {
    const before = await getSlide(tx, id);
    inOrder({
      starts_at: change.starts_at === undefined ? before.starts_at : change.starts_at,
      ends_at: change.ends_at === undefined ? before.ends_at : change.ends_at,
    });
    if (change.comic_id && !(await hasComic(tx, change.comic_id))) throw problem('comic-not-found');
    if (!(await updateSlide(tx, id, version, change))) throw problem('slide-changed');
    const keys = Object.keys(change) as (keyof typeof change)[];
    await audit(tx, {
      userId: by,
      action: 'slide.edit',
      subject: 'slide',
      subjectId: id,
      details: { before: Object.fromEntries(keys.map((key) => [key, before[key]])), after: change },
    });
    return getSlide(tx, id);
  });
}

/** Gives a slide a picture of its own, by its hash, or takes it away. @throws Problem `slide-not-found`. */
export async function changeSlidePicture(db: Db, by: number, id: number, hash: string | null): Promise<AdminSlideRow> {
  return changeSlides(db, async (tx) => {
    await getSlide(tx, id);
    await putSlidePicture(tx, id, hash);
    await audit(tx, { userId: by, action: 'slide.picture', subject: 'slide', subjectId: id, details: { after: hash } });
    return getSlide(tx, id);
  });
}

/** Puts the slides into an order. */
export async function arrangeSlides(db: Db, by: number, ids: readonly number[]): Promise<AdminSlideRow[]> {
  return changeSlides(db, async (tx) => {
    await orderSlides(tx, ids);
    await audit(tx, { userId: by, action: 'slide.order', subject: 'slide', subjectId: 0, details: { after: ids } });
    return adminSlides(tx);
  });
}

/** Deletes a slide. @throws Problem `slide-not-found`. */
export async function removeSlide(db: Db, by: number, id: number): Promise<void> {
  await changeSlides(db, async (tx) => {
    const { title, url, comic_id: comicId } = await getSlide(tx, id);
    await deleteSlide(tx, id);
    await audit(tx, {
      userId: by,
      action: 'slide.delete',
      subject: 'slide',
      subjectId: id,
      details: { before: { title, url, comic_id: comicId } },
    });
  });
}

/** As `withTransaction`; the change shows here at once. */
async function changeSlides<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await withTransaction(db, work);
  forgetSlides(db);
  return result;
}

function inOrder({ starts_at: from, ends_at: until }: { starts_at: string | null; ends_at: string | null }): void {
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from)) {
    throw new Problem('request-invalid', {}, { ends_at: [{ rule: 'invalid' }] });
  }
}
