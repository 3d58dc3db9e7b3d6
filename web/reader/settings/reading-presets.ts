import type { ReaderSettings, SettingName } from '#web/library/preferences/reader-settings.ts';

/** The ways to read, as one choice: what people call a mode. */
export const READING_PRESETS = ['ltr', 'rtl', 'down', 'strip', 'strip-gap', 'across'] as const;
export type Reading = (typeof READING_PRESETS)[number];

/** The settings a way to read is made of; the gap besides, which tells two strips apart. */
export const READING_SETTINGS: readonly SettingName[] = ['mode', 'layout', 'direction'];

/** The gap of a strip that is to have one, in CSS pixels. */
const STRIP_GAP = 16;

/** Which way to read some settings are. */
export function findPreset({ mode, layout, direction, gap }: ReaderSettings): Reading {
  if (mode === 'manga') return layout === 'vertical' ? 'down' : direction;
  if (layout === 'horizontal') return 'across';
  return gap > 0 ? 'strip-gap' : 'strip';
}

/** The settings changed by choosing a preset; a gap only where there is one too many or too few. */
export function presetSettings(reading: Reading, { gap }: Pick<ReaderSettings, 'gap'>): Partial<ReaderSettings> {
  switch (reading) {
    case 'ltr':
    case 'rtl':
      return { mode: 'manga', layout: 'horizontal', direction: reading };
    case 'down':
      return { mode: 'manga', layout: 'vertical' };
    case 'strip':
      return { mode: 'webtoon', layout: 'vertical', ...(gap > 0 ? { gap: 0 } : {}) };
    case 'strip-gap':
      return { mode: 'webtoon', layout: 'vertical', ...(gap > 0 ? {} : { gap: STRIP_GAP }) };
    case 'across':
      return { mode: 'webtoon', layout: 'horizontal' };
  }
}

/** Whether a setting changes anything where the others are as they are. The mode, layout and direction of pages are one choice, `Reading`. */
export function hasEffect(name: SettingName, settings: ReaderSettings): boolean {
  const paged = settings.mode === 'manga';
  const across = paged && settings.layout === 'horizontal';
  switch (name) {
    case 'mode':
    case 'layout':
      return false;
    case 'direction':
      return !across;
    case 'pairing':
      return across;
    case 'pairStart':
      return across && settings.pairing !== 'one';
    case 'gap':
      return !paged || (across && settings.pairing !== 'one');
    case 'wide':
    case 'animate':
    case 'flash':
      return paged;
    case 'wideInvert':
      return paged && settings.wide !== 'alone';
    case 'padding':
    case 'endless':
      return !paged;
    case 'tapInvert':
      return settings.taps !== 'off';
    default:
      return true;
  }
}

/** The settings in groups, as the sheet shows them; each stands in one of them. */
export const GROUPS = {
  layout: ['mode', 'layout', 'direction', 'fit', 'padding', 'gap'],
  pages: ['pairing', 'pairStart', 'wide', 'wideInvert', 'crop', 'preload', 'saver'],
  picture: ['ground', 'brightness', 'contrast', 'saturation', 'sepia', 'grayscale', 'invert'],
  controls: ['taps', 'tapInvert', 'mouse', 'bar', 'pageNumber', 'fullscreen', 'awake', 'orientation'],
  behaviour: ['animate', 'pace', 'endless', 'transitions', 'skipRead', 'skipDuplicates', 'flash'],
} as const satisfies Record<string, readonly SettingName[]>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];
