import { useState, type ReactNode } from 'react';
import type { AdminChapter, AdminChapterDetail, ChapterState } from '#contract/chapter-editing.ts';
import { apiPost, errorCode } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { LACKS, STATE_ICONS } from '#web/staff/comic-parts/state-actions.tsx';
import { ScheduleDialog } from '#web/staff/comic-parts/schedule-dialog.tsx';
import type { IconName } from '#web/ui/basic/icon.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { chapterTitle } from './chapter-title.ts';

/** The actions that move a chapter on its way. */
export type ChapterAction = 'publish' | 'schedule' | 'draft' | 'remove' | 'restore';

const POSSIBLE: Readonly<Record<ChapterState, readonly ChapterAction[]>> = {
  draft: ['publish', 'schedule', 'remove'],
  scheduled: ['publish', 'schedule', 'draft', 'remove'],
  published: ['draft', 'remove'],
  removed: ['restore'],
};

/** The actions that change the state of a chapter, in the order they are offered. */
export function chapterActions({ state }: Pick<AdminChapter, 'state'>): { action: ChapterAction; icon: IconName }[] {
  return POSSIBLE[state].map((action) => ({ action, icon: STATE_ICONS[action] }));
}

type OpenDialog = { chapter: AdminChapter; dialog: 'schedule' | 'remove' } | Lacking;
/** A publication that was refused because of pages that are missing, which the one who asked may overrule. */
interface Lacking {
  chapter: AdminChapter;
  dialog: 'lack';
  body: Record<string, unknown>;
  text: string;
}

/** Does what changes the state of a chapter: at once, or after `dialogs`, which the caller draws, have asked for more. */
export function useChapterActions(reload: () => Promise<void>): {
  act: (chapter: AdminChapter, action: ChapterAction) => void;
  dialogs: ReactNode;
} {
  const t = useTranslate();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const close = () => setAsked(null);
  const send = async (chapter: AdminChapter, body: Record<string, unknown>) => {
    try {
      const { state } = await apiPost<AdminChapterDetail>(`/admin/chapters/${chapter.id}/state`, { body });
      close();
      showToast({
        text: t(`admin.chapter.done.${state}`, { title: chapterTitle(t, chapter) }),
        closeLabel: t('library.toast.close'),
      });
    } catch (failure) {
      if (!LACKS.has(errorCode(failure) ?? '')) throw failure;
      setAsked({ chapter, dialog: 'lack', body, text: (failure as Error).message });
      return;
    }
    await reload();
  };
  const act = (chapter: AdminChapter, action: ChapterAction) => {
    if (action === 'schedule' || action === 'remove') {
      setAsked({ chapter, dialog: action });
      return;
    }
    send(chapter, { action }).catch((failure: Error) =>
      showToast({ kind: 'bad', text: failure.message, closeLabel: t('library.toast.close') }),
    );
  };
  const labels = { cancelLabel: t('account.cancel'), closeLabel: t('latest.filters.close') };
  const title = asked === null ? '' : chapterTitle(t, asked.chapter);
  const dialogs = (
    <>
      <ScheduleDialog
        open={asked?.dialog === 'schedule'}
        onClose={close}
        title={t('admin.action.schedule')}
        at={asked?.chapter.publish_at ?? null}
        schedule={(at) => send(asked!.chapter, { action: 'publish', at })}
      />
      <Confirm
        open={asked?.dialog === 'remove'}
        onClose={close}
        title={t('admin.chapter.remove.title', { title })}
        text={t('admin.chapter.remove.text')}
        action={t('admin.action.remove')}
        onConfirm={() => send(asked!.chapter, { action: 'remove' })}
        {...labels}
      />
      <Confirm
        open={asked?.dialog === 'lack'}
        onClose={close}
        title={t('admin.lack.confirm')}
        text={(asked as Lacking | null)?.text ?? ''}
        action={t('admin.lack.anyway')}
        onConfirm={() => send(asked!.chapter, { ...(asked as Lacking).body, incomplete: true })}
        {...labels}
      />
    </>
  );
  return { act, dialogs };
}
