import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { openReport } from '#web/community/reports/report-dialog-store.ts';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { pageFileName } from './page-file.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';

/** The actions on the pages in view: they are saved as the files they are, their address is passed on, they are reported. */
export function PageTool({ reader }: { reader: ReaderContext }): null {
  const {
    data: { comic, chapter, images },
    view: { first, last, total },
    address,
  } = reader;
  const t = useTranslate();
  const name = useChapterName();
  const say = (text: string, kind: 'good' | 'bad' = 'good') => showToast({ text, kind, closeLabel: t('reader.close') });

  const save = async () => {
    try {
      for (const { page, source_url } of images.slice(first - 1, last)) {
        const answer = await fetch(source_url);
        if (!answer.ok) throw new Error(String(answer.status));
        const file = await answer.blob();
        download(
          file,
          pageFileName({ title: comic.title, chapter: chapter && name(chapter), page, total, type: file.type }),
        );
      }
    } catch {
      say(t('reader.save.failed'), 'bad');
    }
  };
  const share = async () => {
    const url = new URL(address(first), location.href).href;
    if (navigator.share) {
      // Closing the device's own sheet counts as a failure; there is nothing to say then.
      await navigator.share({ title: comic.title, url }).catch(() => {});
      return;
    }
    // Pages that were not sent safely have no clipboard.
    const copied = navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'));
    await copied.then(
      () => say(t('comic.share.copied')),
      () => say(t('comic.share.failed'), 'bad'),
    );
  };
  const report = () =>
    openReport({
      subject: 'page',
      subject_id: images[first - 1]!.id,
      name: t('reader.page.of', { page: first, total }),
    });

  useActionHandler(reader, 'save-page', () => void save(), total > 0);
  useActionHandler(reader, 'share-page', () => void share(), total > 0);
  useActionHandler(reader, 'report-page', report, total > 0);
  return null;
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file by the time the tab is idle again.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
