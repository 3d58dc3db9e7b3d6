import sharp from 'sharp';
import type { DemoComic } from '../comic.ts';
import { drawChapterOpening, drawCover, type Cover } from './cover.ts';
import { drawPage } from './page.ts';
import { palettes } from './palettes.ts';
import type { Setting } from './panel.ts';
import { isRightToLeft } from './lettering.ts';
import { readPanel, textsIn, type Panel } from './storyboard.ts';
import { Canvas } from './svg.ts';
import type { Edition, Work } from '../work.ts';
import { works } from '../works.ts';

/** A drawn page: a file's name in reading order, its bytes, and its size in pixels. */
export type DrawnPage = { name: string; bytes: Buffer; width: number; height: number };

function found(comic: DemoComic): { work: Work; edition: Edition } {
  const work = works.find((w) => w.key === comic.work);
  const edition = work?.editions.find((e) => e.language === comic.language);
  if (!work || !edition) throw new Error(`no demo comic ${comic.key}`);
  return { work, edition };
}

/** The texts of one chapter, in the order of its storyboard's marks. */
export function comicTexts(edition: Edition, chapter: number): string[] {
  return (edition.lines[chapter] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The panels of each page of one chapter, with their texts. */
export function drawPanels(work: Work, edition: Edition, chapter: number): Panel[][] {
  const texts = comicTexts(edition, chapter);
  let next = 0;
  return work.boards[chapter]!.map((page) =>
    page.map((line) => {
      const panel = readPanel(line, texts.slice(next, next + textsIn(line)));
      next += textsIn(line);
      return panel;
    }),
  );
}

/** The text on each page of one chapter, panel by panel; on its opening the title. Null where there is nothing. */
export function pageTranscripts(comic: DemoComic, chapter: number): (string | null)[] {
  const { work, edition } = found(comic);
  const written = drawPanels(work, edition, chapter).map((panels) =>
    panels
      .flatMap(({ caption, actors, sound }) => [caption, ...actors.map(({ speech }) => speech?.text ?? null), sound])
      .filter((text) => text !== null)
      .join('\n'),
  );
  return [chapter === 0 ? edition.title : edition.chapters![chapter]!, ...written].map((text) => text || null);
}

function drawEditionCover(work: Work, edition: Edition, k: Canvas): Cover {
  const panel = readPanel(`${work.cover.place} ${work.cover.heroes}`, []);
  return {
    kind: edition.cover ?? work.cover.kind,
    place: work.cover.place,
    heroes: panel.actors.map((a) => ({ look: work.cast[a.id]!, mood: a.mood, pose: a.pose })),
    title: edition.title,
    credit: edition.credit,
    latin: work.latin,
    language: edition.language,
    palette: palettes[work.palette === 'mono' ? 'rose' : work.palette],
    seed: work.key,
    k,
  };
}

/**
 * The SVG of every page of one chapter (0 is the first, or the whole one-shot): a cover, then the pages of panels.
 * Text is outlines already, so no font is needed to show them.
 */
export function chapterPictures(comic: DemoComic, chapter: number): string[] {
  const { work, edition } = found(comic);
  const first = drawEditionCover(work, edition, new Canvas(900, 1280));
  const opening =
    chapter === 0 ? drawCover(first) : drawChapterOpening(first, chapter + 1, edition.chapters![chapter]!);
  const vertical = work.direction === 'vertical';
  const [w, h] = vertical ? [800, 2400] : [900, 1280];
  const rtl = comic.direction === 'rtl' || isRightToLeft(edition.language);
  return [
    opening,
    ...drawPanels(work, edition, chapter).map((panels, i) => {
      const setting: Setting = {
        k: new Canvas(w, h),
        palette: palettes[work.palette],
        cast: work.cast,
        language: edition.language,
        rtl,
        vertical,
        upright: edition.language === 'ja' && rtl,
        seed: work.key,
        limit: w,
      };
      return drawPage(panels, i + 2, setting);
    }),
  ];
}

/** Lettering shows no trace of the encoder at twice its size, and the library stays under 20 MB; at 84 it took 35. */
const QUALITY = 65;

/** Turns a picture into a page. The same picture gives the same bytes with the same version of sharp. */
export async function rasterised(svg: string, quality = QUALITY): Promise<Omit<DrawnPage, 'name'>> {
  const {
    data,
    info: { width, height },
  } = await sharp(Buffer.from(svg)).removeAlpha().webp({ quality, effort: 6 }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width, height };
}

/** Draws one chapter's pages as WebP, in reading order; `chapter` counts from 0. All pages of the chapter are drawn side by side. */
export async function drawPages(comic: DemoComic, chapter: number): Promise<DrawnPage[]> {
  return Promise.all(
    chapterPictures(comic, chapter).map(async (svg, i) => ({
      name: `${String(i + 1).padStart(3, '0')}.webp`,
      ...(await rasterised(svg)),
    })),
  );
}
