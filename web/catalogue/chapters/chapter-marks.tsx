import type { Chapter } from '#contract/chapters.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { markChapters } from '#web/library/progress/reading-marks.ts';
import { GroupChoiceButtons } from '#web/library/makers/group-choice.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import type { ComicView } from '#web/catalogue/comic/comic-data.ts';
import type { Reading } from '#web/catalogue/comic/reading-state.ts';

interface Props {
  view: ComicView;
  chapter: Chapter;
  reading: Reading;
  onClose: () => void;
}

/**
 * Says of a chapter whether it is read, or that everything up to it is; what was said can be taken back. Members choose here, too,
 * whether they prefer or block those who made it.
 */
export function ChapterMarks({ view: { comic, chapters }, chapter, reading, onClose }: Props) {
  const t = useTranslate();
  const name = useChapterName();
  const user = useUser();
  const hasGroups = useFeature('groups');
  const isRead = (each: Chapter) => typeof reading.of(each)?.completedAt === 'number';
  const open = chapters.slice(0, chapters.indexOf(chapter) + 1).filter((each) => !isRead(each));
  const begun = reading.of(chapter) !== undefined;
  const mark = (marked: readonly Chapter[], read: boolean) => {
    const undo = markChapters(comic, marked, read);
    onClose();
    showToast({
      text: t(read ? 'comic.marks.done' : 'comic.marks.undone', { count: marked.length }),
      closeLabel: t('library.toast.close'),
      action: { label: t('library.toast.undo'), run: undo },
    });
  };
  return (
    <Dialog open onClose={onClose} title={name(chapter)} closeLabel={t('library.toast.close')}>
      <div className="stack">
        {isRead(chapter) ? null : (
          <Button look={['lg']} onClick={() => mark([chapter], true)}>
            <Icon name="check" />
            {t('comic.marks.read')}
          </Button>
        )}
        {begun ? (
          <Button look={['lg']} onClick={() => mark([chapter], false)}>
            <Icon name="x" />
            {t('comic.marks.unread')}
          </Button>
        ) : null}
        {open.length > (isRead(chapter) ? 0 : 1) ? (
          <Button look={['lg']} onClick={() => mark(open, true)}>
            <Icon name="up" />
            {t('comic.marks.upTo', { count: open.length })}
          </Button>
        ) : null}
        {hasGroups && user !== null
          ? chapter.groups.map((group) => <GroupChoiceButtons key={group.id} group={group} named onChosen={onClose} />)
          : null}
      </div>
    </Dialog>
  );
}
