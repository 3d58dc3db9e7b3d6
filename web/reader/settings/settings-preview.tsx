import type { CSSProperties } from 'react';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import { cssFilter } from '#web/reader/chapter/image-adjustments.ts';
import { usePairs } from '#web/reader/chapter/use-settings.ts';
import './settings-preview.css';

/** Little pages laid out and coloured as the settings say on this screen. Decoration: the controls say the same in words. */
export function SettingsPreview({ settings }: { settings: ReaderSettings }) {
  const { mode, direction, layout, ground, gap, padding, pairStart } = settings;
  const pairs = usePairs(settings);
  const strip = mode === 'webtoon';
  const pages = strip ? 3 : pairs ? 2 : 1;
  return (
    <div
      className="preview"
      aria-hidden="true"
      dir={direction}
      data-ground={ground}
      data-filtered=""
      data-strip={strip ? layout : undefined}
      style={
        {
          '--gap': `${gap / 4}px`,
          '--padding': strip ? `${padding / 2}%` : undefined,
          '--filter': cssFilter(settings) ?? 'none',
        } as CSSProperties
      }
    >
      {Array.from({ length: pages }, (_, page) => (
        <i key={page} data-blank={(pairs && page === 0 && pairStart === 'cover') || undefined}>
          <b />
          <b />
          <b />
          <b />
        </i>
      ))}
    </div>
  );
}
