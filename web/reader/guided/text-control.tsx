import { useEffect, useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { textId } from '#web/reader/chapter/page-texts.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import { useDetails } from './use-details.ts';
import './text-control.css';

/** The texts of the pages: for those who listen, each belongs to its picture; for those who ask, that of the page in view stands below it. */
export function TextTool({ reader }: { reader: ReaderContext }) {
  const {
    data,
    view: { first, last, ended },
  } = reader;
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const details = useDetails(data, data.described);
  useActionHandler(reader, 'page-text', () => setOpen(!open), data.described);
  useActionHandler(reader, 'leave', () => setOpen(false), open);
  useEffect(() => {
    setOpen(false);
  }, [data.chapter?.id]);
  const inView = [...details.values()].filter(({ page, text }) => page >= first && page <= last && text !== null);
  return (
    <>
      <div hidden>
        {[...details.values()].map(
          ({ page, text }) =>
            text !== null && (
              <p key={page} id={textId(data.images[page - 1]?.id ?? 0)}>
                {text}
              </p>
            ),
        )}
      </div>
      {open && !ended && (
        <section className="page-text" aria-label={t('reader.key.page-text')}>
          {inView.length === 0 && <p>{t('reader.text.none')}</p>}
          {inView.map(({ page, text }) => (
            <p key={page} dir="auto">
              {text}
            </p>
          ))}
          <Button
            look={['ghost', 'icon']}
            className="page-text__close"
            aria-label={t('reader.close')}
            onClick={() => setOpen(false)}
          >
            <Icon name="x" />
          </Button>
        </section>
      )}
    </>
  );
}
