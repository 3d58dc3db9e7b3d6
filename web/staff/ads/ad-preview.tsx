import { useEffect, useRef, useState } from 'react';
import { adFrame } from '#contract/ads.ts';
import { SANDBOX } from '#web/catalogue/ads/sandboxed-ad.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

/** How an ad looks in both sizes of its spot, in the same frame that readers get it in; written anew when it is asked for. */
export function AdPreview({
  code,
  wide,
  narrow,
}: {
  code: string;
  wide: readonly [number, number];
  narrow: readonly [number, number];
}) {
  const t = useTranslate();
  const [shown, setShown] = useState({ code, turn: 0 });
  return (
    <Panel
      title={t('admin.ads.preview')}
      more={
        <Button onClick={() => setShown({ code, turn: shown.turn + 1 })}>
          <Icon name="retry" />
          {t('admin.ads.preview.again')}
        </Button>
      }
    >
      <div className="stack">
        {(
          [
            ['wide', wide],
            ['narrow', narrow],
          ] as const
        ).map(([name, [width, height]]) => (
          <figure key={name} className="ad-editor__preview">
            <figcaption className="muted small">
              {t(`admin.ads.device.${name}`)} ·{' '}
              <bdi dir="ltr">
                {width} × {height}
              </bdi>
            </figcaption>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
            <div className="ad-editor__scroll" role="group" aria-label={t(`admin.ads.device.${name}`)} tabIndex={0}>
              <Frame key={shown.turn} code={shown.code} width={width} height={height} title={t('admin.ads.preview')} />
            </div>
          </figure>
        ))}
      </div>
    </Panel>
  );
}

/** The frame asks for its code once it listens. */
function Frame({ code, width, height, title }: { code: string; width: number; height: number; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') {
        frame.current?.contentWindow?.postMessage(code, '*');
      }
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [code]);
  return (
    <iframe
      ref={frame}
      className="ad-editor__frame"
      title={title}
      sandbox={SANDBOX}
      src={adFrame('preview')}
      width={width}
      height={height}
    />
  );
}
