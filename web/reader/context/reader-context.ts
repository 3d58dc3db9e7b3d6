import type { PointerEvent, RefObject } from 'react';
import type { AdjacentChapters, ChapterData } from '#web/reader/chapter/chapter-data.ts';
import type { PageOrientation, ReaderAction } from './key-map.ts';
import type { Scroller } from './scrolling.ts';
import type { Pictures } from '#web/reader/pages/use-pictures.ts';
import type { Move, Position } from './place.ts';
import type { SettingsControl } from '#web/reader/chapter/use-settings.ts';

/** The reader's bars: whether they are in sight, and what brings or takes them. */
export interface Toolbars {
  shown: boolean;
  toggle: () => void;
  show: () => void;
  onPointerMove: (event: PointerEvent) => void;
}

/** The overlays that can be open over the pages. */
export type Overlay = 'settings' | 'help' | 'go-to' | 'chapters' | 'bookmarks' | 'thumbnails';

/** The pages in view. Pages count from 1. */
export interface ReaderView {
  first: number;
  last: number;
  total: number;
  /** The panel after the last page. */
  ended: boolean;
  /** Pages one after the other; else a strip. */
  paged: boolean;
  /** How much of the chapter was passed, 0 to 100. */
  percent: number;
}

/** The handler of a tool when an action is asked for; false where it leaves it to the others. */
export type ActionHandler = () => boolean | void;

/** The reader, as its tools see it: what it shows, and how to move it. */
export interface ReaderContext {
  data: ChapterData;
  /** The address of a page of this chapter. */
  address: (page: number) => string;
  control: SettingsControl;
  pageOrientation: PageOrientation;
  view: ReaderView;
  /** Where the reader is this very moment, to the row. */
  here: () => Position;
  moveTo: (to: Partial<Pick<Position, 'page' | 'offset' | 'ended'>>, move?: Move) => void;
  /** Does what was asked; whether there was anything to do. */
  act: (action: ReaderAction) => boolean;
  /** Takes an action over, before whoever took it earlier; answers how to stop. */
  take: (action: ReaderAction, taker: ActionHandler) => () => void;
  /** The element that scrolls now, if anything. */
  scroller: () => Scroller | null;
  stage: RefObject<HTMLElement | null>;
  pictures: Pictures;
  chrome: Toolbars;
  /** The open overlay, and how to open or close it. */
  overlay: Overlay | null;
  show: (overlay: Overlay | null) => void;
  /** Says that the reader goes on to the next chapter. */
  onLeave: () => void;
  showZones: () => void;
  /** Says what is known of the chapters beside this one; from then on they are `data.previous` and `data.next`. */
  setAround: (around: AdjacentChapters) => void;
  /** Where in the bar above the pages the tools' buttons stand. */
  tools: HTMLElement | null;
}
