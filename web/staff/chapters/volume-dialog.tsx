import { useState } from 'react';
import type { AdminChapterDetail, AdminPage } from '#contract/chapter-editing.ts';
import type { Crop } from '#contract/cover-editing.ts';
import type { AdminComic } from '#contract/editing.ts';
import { MAX_VOLUME_TITLE, type AdminVolume, type VolumeEdit } from '#contract/volume-editing.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { CoverCrop } from '#web/staff/comic-parts/cover-crop.tsx';
import { PageChoices } from '#web/staff/comic-parts/page-choices.tsx';
import { PictureButton } from '#web/staff/comic-parts/picture-button.tsx';
import { sendPicture } from '#web/staff/comic-parts/send-picture.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { chapterTitle } from './chapter-title.ts';

interface Props {
  comic: AdminComic;
  volume: AdminVolume;
  onClose: () => void;
  reload: () => Promise<void>;
}

/** The source of a cover: a page, or a picture from the visitor's device. */
type Source = { page: AdminPage } | { file: File };

/** The title and cover of a volume: any page of the comic, or a picture of one's own; whole, or a part of it. */
export function VolumeDialog({ comic, volume, onClose, reload }: Props) {
  const t = useTranslate();
  const [source, setSource] = useState<Source | null>(null);
  const [unreadable, setUnreadable] = useState('');
  const { run, failure, busy } = useMutation({ reload });
  const path = `/admin/comics/${encodeURIComponent(comic.slug)}/volumes`;
  const edit = (changes: Omit<VolumeEdit, 'version' | 'volume'>) =>
    apiSend('PATCH', path, { body: { version: comic.version, volume: volume.volume, ...changes } });
  const use = async (crop: Crop | null) => {
    setUnreadable('');
    await run(
      () =>
        'page' in source!
          ? edit({ cover: { page_id: source.page.id, crop } })
          : sendPicture('POST', `${path}/cover`, source!.file, {
              version: comic.version,
              volume: volume.volume,
              ...crop,
            }),
      t('admin.cover.done'),
    );
    setSource(null);
  };
  if (source !== null) {
    return (
      <CoverCrop
        source={'page' in source ? source.page.source_url : source.file}
        onClose={() => setSource(null)}
        onUse={use}
        onUnreadable={() => {
          setSource(null);
          setUnreadable(t('admin.cover.unreadable'));
        }}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('comic.chapter.volume', { volume: volume.volume })}
      closeLabel={t('latest.filters.close')}
    >
      <div className="stack bulk-dialog">
        <TitleForm
          title={volume.title}
          save={async (title) => {
            await edit({ title });
            showToast({ text: t('admin.volume.saved'), closeLabel: t('library.toast.close') });
            onClose();
            await reload();
          }}
        />
        <section className="stack" aria-labelledby="volume-cover" aria-busy={busy}>
          <h3 id="volume-cover">{t('admin.field.cover')}</h3>
          {volume.thumb_url === null || volume.cover === null ? null : (
            <img
              className="volume-dialog__cover"
              src={volume.thumb_url}
              width={volume.cover.width}
              height={volume.cover.height}
              alt={t('admin.volume.cover', { volume: volume.volume })}
            />
          )}
          <div className="row">
            <PictureButton onPick={(file) => setSource({ file })} />
            {volume.cover === null ? null : (
              <Button
                look={['ghost']}
                aria-disabled={busy || undefined}
                onClick={() => void run(() => edit({ cover: null }), t('admin.volume.cover.removed'))}
              >
                <Icon name="trash" />
                {t('admin.volume.cover.remove')}
              </Button>
            )}
          </div>
          {unreadable || failure ? <Alert kind="bad">{unreadable || failure}</Alert> : null}
          <VolumePages comic={comic} volume={volume} onChoose={(page) => setSource({ page })} />
        </section>
      </div>
    </Dialog>
  );
}

function TitleForm({ title, save }: { title: string | null; save: (title: string | null) => Promise<void> }) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(({ title: given = '' }) => save(given || null));
  return (
    <form {...props} className="stack">
      <Field
        name="title"
        label={t('admin.volume.title')}
        maxLength={MAX_VOLUME_TITLE}
        defaultValue={title ?? ''}
        error={errors.title}
      />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy}>{t('account.save')}</SubmitButton>
      </div>
    </form>
  );
}

/** The pages of a chapter, which are fetched once someone asks for them: first of one of the volume. */
function VolumePages({
  comic,
  volume,
  onChoose,
}: Pick<Props, 'comic' | 'volume'> & { onChoose: (page: AdminPage) => void }) {
  const t = useTranslate();
  const [chapter, setChapter] = useState<AdminChapterDetail | null>(null);
  const { run, failure } = useMutation();
  const show = (id: number) =>
    run(async () => setChapter(await apiGet<AdminChapterDetail>(`/admin/chapters/${id}`)), undefined, { leaves: true });
  const first = comic.chapters.find((each) => each.volume === volume.volume) ?? comic.chapters[0];
  if (first === undefined) return null;
  return (
    <>
      {chapter === null ? (
        <div>
          <Button look={['ghost']} onClick={() => void show(first.id)}>
            <Icon name="image" />
            {t('admin.cover.pages')}
          </Button>
        </div>
      ) : (
        <>
          <Select
            name="chapter"
            label={t('admin.field.chapters')}
            value={String(chapter.id)}
            choices={comic.chapters.map((each) => ({ value: String(each.id), label: chapterTitle(t, each) }))}
            onChange={(id) => void show(Number(id))}
          />
          <PageChoices pages={chapter.images} onChoose={onChoose} />
        </>
      )}
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
    </>
  );
}
