import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SiteConfig } from '#contract/site.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** Milliseconds between two looks. */
const LOOK_EVERY = 3000;

type Demo = NonNullable<SiteConfig['demo']>;

/** How far the demo library has come in; the page shows the comics as they come. Nothing once it is there. */
export function DemoProgress({ known }: { known: Demo }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const [demo, setDemo] = useState<Demo | null>(known);
  // The page may be older than what it was made of: the first look is at once.
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (demo === null) return;
    const leaving = new AbortController();
    const timer = setTimeout(
      () => {
        apiGet<SiteConfig>('/config', { signal: leaving.signal }).then(
          ({ demo: now = null }) => {
            if (now?.done !== demo.done) {
              void revalidate();
            }
            setDemo(now);
            setLooks(looks + 1);
          },
          () => {
            if (!leaving.signal.aborted) {
              setLooks(looks + 1);
            }
          },
        );
      },
      looks === 0 ? 0 : LOOK_EVERY,
    );
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- every look asks for the next one, whatever it found
  }, [looks]);
  return demo && <p className="muted num">{t('home.demo', demo)}</p>;
}
