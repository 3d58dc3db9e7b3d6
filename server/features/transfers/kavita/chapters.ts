import type { ForeignPlace, FetchedArchive } from '../library.ts';

/** The answers of Kavita for the volumes of a series, as far as they are read: what an older server does not know is missing. */
export interface Volume {
  minNumber?: number;
  number?: number;
  chapters?: Chapter[] | null;
}
export interface Chapter {
  id: number;
  minNumber?: number;
  maxNumber?: number;
  number?: string;
  sortOrder?: number;
  isSpecial?: boolean;
  /** Of its metadata. */
  titleName?: string | null;
  /** Its number, or the name of the file of a special. */
  title?: string | null;
  pages?: number;
  /** The page that its reader is on, from 0; all of them once it is read. */
  pagesRead?: number;
  lastReadingProgressUtc?: string;
  files?: { filePath?: string | null; format?: number }[] | null;
}

/** A chapter in its place: `part` is null for a work that is no series. */
export interface PlacedChapter {
  chapter: Chapter;
  name: string;
  part: FetchedArchive['part'] | null;
}

/** Volumes and chapters of this number are none: loose chapters and volumes without chapters, and specials. */
const LOOSE = -100_000;
const SPECIAL = 100_000;

/**
 * The chapters of a series in the order that Kavita reads them in: volumes, loose chapters, specials. A volume without chapters is one that is called
 * like the volume, as files of volumes are. A work of one chapter without any number is no series.
 */
export function orderKavitaChapters(volumes: readonly Volume[]): PlacedChapter[] {
  const all = volumes.flatMap((volume) => (volume.chapters ?? []).map((chapter) => ({ volume, chapter })));
  // Before 0.8 the number 0 stood for none, and chapters had no other number.
  const isOlder = !all.some(({ chapter }) => chapter.minNumber !== undefined);
  const toNumber = (number: unknown) => parseNumber(number, isOlder);
  const found = all
    .map(({ volume, chapter }) => {
      const volumeNumber = volume.minNumber ?? volume.number;
      const inVolume = toNumber(volumeNumber);
      const isSpecial = volumeNumber === SPECIAL || chapter.isSpecial === true;
      const first = isSpecial ? null : toNumber(chapter.minNumber ?? chapter.number);
      const last = toNumber(chapter.maxNumber);
      return {
        chapter,
        volume: inVolume,
        first,
        number: first === null ? null : last !== null && last > first ? `${first}-${last}` : String(first),
        isSpecial,
        rank: inVolume !== null ? 0 : isSpecial ? 2 : 1,
        sort: toNumber(chapter.sortOrder) ?? first ?? Infinity,
      };
    })
    .sort((a, b) => a.rank - b.rank || (a.volume ?? 0) - (b.volume ?? 0) || compare(a.sort, b.sort));
  const isSeries = found.length > 1 || found.some(({ first, volume }) => first !== null || volume !== null);
  let last: number | null = null;
  return found.map(({ chapter, first, volume, number, isSpecial }) => {
    const ofVolume = number === null && volume !== null && !isSpecial;
    const place = first ?? (isSpecial ? null : volume);
    // Numbers may begin anew in each volume: a place is behind the one before it.
    const position: number =
      last === null ? (place ?? 0) : place !== null && place > last ? place : Math.round((last + 0.001) * 1000) / 1000;
    last = position;
    const title = titleFor(chapter, number, isSpecial);
    return {
      chapter,
      name: baseName(chapter) || title || (number === null ? '' : `Ch. ${number}`),
      part: isSeries
        ? {
            number: ofVolume ? `Vol. ${volume}` : number,
            volume: ofVolume || volume === null ? null : String(volume),
            title,
            position,
          }
        : null,
    };
  });
}

/** Where the owner of the key is in a chapter; null where they have not begun it. */
export function toPlace({ pages = 0, pagesRead = 0, lastReadingProgressUtc }: Chapter): ForeignPlace | null {
  if (!Number.isInteger(pagesRead) || pagesRead < 1) return null;
  const said = typeof lastReadingProgressUtc === 'string' ? lastReadingProgressUtc : '';
  const at = Date.parse(/[Zz]$|[+-]\d\d:\d\d$/.test(said) ? said : `${said}Z`);
  const completed = pages > 0 && pagesRead >= pages;
  return {
    page: completed ? pages : pagesRead + 1,
    completed,
    // The year 1 stands for never.
    at: at > 0 && at <= Date.now() ? new Date(at).toISOString() : null,
  };
}

/** The extension of the one file of a chapter, in lower case, without a dot; `zip` where it has several, which come as one; null where it has none. */
export function fileExtension({ files }: Chapter): string | null {
  const [file, more] = files ?? [];
  if (file === undefined) return null;
  if (more !== undefined) return 'zip';
  return /\.(tar\.gz|[a-z0-9]{1,5})$/i.exec(file.filePath ?? '')?.[1]?.toLowerCase() ?? '';
}

function titleFor(chapter: Chapter, number: string | null, isSpecial: boolean): string {
  const title = text(chapter.titleName);
  if (title !== '') return title === number ? '' : title;
  if (!isSpecial) return '';
  return text(chapter.title).replace(String(LOOSE), '').trim() || baseName(chapter);
}

/** The name of the first file of a chapter without its folders and extension, on whichever system it lies; '' for none. */
function baseName({ files }: Chapter): string {
  const name = (files?.[0]?.filePath ?? '').split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\.(tar\.gz|[a-z0-9]{1,5})$/i, '').trim();
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function parseNumber(number: unknown, isZeroNone: boolean): number | null {
  const value = typeof number === 'string' && number.trim() !== '' ? Number(number) : number;
  return typeof value !== 'number' ||
    !Number.isFinite(value) ||
    Math.abs(value) >= SPECIAL ||
    (isZeroNone && value === 0)
    ? null
    : Math.round(value * 1000) / 1000;
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
