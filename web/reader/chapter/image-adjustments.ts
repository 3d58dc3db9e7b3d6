import type { CSSProperties } from 'react';
import type { PageImage } from '#contract/comics.ts';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import './image-adjustments.css';

type Picture = Pick<ReaderSettings, 'brightness' | 'contrast' | 'saturation' | 'sepia' | 'grayscale' | 'invert'>;

/** The CSS filter that makes pictures look as the settings say; undefined where they stay as they are. */
export function cssFilter({ brightness, contrast, saturation, sepia, grayscale, invert }: Picture): string | undefined {
  const parts = [
    brightness !== 100 && `brightness(${brightness}%)`,
    contrast !== 100 && `contrast(${contrast}%)`,
    grayscale ? 'grayscale(1)' : saturation !== 100 && `saturate(${saturation}%)`,
    sepia !== 0 && `sepia(${sepia}%)`,
    invert && 'invert(1)',
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** The colour between the edges (`#rrggbb`) of the pages in view; null where none has one. */
export function edgeStyle(pages: readonly (Pick<PageImage, 'edge'> | undefined)[]): string | null {
  const edges = pages.flatMap((page) => page?.edge ?? []).map((edge) => Number.parseInt(edge.slice(1), 16));
  if (edges.length === 0) return null;
  const mean = (shift: number) =>
    Math.round(edges.reduce((sum, edge) => sum + ((edge >> shift) & 255), 0) / edges.length);
  return `#${[16, 8, 0].map((shift) => mean(shift).toString(16).padStart(2, '0')).join('')}`;
}

/** The attributes the element around the pages needs for their colours and for the ground behind them: spread it on it. */
export function imageAdjustments(
  settings: ReaderSettings,
  inView: readonly (Pick<PageImage, 'edge'> | undefined)[],
): { 'data-ground': string; 'data-filtered'?: ''; style: CSSProperties } {
  const filter = cssFilter(settings);
  const edge = settings.ground === 'auto' ? edgeStyle(inView) : null;
  return {
    'data-ground': settings.ground,
    ...(filter === undefined ? {} : { 'data-filtered': '' }),
    style: {
      ...(filter === undefined ? {} : { '--filter': filter }),
      ...(edge === null ? {} : { '--edge': edge }),
    } as CSSProperties,
  };
}
