import { MAX_VOLUME } from '#contract/chapter-editing.ts';
import { plainLine, TITLE_LETTERS } from '#server/features/intake/formats/plain-text.ts';
import { readName, readPartName } from './file-names.ts';
import type { ImportMetadata } from './import-metadata.ts';

/** Letters of a number. */
const MAX_NUMBER = 30;

/** The word of somebody else on one part of a folder, in place of its name and of what it says itself. */
export interface SaidPart {
  number: string | null;
  volume: string | null;
  title: string;
}

/** Where an import lies among others: a folder of archives, or of folders of pictures, that says nothing of itself. */
export interface FolderContext {
  /** The folder's name. */
  folder: string;
  /** The place of this one among its siblings, from `namePositions`. */
  position: number;
  /** Another server that has it as one of a series: its word on it. */
  said?: SaidPart;
}

/** The place of an import: a comic of its own, or a chapter of a series. */
export type Placement =
  | { kind: 'oneshot'; title: string; workKey: string | null }
  | {
      kind: 'chapter';
      /** Title of the comic. */
      series: string;
      /** The key by which other chapters of this series in this language find the comic. */
      seriesKey: string;
      workKey: string;
      number: string | null;
      /** The printed book it is part of. */
      volume: string | null;
      /** Where the chapter stands when it has no number; null: at the end. */
      position: number | null;
      name: string;
    };

/**
 * Where an import belongs (decisions, "Import"): where somebody else says so; with a series and a number it is a chapter, unless it is the only one;
 * without metadata of its own (`own` false) its folder is the series, unless its name follows the convention of
 * one-shots; else it is a one-shot with its own title. Editions in other languages share the work key.
 *
 * @param name of the file or folder, without extension; the last resort for a title.
 */
export function inferPlacement(
  metadata: ImportMetadata,
  own: boolean,
  name: string,
  around: FolderContext | null,
): Placement {
  if (around?.said !== undefined) {
    const { number, volume, title } = around.said;
    return {
      ...chapter(metadata, {
        series: plainLine(around.folder, TITLE_LETTERS) || '?',
        number: number === null ? null : plainLine(number, MAX_NUMBER) || null,
        position: around.position,
        name: plainLine(title, TITLE_LETTERS),
      }),
      volume: volume === null ? null : plainLine(volume, MAX_VOLUME) || null,
    };
  }
  if (!own && around !== null && readName(name).form !== 'circle') return inFolder(metadata, name, around);
  const { series, number, count } = metadata;
  if (series !== null && number !== null && count !== 1) {
    return chapter(metadata, {
      series,
      number,
      position: null,
      name: metadata.title === series ? '' : (metadata.title ?? ''),
    });
  }
  const title = metadata.title ?? series ?? (name.trim() || '?');
  const workKey =
    metadata.workKey ?? (series !== null && number !== null ? `${folded(series)}#${folded(number)}` : null);
  return { kind: 'oneshot', title, workKey };
}

/**
 * The places of the parts of one folder, in the natural order of their names: the number of those that have one, and
 * for the others a place just behind the one before them, so that `extra` stays between 3 and 4.
 */
export function namePositions(names: readonly string[]): number[] {
  let last = 0;
  return names.map((name) => {
    const { number } = readPartName(name);
    const value = number === null ? NaN : Number(/\d+(\.\d+)?/.exec(number)?.[0]);
    last = Number.isFinite(value) ? value : Math.round((last + 0.001) * 1000) / 1000;
    return last;
  });
}

function inFolder(metadata: ImportMetadata, name: string, { folder, position }: FolderContext): Placement {
  const named = readName(folder).metadata;
  const { number, title } = readPartName(name);
  const series = named.title ?? named.series ?? folder;
  return chapter(metadata, { series, number, position, name: title ?? '' });
}

function chapter(
  metadata: ImportMetadata,
  place: { series: string; number: string | null; position: number | null; name: string },
): Placement & { kind: 'chapter' } {
  const series = folded(place.series);
  return {
    kind: 'chapter',
    ...place,
    volume: metadata.volume,
    seriesKey: `${metadata.language ?? ''}|${series}`,
    workKey: metadata.workKey ?? series,
  };
}

/** Texts that differ in case, width or spaces are the same series; `K-On!` and `K-On!!` are not. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
