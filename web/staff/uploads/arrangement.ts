import type { Arrangement, Upload, UploadChapter, UploadWork } from '#contract/uploads.ts';
import { moveItem } from '#web/ui/data/move-item.ts';

/** Works with their chapters and pages, by their ids. */
export type ArrangedUpload = Arrangement['works'];

/** How an upload is arranged now. */
export function toArranged({ works }: Pick<Upload, 'works'>): ArrangedUpload {
  return works.map(({ id, chapters }) => ({
    id,
    chapters: chapters.map((chapter) => ({ id: chapter.id, pages: [...chapter.page_ids] })),
  }));
}

/** The upload as it looks when it is arranged so: what has no id yet is not shown before the site has made it. */
export function displayValue(upload: Upload, arranged: ArrangedUpload): Upload {
  const works = new Map(upload.works.map((work) => [work.id, work]));
  const chapters = new Map(upload.works.flatMap((work) => work.chapters.map((chapter) => [chapter.id, chapter])));
  return {
    ...upload,
    works: arranged.flatMap(({ id, chapters: wanted }): UploadWork[] => {
      const work = works.get(id ?? 0);
      const arranged = wanted.flatMap((one): UploadChapter[] => {
        const chapter = chapters.get(one.id ?? 0);
        return chapter ? [{ ...chapter, page_ids: one.pages, pages: one.pages.length }] : [];
      });
      return work ? [{ ...work, chapters: arranged }] : [];
    }),
  };
}

/** Puts a chapter of a work in another place. */
export function withChapterMoved(arranged: ArrangedUpload, work: number, from: number, to: number): ArrangedUpload {
  return inWork(arranged, work, (chapters) => moveItem(chapters, from, to));
}

/** Puts a page of a chapter in another place. */
export function withPageMoved(arranged: ArrangedUpload, chapter: number, from: number, to: number): ArrangedUpload {
  return inChapter(arranged, chapter, (pages) => moveItem(pages, from, to));
}

/** Takes a page out. A chapter without pages goes with it, and a work without chapters. */
export function withoutPage(arranged: ArrangedUpload, page: number): ArrangedUpload {
  return whole(withoutPageKeeping(arranged, page));
}

/** Takes a chapter out, with its pages. */
export function withoutChapter(arranged: ArrangedUpload, chapter: number): ArrangedUpload {
  return whole(arranged.map((work) => ({ ...work, chapters: work.chapters.filter(({ id }) => id !== chapter) })));
}

/** Takes a work out, with all that is in it. */
export function withoutWork(arranged: ArrangedUpload, work: number): ArrangedUpload {
  return arranged.filter(({ id }) => id !== work);
}

/** Puts a chapter at the end of another work; null makes it a work of its own. */
export function withChapterIn(arranged: ArrangedUpload, chapter: number, work: number | null): ArrangedUpload {
  const one = arranged.flatMap(({ chapters }) => chapters).find(({ id }) => id === chapter);
  if (one === undefined) return arranged;
  const rest = arranged.map((each) => ({ ...each, chapters: each.chapters.filter(({ id }) => id !== chapter) }));
  return whole(
    work === null
      ? [...rest, { id: null, chapters: [one] }]
      : rest.map((each) => (each.id === work ? { ...each, chapters: [...each.chapters, one] } : each)),
  );
}

/** Puts a page at the end of another chapter. */
export function withPageIn(arranged: ArrangedUpload, page: number, chapter: number): ArrangedUpload {
  const rest = withoutPageKeeping(arranged, page);
  return whole(inChapter(rest, chapter, (pages) => [...pages, page]));
}

/** Makes a new chapter, after this one, of the pages from `page` on. */
export function withSplit(arranged: ArrangedUpload, chapter: number, page: number): ArrangedUpload {
  return arranged.map((work) => ({
    ...work,
    chapters: work.chapters.flatMap((each) => {
      const at = each.id === chapter ? each.pages.indexOf(page) : 0;
      return at <= 0
        ? [each]
        : [
            { ...each, pages: each.pages.slice(0, at) },
            { id: null, pages: each.pages.slice(at) },
          ];
    }),
  }));
}

type Chapters = ArrangedUpload[number]['chapters'];

function inWork(arranged: ArrangedUpload, work: number, change: (chapters: Chapters) => Chapters): ArrangedUpload {
  return arranged.map((each) => (each.id === work ? { ...each, chapters: change(each.chapters) } : each));
}

function inChapter(arranged: ArrangedUpload, chapter: number, change: (pages: number[]) => number[]): ArrangedUpload {
  return arranged.map((work) => ({
    ...work,
    chapters: work.chapters.map((each) => (each.id === chapter ? { ...each, pages: change(each.pages) } : each)),
  }));
}

function withoutPageKeeping(arranged: ArrangedUpload, page: number): ArrangedUpload {
  return arranged.map((work) => ({
    ...work,
    chapters: work.chapters.map((chapter) => ({ ...chapter, pages: chapter.pages.filter((id) => id !== page) })),
  }));
}

/** Nothing empty stays. */
function whole(arranged: ArrangedUpload): ArrangedUpload {
  return arranged
    .map((work) => ({ ...work, chapters: work.chapters.filter(({ pages }) => pages.length > 0) }))
    .filter(({ chapters }) => chapters.length > 0);
}
