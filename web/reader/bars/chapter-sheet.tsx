import { useState } from 'react';
import type { Chapter } from '#contract/chapters.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { openAmong } from '#web/library/progress/chapter-versions.ts';
import { useComicProgress } from '#web/library/progress/progress-store.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { progressId } from '#web/reader/chapter/chapter-data.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { Link } from '#web/ui/basic/link.tsx';
import './chapter-sheet.css';

interface Props {
  open: boolean;
  reader: ReaderContext;
  /** In reading order; null until they are there. */
  chapters: readonly Chapter[] | null;
  isFailed: boolean;
  onClose: () => void;
}

/** All chapters of the comic: what was read, by whom they are, the one that is open. Typing a number or a part of a name leaves those. */
export function ChapterSheet({
  open,
  reader: {
    data: { comic, chapter },
  },
  chapters,
  isFailed,
  onClose,
}: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const name = useChapterName();
  const progress = useComicProgress(comic.id);
  const [asked, setAsked] = useState('');
  const wanted = asked.trim().toLowerCase();
  const isOpen = openAmong(chapters ?? []);
  const shown = chapters?.filter(
    (each) =>
      (isOpen(each) || each.id === chapter?.id) &&
      (each.number?.toLowerCase().startsWith(wanted) || each.name.toLowerCase().includes(wanted) || wanted === ''),
  );
  const field = t('reader.chapters.filter');
  const close = () => {
    setAsked('');
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('reader.chapters.title')}
      closeLabel={t('reader.close')}
      head={
        <input
          className="input"
          type="search"
          value={asked}
          placeholder={field}
          aria-label={field}
          onChange={(event) => setAsked(event.target.value)}
        />
      }
    >
      {isFailed && <p role="alert">{t('reader.chapters.failed')}</p>}
      {shown?.length === 0 && <p className="muted">{t('reader.chapters.none')}</p>}
      <ol className="parts" aria-busy={chapters === null && !isFailed}>
        {shown?.map((each) => {
          const record = progress?.chapters[progressId(each)];
          const isRead = typeof record?.completedAt === 'number';
          const isNow = each.id === chapter?.id;
          return (
            <li key={each.id}>
              <Link
                ref={isNow ? scrollIntoSight : undefined}
                className={isRead ? 'part is-read' : 'part'}
                aria-current={isNow ? 'page' : undefined}
                to={links.reader(comic.slug, each.slug, record === undefined || isRead ? 1 : undefined)}
                onClick={close}
              >
                <span className="part__name">
                  <b>
                    <bdi lang={comic.language?.code ?? undefined}>{name(each)}</bdi>
                  </b>
                  <span className="muted small">
                    {t('comic.chapter.pages', { count: each.pages })}
                    {each.groups.length > 0 && (
                      <>
                        {' '}
                        · <bdi>{each.groups.map((group) => group.name).join(', ')}</bdi>
                      </>
                    )}
                  </span>
                </span>
                {each.premium && <Icon name="lock" className="icon--s" />}
                {isRead ? (
                  <span className="part__mark">
                    <Icon name="check" className="icon--s" />
                    {t('comic.chapter.read')}
                  </span>
                ) : (
                  record && (
                    <span className="part__mark">{t('reader.page.of', { page: record.page, total: each.pages })}</span>
                  )
                )}
              </Link>
            </li>
          );
        })}
      </ol>
    </Sheet>
  );
}

function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}
