import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chapter } from '#contract/chapters.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { makersStore } from '#web/library/makers/makers.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { progressId } from '#web/reader/chapter/chapter-data.ts';
import { ChapterSheet } from './chapter-sheet.tsx';
import { missingBetween, findNeighbours, newGroups } from './neighbours.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { canScroll } from '#web/reader/context/scrolling.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';

/** The chapters of the comic read last, and whom the reader preferred and blocked then: going from chapter to chapter asks once. */
let known: { slug: string; chapters: Chapter[]; makers: unknown } | null = null;

/** Knows the comic's chapters: which ones to go on and back to, what to say between them, and all of them in a list. */
export function ChaptersTool({ reader }: { reader: ReaderContext }) {
  const {
    data: { comic, chapter },
    overlay,
    show,
  } = reader;
  const [chapters, setChapters] = useState<readonly Chapter[] | null>(null);
  const [isFailed, setFailed] = useState(false);

  const fetchThem = () => {
    if (chapters !== null) return;
    const makers = makersStore.get();
    if (known?.slug === comic.slug && known.makers === makers && known.chapters.some(({ id }) => id === chapter?.id)) {
      setChapters(known.chapters);
      return;
    }
    setFailed(false);
    apiGet<Chapter[]>(`/comics/${encodeURIComponent(comic.slug)}/chapters`).then(
      (list) => {
        known = { slug: comic.slug, chapters: list, makers };
        setChapters(list);
      },
      () => setFailed(true),
    );
  };
  // Without the list, the reader goes on to the chapter the server names.
  useEffect(() => {
    if (chapter !== null) {
      fetchThem();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked for once for each chapter
  }, [chapter?.id]);
  useActionHandler(
    reader,
    'chapters',
    () => {
      fetchThem();
      show('chapters');
    },
    comic.chapters_count > 0,
  );
  useAdjacentChapters(reader, chapters, isFailed);
  useEnds(reader);
  return (
    <ChapterSheet
      open={overlay === 'chapters'}
      reader={reader}
      chapters={chapters}
      isFailed={isFailed}
      onClose={() => show(null)}
    />
  );
}

/** Tells the reader which chapters are beside this one, by its settings; where the list is of no help, the ones the server names. */
function useAdjacentChapters(
  {
    data: { comic, chapter, previous: before, next: after },
    control: {
      settings: { skipRead, skipDuplicates },
    },
    setAround,
  }: ReaderContext,
  chapters: readonly Chapter[] | null,
  isFailed: boolean,
): void {
  const t = useTranslate();
  const around = useMemo(() => {
    if (chapter === null || (chapters === null && !isFailed)) return null;
    if (!chapters?.some(({ id }) => id === chapter.id)) {
      return { of: chapter.id, previous: before, next: after, notices: null };
    }
    const records = progressStore.get()[comic.id]?.chapters ?? {};
    const isRead = (each: Chapter) => typeof records[progressId(each)]?.completedAt === 'number';
    const { previous, next } = findNeighbours(chapters, chapter.id, { isRead, skipRead, skipDuplicates });
    const missing = next ? missingBetween(chapters, chapter, next) : [];
    const groups = next ? newGroups(chapter, next) : [];
    const notices = [
      ...(missing.length > 0
        ? [t('reader.notice.missing', { count: missing.length, from: missing[0]!, to: missing.at(-1)! })]
        : []),
      ...(groups.length > 0 ? [t('reader.notice.groups', { groups: groups.map(({ name }) => name).join(', ') })] : []),
    ];
    return {
      of: chapter.id,
      previous,
      next,
      notices:
        notices.length === 0
          ? null
          : notices.map((text) => (
              <p key={text} className="finish__notice">
                <Icon name="alert" className="icon--s" />
                {text}
              </p>
            )),
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `before` and `after` come with `chapter`
  }, [chapters, isFailed, chapter, comic.id, skipRead, skipDuplicates]);
  useEffect(() => {
    if (around !== null) {
      setAround(around);
    }
  }, [around, setAround]);
}

/** A step back from the beginning says what is before it; the next one goes there. Where no chapter is left, that is said. */
function useEnds(reader: ReaderContext): void {
  const {
    data: { chapter, previous, next },
    view,
    here,
    control: {
      settings: { transitions },
    },
  } = reader;
  const t = useTranslate();
  const name = useChapterName();
  const wasSaid = useRef(false);
  const say = (text: string) => showToast({ text, closeLabel: t('reader.close') });
  useEffect(() => {
    wasSaid.current = false;
  }, [view.first]);
  const stop = () => {
    const { page, offset } = here();
    const isAtStart = !view.ended && (view.paged ? view.first : page) === 1 && offset <= 0.05;
    if (!isAtStart || wasSaid.current || (!transitions && previous !== null)) return false;
    wasSaid.current = true;
    const text =
      chapter !== null && previous !== null
        ? t('reader.start.chapter', { chapter: name(chapter), previous: name(previous) })
        : t('reader.start.first');
    say(text);
    return true;
  };
  useActionHandler(reader, 'next-chapter', () => say(t('reader.chapter.isLast')), chapter !== null && next === null);
  useActionHandler(
    reader,
    'previous-chapter',
    () => say(t('reader.chapter.isFirst')),
    chapter !== null && previous === null,
  );
  useActionHandler(reader, 'previous', stop);
  useActionHandler(reader, 'backward', () => {
    const box = reader.scroller();
    return box !== null && canScroll(box, -1) ? false : stop();
  });
}
