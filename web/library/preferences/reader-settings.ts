/** How pages are shown: one after the other (`manga`) or as one strip (`webtoon`). */
export type ReadingMode = 'manga' | 'webtoon';
export type ReadingDirection = 'ltr' | 'rtl';
export type Layout = 'horizontal' | 'vertical';
export type Fit = 'screen' | 'width' | 'height' | 'original' | 'shrink' | 'smart';
export type Pairing = 'auto' | 'one' | 'two';
export type PairStart = 'auto' | 'cover' | 'first';
export type Wide = 'alone' | 'split' | 'rotate';
export type Ground = 'black' | 'dark' | 'grey' | 'paper' | 'white' | 'auto';
export type Taps = 'sides' | 'edges' | 'l' | 'kindle' | 'off';
export type TapInvert = 'none' | 'horizontal' | 'vertical' | 'both';
export type BarPlace = 'bottom' | 'left' | 'right' | 'hidden';

export interface ReaderSettings {
  mode: ReadingMode;
  direction: ReadingDirection;
  layout: Layout;
  /** Pages at a time, in manga mode: `auto` is two on a wide screen. */
  pairing: Pairing;
  /** Whether the first page stands alone (`cover`) or has a partner (`first`); `auto` asks the pictures, and is `cover` where they don't say. */
  pairStart: PairStart;
  /** The treatment of a page that is wider than high: it stays, is shown as two pages, or lies down on an upright screen. */
  wide: Wide;
  /** The halves of a split page the other way around; a page that lies down turned the other way. */
  wideInvert: boolean;
  /** `shrink` is `screen` without enlarging; `smart` is `width` for pages that would be narrow slits on the screen, else `screen`. */
  fit: Fit;
  /** Empty space at each side of a strip, in percent of the screen, 0 to `MAX_PADDING`. */
  padding: number;
  /** Between pages, in CSS pixels, 0 to `MAX_GAP`. */
  gap: number;
  /** Cuts off white and black borders. */
  crop: boolean;
  /** Behind the pages; `auto` is the colour at the edge of the page in view. */
  ground: Ground;
  /** In percent: 100 leaves a picture as it is. */
  brightness: number;
  contrast: number;
  saturation: number;
  /** In percent, 0 to 100. */
  sepia: number;
  grayscale: boolean;
  invert: boolean;
  /** Loads smaller pictures. */
  saver: boolean;
  /** Pages fetched ahead, 1 to `MAX_PRELOAD`. */
  preload: number;
  taps: Taps;
  tapInvert: TapInvert;
  /** The wheel, and the mouse's buttons for back and forth, turn pages. */
  mouse: boolean;
  /** Pages glide when they are turned. */
  animate: boolean;
  /** The screen flashes white after so many turns, for electronic paper; 0 is never. */
  flash: number;
  /** Seconds a page or a screenful of a strip takes when the reader goes on by itself. */
  pace: number;
  /** A strip goes on into the next chapter. */
  endless: boolean;
  /** The panel between chapters is always shown; else only where there is something to say. */
  transitions: boolean;
  /** Next and previous leave out chapters that were read to their end. */
  skipRead: boolean;
  /** Next and previous leave out other versions of the same number. */
  skipDuplicates: boolean;
  fullscreen: boolean;
  /** The screen stays on. */
  awake: boolean;
  orientation: 'free' | 'portrait' | 'landscape';
  /** Where the bar of progress is. */
  bar: BarPlace;
  /** The number of the page is always in sight. */
  pageNumber: boolean;
}

/** The preferences of a reader: only the settings that differ from what the comic itself asks for. */
export type Choices = Partial<ReaderSettings>;
/** For all comics, for all comics on this device, for this comic. */
export type Scope = 'all' | 'device' | 'comic';
/** Where a value comes from: the comic itself, or one of the choices. */
export type Origin = 'default' | Scope;

export const MODES: readonly ReadingMode[] = ['manga', 'webtoon'];
export const READING_DIRECTIONS: readonly ReadingDirection[] = ['ltr', 'rtl'];
export const LAYOUTS: readonly Layout[] = ['horizontal', 'vertical'];
export const FITS: readonly Fit[] = ['screen', 'width', 'height', 'original', 'shrink', 'smart'];
export const PAIRINGS: readonly Pairing[] = ['auto', 'one', 'two'];
export const PAIR_STARTS: readonly PairStart[] = ['auto', 'cover', 'first'];
export const WIDES: readonly Wide[] = ['alone', 'split', 'rotate'];
export const GROUNDS: readonly Ground[] = ['black', 'dark', 'grey', 'paper', 'white', 'auto'];
export const TAPS: readonly Taps[] = ['sides', 'edges', 'l', 'kindle', 'off'];
export const TAP_INVERTS: readonly TapInvert[] = ['none', 'horizontal', 'vertical', 'both'];
export const BAR_PLACES: readonly BarPlace[] = ['bottom', 'left', 'right', 'hidden'];
export const ORIENTATIONS: readonly ReaderSettings['orientation'][] = ['free', 'portrait', 'landscape'];
/** Widest gap between pages, in CSS pixels. */
export const MAX_GAP = 64;
/** Bounds other readers have for these (docs/decisions/0016). */
export const MAX_PADDING = 40;
export const MAX_PRELOAD = 20;

/** Lowest and highest of each setting that is a number; whole numbers only. */
export const BOUNDS = {
  padding: [0, MAX_PADDING],
  gap: [0, MAX_GAP],
  brightness: [20, 150],
  contrast: [50, 200],
  saturation: [0, 200],
  sepia: [0, 100],
  preload: [1, MAX_PRELOAD],
  flash: [0, 10],
  pace: [1, 60],
} as const satisfies Partial<Record<keyof ReaderSettings, readonly [number, number]>>;

/** The hints of a chapter itself on how it wants to be read. Pages of no size say nothing. */
export interface ReadAs {
  direction: 'ltr' | 'rtl' | 'vertical';
  /** The comic's tags say that it is one long strip. */
  longStrip?: boolean;
  /** The sizes of its pages. */
  pages?: readonly { width: number; height: number }[];
}

/** A page this many times as high as wide is a piece of a strip (docs/decisions/0016). */
const STRIP_SHAPE = 3;

/**
 * The settings a chapter asks for on a site of this variant: a strip by its direction, its
 * tags, or where most pages are pieces of one; single pages where all of them lie.
 */
export function defaultSettings(
  { direction, longStrip = false, pages = [] }: ReadAs,
  variant: 'comic' | 'webtoon',
): ReaderSettings {
  const shapes = pages.filter(({ width, height }) => width > 0 && height > 0);
  const slices = shapes.filter(({ width, height }) => height > width * STRIP_SHAPE).length;
  const lying = shapes.length > 0 && shapes.every(({ width, height }) => width > height);
  const strip = direction === 'vertical' || variant === 'webtoon' || longStrip || slices * 2 > shapes.length;
  return {
    mode: strip ? 'webtoon' : 'manga',
    direction: direction === 'rtl' ? 'rtl' : 'ltr',
    layout: strip ? 'vertical' : 'horizontal',
    pairing: lying ? 'one' : 'auto',
    pairStart: 'auto',
    wide: 'alone',
    wideInvert: false,
    fit: 'screen',
    padding: 0,
    gap: 0,
    crop: false,
    ground: 'black',
    brightness: 100,
    contrast: 100,
    saturation: 100,
    sepia: 0,
    grayscale: false,
    invert: false,
    saver: false,
    preload: 5,
    taps: 'sides',
    tapInvert: 'none',
    mouse: true,
    animate: false,
    flash: 0,
    pace: 5,
    endless: false,
    transitions: true,
    skipRead: false,
    skipDuplicates: true,
    fullscreen: false,
    awake: true,
    orientation: 'free',
    bar: 'bottom',
    pageNumber: false,
  };
}

/** The settings in force: this comic's choices before this device's before those for all comics before what the comic asks for. */
export function resolveSettings(
  defaults: ReaderSettings,
  { all, device, comic }: Record<Scope, Choices>,
): ReaderSettings {
  return { ...defaults, ...all, ...device, ...comic };
}

/** The scopes, the one that counts most first. */
export const SCOPES: readonly Scope[] = ['comic', 'device', 'all'];

/** Which of them a setting's value in force comes from. */
export function settingOrigin(name: SettingName, choices: Record<Scope, Choices>): Origin {
  return SCOPES.find((scope) => name in choices[scope]) ?? 'default';
}

export type SettingName = keyof ReaderSettings;

/** The values of each setting that is one of a few. */
export const VALUES = {
  mode: MODES,
  direction: READING_DIRECTIONS,
  layout: LAYOUTS,
  pairing: PAIRINGS,
  pairStart: PAIR_STARTS,
  wide: WIDES,
  fit: FITS,
  ground: GROUNDS,
  taps: TAPS,
  tapInvert: TAP_INVERTS,
  orientation: ORIENTATIONS,
  bar: BAR_PLACES,
} as const satisfies Partial<Record<SettingName, readonly string[]>>;
const KNOWN = defaultSettings({ direction: 'ltr' }, 'comic');

/** The settings of anything that was stored, without what we do not know: storage may be old, edited, broken, or a newer version's. */
export function readChoices(stored: unknown): Choices {
  return Object.fromEntries(objectEntries(stored).filter(([name, value]) => isValue(name, value))) as Choices;
}

/** The names of what was stored that `readChoices` leaves out. */
export function unknownNames(stored: unknown): string[] {
  return objectEntries(stored)
    .filter(([name, value]) => !isValue(name, value))
    .map(([name]) => name);
}

function objectEntries(stored: unknown): [string, unknown][] {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? Object.entries(stored) : [];
}

function isValue(name: string, value: unknown): boolean {
  if (!Object.hasOwn(KNOWN, name)) return false;
  if (isNumeric(name)) {
    const [least, most] = BOUNDS[name];
    return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  }
  return isChoice(name) ? (VALUES[name] as readonly unknown[]).includes(value) : typeof value === 'boolean';
}

/** Whether a setting is a number within `BOUNDS`. */
export function isNumeric(name: string): name is keyof typeof BOUNDS {
  return Object.hasOwn(BOUNDS, name);
}

/** Whether a setting is one of its `VALUES`. What is neither this nor a number is on or off. */
export function isChoice(name: string): name is keyof typeof VALUES {
  return Object.hasOwn(VALUES, name);
}
