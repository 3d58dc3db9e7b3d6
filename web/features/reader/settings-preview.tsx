import type { CSSProperties } from 'react';
import type { ReaderSettings } from './settings.ts';
import './settings-preview.css';

/** Two little pages laid out as the settings say. Decoration: the reader behind the sheet shows the same. */
export function SettingsPreview({ settings: { mode, direction, layout, pairing, ground, gap } }: { settings: ReaderSettings }) {
  const single = mode === 'manga' && (pairing === 'one' || layout === 'vertical');
  return (
    <div
      className="preview" aria-hidden="true" dir={direction} data-ground={ground} data-strip={mode === 'webtoon' ? layout : undefined}
      style={{ '--gap': `${gap / 4}px` } as CSSProperties}
    >
      <i><b /><b /><b /><b /></i>
      {single ? null : <i><b /><b /><b /><b /></i>}
    </div>
  );
}
