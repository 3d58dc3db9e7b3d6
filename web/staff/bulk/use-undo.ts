import type { Bulk } from '#contract/bulk-editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { followBulk, undoBulk } from './bulk-run.ts';

/** Says how a bulk edit ended, with what undoes it; `onUndone` is called once that is done. */
export function useUndo(onUndone: () => void): (bulk: Bulk) => void {
  const t = useTranslate();
  const closeLabel = t('library.toast.close');
  const undo = async (bulk: Bulk) => {
    try {
      const ended = await followBulk(await undoBulk(bulk), () => {});
      showToast({ text: t('admin.bulk.undone', { count: ended.undone, kept: ended.kept }), closeLabel });
    } catch (failure) {
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel });
    }
    onUndone();
  };
  return (bulk) => {
    if (bulk.state === 'failed') return;
    showToast({
      text: t(bulk.state === 'cancelled' ? 'admin.bulk.cancelled' : 'admin.bulk.done', { count: bulk.changed }),
      closeLabel,
      ...(bulk.changed > 0 ? { action: { label: t('library.toast.undo'), run: () => void undo(bulk) } } : {}),
    });
  };
}
