import { useEffect, useState, type CSSProperties } from 'react';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { knownSize } from '#web/reader/chapter/page-shape.ts';
import { orderPanels, panelSlices, type Panel } from './panel-order.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import { useDetails } from './use-details.ts';
import './guided-control.css';

/** Where one is: a page, and a panel of it from 0; -1 is its last, which is not known while the panels are on their way. */
interface Place {
  page: number;
  panel: number;
}

const WHOLE: Panel = [0, 0, 1000, 1000];

/** The pages panel by panel: each fills the screen in turn, with what is around it dimmed. A page without panels is shown whole. */
export function GuidedTool({ reader }: { reader: ReaderContext }) {
  const {
    data,
    control: { settings },
    view,
    moveTo,
  } = reader;
  const t = useTranslate();
  const [place, setPlace] = useState<Place | null>(null);
  const details = useDetails(data, place !== null);
  const image = place && data.images[place.page - 1];
  const found = orderPanels((details.get(place?.page ?? 0)?.panels as Panel[] | undefined) ?? [], settings.direction);
  const panels = found.length === 0 && image ? panelSlices(knownSize(image)) : found;
  const last = Math.max(0, panels.length - 1);
  const at = place && (place.panel < 0 ? last : Math.min(place.panel, last));

  const leave = () => setPlace(null);
  const go = (by: 1 | -1) => {
    if (place === null || at === null || reader.overlay !== null) return false;
    if (panels[at + by]) {
      setPlace({ ...place, panel: at + by });
      return;
    }
    const page = place.page + by;
    // Beyond the ends of the chapter lies what the reader has there.
    if (page < 1 || page > view.total) {
      leave();
      return false;
    }
    setPlace({ page, panel: by === 1 ? 0 : -1 });
    moveTo({ page });
  };
  const on = place !== null;
  useActionHandler(
    reader,
    'guided',
    () => (on ? leave() : setPlace({ page: reader.here().page, panel: 0 })),
    view.total > 0 && !view.ended,
  );
  useActionHandler(reader, 'leave', leave, on);
  useActionHandler(reader, 'next', () => go(1), on);
  useActionHandler(reader, 'forward', () => go(1), on);
  useActionHandler(reader, 'scroll-down', () => go(1), on);
  useActionHandler(reader, 'previous', () => go(-1), on);
  useActionHandler(reader, 'backward', () => go(-1), on);
  useActionHandler(reader, 'scroll-up', () => go(-1), on);

  // Whoever goes to another page by the slider or a list begins there at its first panel.
  useEffect(() => {
    if (place && (place.page < view.first || place.page > view.last)) {
      setPlace({ page: view.first, panel: 0 });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- follows moves of the view, not its own
  }, [view.first, view.last]);
  useEffect(() => {
    if (view.ended) {
      leave();
    }
  }, [view.ended]);
  useEffect(() => {
    if (place === null || at === null || panels.length === 0) return;
    // The reader says first which page this is.
    const timer = setTimeout(
      () => announce(t('reader.guided.panel', { panel: at + 1, count: panels.length, page: place.page })),
      view.paged ? 100 : 600,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- told once for each panel
  }, [place?.page, at, panels.length, view.first]);

  const screen = useScreen(on);
  if (!image || at === null) return null;
  const panel = panels[at] ?? WHOLE;
  return (
    <div className="guided" dir="ltr" data-still={!settings.animate || undefined}>
      <div className="guided__page" key={image.id} style={fitPanel(knownSize(image), panel, screen)}>
        <img src={settings.saver ? image.saver_url : image.source_url} alt="" draggable={false} />
        {panel !== WHOLE && <div className="guided__lit" style={litAt(panel)} />}
      </div>
      <Button look={['icon']} className="guided__leave" aria-label={t('reader.guided.leave')} onClick={leave}>
        <Icon name="x" />
      </Button>
    </div>
  );
}

/** Room around a panel, in parts of the screen; and to how many pixels of the screen one of the picture may grow. */
const ROOM = 0.03;
const LARGEST = 3;

/** The page so large and in such a place that a panel of it fills a screen. */
function fitPanel(
  { width, height }: { width: number; height: number },
  [left, top, across, down]: Panel,
  screen: { width: number; height: number },
): CSSProperties {
  const whole = Math.min(screen.width / width, screen.height / height);
  const fits = Math.min(
    (screen.width * (1 - 2 * ROOM)) / ((width * across) / 1000),
    (screen.height * (1 - 2 * ROOM)) / ((height * down) / 1000),
  );
  const scale = across === 1000 && down === 1000 ? 1 : Math.min(fits, Math.max(LARGEST, whole)) / whole;
  const [x, y] = [
    ((left + across / 2) / 1000) * width * whole * scale,
    ((top + down / 2) / 1000) * height * whole * scale,
  ];
  return {
    inlineSize: width * whole,
    blockSize: height * whole,
    transform: `translate(${screen.width / 2 - x}px, ${screen.height / 2 - y}px) scale(${scale})`,
  };
}

function litAt([left, top, across, down]: Panel): CSSProperties {
  return {
    insetInlineStart: `${left / 10}%`,
    insetBlockStart: `${top / 10}%`,
    inlineSize: `${across / 10}%`,
    blockSize: `${down / 10}%`,
  };
}

/** The size of the screen in pixels, followed while it is of use. */
function useScreen(used: boolean): { width: number; height: number } {
  const now = () => ({ width: window.innerWidth, height: window.innerHeight });
  const [screen, setScreen] = useState(now);
  useEffect(() => {
    if (!used) return;
    const follow = () => setScreen(now());
    follow();
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [used]);
  return screen;
}
