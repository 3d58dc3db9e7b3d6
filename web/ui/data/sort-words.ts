import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { SortableWords } from './sortable.tsx';

/** The words of a list that can be put in another order. */
export function useSortWords(): SortableWords {
  const t = useTranslate();
  return {
    handle: (name) => t('upload.move.handle', { name }),
    keys: t('upload.move.keys'),
    lifted: (name, place, total) => t('upload.move.lifted', { name, place, total }),
    over: (name, place, total) => t('upload.move.over', { name, place, total }),
    dropped: (name, place, total) => t('upload.move.dropped', { name, place, total }),
    cancelled: (name) => t('upload.move.cancelled', { name }),
  };
}
