import type { CSSProperties } from 'react';
import type { ReaderSettings } from '#web/kept/reader-settings.ts';
import { usePairs } from './use-settings.ts';
import './settings-preview.css';

/** Little pages laid out as the settings say on this screen. Decoration: the reader behind the sheet shows the same. */
export function SettingsPreview({ settings }: { settings: ReaderSettings }) {
  const { mode, direction, layout, ground, gap } = settings;
  const pairs = usePairs(settings);
  return (
    <div
      className="preview" aria-hidden="true" dir={direction} data-ground={ground} data-strip={mode === 'webtoon' ? layout : undefined}
      style={{ '--gap': `${gap / 4}px` } as CSSProperties}
    >
      <i><b /><b /><b /><b /></i>
      {mode === 'manga' && !pairs ? null : <i><b /><b /><b /><b /></i>}
    </div>
  );
}
