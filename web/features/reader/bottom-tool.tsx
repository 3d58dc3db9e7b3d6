import { useState } from 'react';
import { formatNumber, numberFormat } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/i18n.tsx';
import { pictureOf } from './chapter-data.ts';
import { BottomBar } from './reader-bars.tsx';
import type { ReaderHandle } from './reader-handle.ts';
import { Scrub } from './scrub.tsx';
import { Thumbs } from './thumbs.tsx';
import { useTaker } from './use-actions.ts';

/** The bar below the pages: where one is, what is loaded, and small pictures of all pages when they are wanted. */
export function BottomTool({ reader }: { reader: ReaderHandle }) {
  const { data, control: { settings }, view: { first, last, total, paged, percent }, address, moveTo, chrome, pictures } = reader;
  const locale = useLocale();
  const [thumbs, setThumbs] = useState<'open' | 'pointed' | null>(null);
  useTaker(reader, 'thumbnails', () => { chrome.show(); setThumbs((now) => (now === null ? 'open' : null)); });
  useTaker(reader, 'leave', () => setThumbs(null), thumbs !== null);
  if (total === 0) { return null; }
  return (
    <BottomBar
      data={data} direction={settings.direction} onNextChapter={reader.onLeave} onPointing={() => setThumbs((now) => (now === 'pointed' ? null : now))}
      now={<>
        <b>{formatNumber(locale, first)}{first === last ? null : `–${formatNumber(locale, last)}`}</b>
        {` / ${formatNumber(locale, total)}`}{paged ? null : ` · ${numberFormat(locale, { style: 'percent' }).format(percent / 100)}`}
      </>}
    >
      {thumbs !== null && <Thumbs images={data.images} first={first} last={last} direction={settings.direction} address={address} onChoose={(page) => moveTo({ page }, 'jump')} />}
      <Scrub
        total={total} first={first} last={last} direction={settings.direction}
        isLoaded={(page) => pictures.ready.has(pictureOf(data.images[page - 1]!, settings.saver))}
        onChoose={(page, settled) => moveTo({ page }, settled ? 'jump' : 'turn')}
        onPointing={() => setThumbs((now) => now ?? 'pointed')}
      />
    </BottomBar>
  );
}
