import { useState } from 'react';
import type { AdminChapterDetail, AdminPage } from '#contract/chapter-editing.ts';
import type { Crop } from '#contract/cover-editing.ts';
import type { AdminComic } from '#contract/editing.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { CoverCrop } from '#web/staff/comic-parts/cover-crop.tsx';
import type { EditorAddress } from '#web/staff/comic-parts/load-editor.ts';
import { PageChoices } from '#web/staff/comic-parts/page-choices.tsx';
import { PictureButton } from '#web/staff/comic-parts/picture-button.tsx';
import { sendPicture } from '#web/staff/comic-parts/send-picture.ts';

interface Props {
  comic: AdminComic;
  /** The chapter whose pages are offered. */
  chapter: AdminChapterDetail | null;
  reload: () => Promise<void>;
  addressFor: EditorAddress;
}

/** The source a cover is being made from: a page, or a picture from the visitor's device. */
type Source = { page: AdminPage } | { file: File };

/** The cover: any page of the comic, or a picture of one's own; whole, or a part of it. */
export function EditorCover({ comic, chapter, reload, addressFor }: Props) {
  const t = useTranslate();
  const [source, setSource] = useState<Source | null>(null);
  const [failure, setFailure] = useState('');
  const path = `/admin/comics/${encodeURIComponent(comic.slug)}/cover`;
  const use = async (crop: Crop | null) => {
    setFailure('');
    try {
      const { version } = comic;
      if ('page' in source!) {
        await apiSend('PUT', path, { body: { version, page_id: source.page.id, crop } });
      } else {
        await sendPicture('POST', path, source!.file, { version, ...crop });
      }
      setSource(null);
      showToast({ text: t('admin.cover.done'), closeLabel: t('library.toast.close') });
      await reload();
    } catch (error) {
      setSource(null);
      setFailure((error as Error).message);
    }
  };
  return (
    <div className="editor-cover">
      <div className="stack editor-cover__now">
        <img
          className="editor-cover__image"
          src={comic.image_url}
          width={comic.cover?.width ?? 400}
          height={comic.cover?.height ?? 600}
          alt={t('admin.field.cover')}
        />
        <PictureButton onPick={(file) => setSource({ file })} />
        {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      </div>
      <section className="stack" aria-labelledby="cover-pages">
        <h2 id="cover-pages">{t('admin.cover.pages')}</h2>
        {comic.chapters.length < 2 ? null : (
          <nav className="row" aria-label={t('admin.field.chapters')}>
            {comic.chapters.map((each) => (
              <ButtonLink
                key={each.id}
                look={each.id === chapter?.id ? [] : ['ghost']}
                aria-current={each.id === chapter?.id ? 'true' : undefined}
                to={addressFor(comic.slug, 'cover', { chapter: each.id })}
                preventScrollReset
              >
                {each.name || each.number}
              </ButtonLink>
            ))}
          </nav>
        )}
        <PageChoices pages={chapter?.images ?? null} onChoose={(page) => setSource({ page })} />
      </section>
      {source === null ? null : (
        <CoverCrop
          source={'page' in source ? source.page.source_url : source.file}
          onClose={() => setSource(null)}
          onUse={use}
          onUnreadable={() => {
            setSource(null);
            setFailure(t('admin.cover.unreadable'));
          }}
        />
      )}
    </div>
  );
}
