/** How pages are shown: one after the other (`manga`) or as one strip (`webtoon`); the specification's words. */
export type ReadingMode = 'manga' | 'webtoon';
export type ReadingDirection = 'ltr' | 'rtl';
export type Layout = 'horizontal' | 'vertical';
export type Fit = 'screen' | 'width' | 'height' | 'original';
export type Pairing = 'auto' | 'one' | 'two';
export type Ground = 'black' | 'dark' | 'grey' | 'paper' | 'white';

export interface ReaderSettings {
  mode: ReadingMode;
  direction: ReadingDirection;
  layout: Layout;
  /** Pages at a time, in manga mode: `auto` is two on a wide screen. */
  pairing: Pairing;
  /** Pairs start one page later: for scans whose cover is missing. */
  shift: boolean;
  fit: Fit;
  /** Between pages, in CSS pixels, 0 to `MAX_GAP`. */
  gap: number;
  ground: Ground;
  /** Loads smaller pictures. */
  saver: boolean;
}

/** What a reader chose: only the settings that differ from what the comic itself asks for. */
export type Choices = Partial<ReaderSettings>;
export type Scope = 'all' | 'comic';
/** Where a value comes from: the comic itself, the choice for all comics, the choice for this one. */
export type Origin = 'default' | Scope;

export const MODES: readonly ReadingMode[] = ['manga', 'webtoon'];
export const READING_DIRECTIONS: readonly ReadingDirection[] = ['ltr', 'rtl'];
export const LAYOUTS: readonly Layout[] = ['horizontal', 'vertical'];
export const FITS: readonly Fit[] = ['screen', 'width', 'height', 'original'];
export const PAIRINGS: readonly Pairing[] = ['auto', 'one', 'two'];
export const GROUNDS: readonly Ground[] = ['black', 'dark', 'grey', 'paper', 'white'];
/** Widest gap between pages, in CSS pixels (mockups, reader settings). */
export const MAX_GAP = 64;

/** What a comic asks for by its own direction, on a site of this variant (specification, "Webtoon variant"). */
export function defaultSettings(direction: 'ltr' | 'rtl' | 'vertical', variant: 'comic' | 'webtoon'): ReaderSettings {
  const strip = direction === 'vertical' || variant === 'webtoon';
  return {
    mode: strip ? 'webtoon' : 'manga',
    direction: direction === 'rtl' ? 'rtl' : 'ltr',
    layout: strip ? 'vertical' : 'horizontal',
    pairing: 'auto',
    shift: false,
    fit: 'screen',
    gap: 0,
    ground: 'black',
    saver: false,
  };
}

/** The settings in force: this comic's choices before those for all comics before what the comic asks for. */
export function settingsInForce(defaults: ReaderSettings, all: Choices, comic: Choices): ReaderSettings {
  return { ...defaults, ...all, ...comic };
}

/** Which of the three a setting's value in force comes from. */
export function originOf(name: keyof ReaderSettings, all: Choices, comic: Choices): Origin {
  if (name in comic) { return 'comic'; }
  return name in all ? 'all' : 'default';
}

const CHECKS: { [Name in keyof ReaderSettings]: (value: unknown) => boolean } = {
  mode: oneOf(MODES),
  direction: oneOf(READING_DIRECTIONS),
  layout: oneOf(LAYOUTS),
  pairing: oneOf(PAIRINGS),
  shift: (value) => typeof value === 'boolean',
  fit: oneOf(FITS),
  gap: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_GAP,
  ground: oneOf(GROUNDS),
  saver: (value) => typeof value === 'boolean',
};

/** The settings of anything that was stored, without what we do not know: storage may be old, edited or broken. */
export function readChoices(stored: unknown): Choices {
  if (typeof stored !== 'object' || stored === null) { return {}; }
  const known = Object.entries(stored).filter(([name, value]) => CHECKS[name as keyof ReaderSettings]?.(value) === true);
  return Object.fromEntries(known) as Choices;
}

function oneOf(values: readonly string[]): (value: unknown) => boolean {
  return (value) => values.includes(value as string);
}
