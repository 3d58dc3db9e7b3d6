import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { AdminComicPage } from '#contract/editing.ts';
import type { Upload, UploadLimits, UploadSummary } from '#contract/uploads.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { FailedList } from '#web/ui/feedback/list-failure.tsx';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Drop } from '#web/ui/media/file-drop.tsx';
import type { PickedFile } from '#web/ui/media/picked-files.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { addFiles } from '#web/staff/sending/add-files.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { Delays } from './delays.tsx';
import { Limits } from './limits.tsx';
import { useUploadMessages } from './upload-messages.ts';
import './uploads.css';

/** The data of the page of all uploads; a part that could not be read is its error instead. */
export interface Start {
  limits: UploadLimits;
  open: UploadSummary[];
  works: AdminComicPage | string;
}

/** Where an upload begins: what may be uploaded, where to drop it, what is still open, and what became of the others. */
export function StartView({ data: { limits, open, works } }: { data: Start }) {
  const { t } = useUploadMessages();
  const links = useAddresses();
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  const going = useRef(false);
  const role = useUser()?.role;
  const full = limits.openUploads > 0 && open.length >= limits.openUploads;
  const begin = async (given: PickedFile[]) => {
    if (going.current) return;
    going.current = true;
    setFailure('');
    try {
      const upload = await apiPost<Upload>('/admin/uploads');
      void addFiles(upload, given, limits);
      await navigate(links.upload(String(upload.id)));
    } catch (error) {
      setFailure((error as Error).message);
    }
    going.current = false;
  };
  return (
    <>
      <h1>{t('upload.title')}</h1>
      {full ? (
        <Alert kind="warn">
          <span>{t('upload.full')}</span>
        </Alert>
      ) : null}
      {limits.reviewFirst > 0 && role === 'uploader' ? (
        <Alert kind="warn">
          <span>{t('upload.review', { count: limits.reviewFirst })}</span>
        </Alert>
      ) : null}
      <Delays limits={limits} />
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      <div className="upload-grid">
        <Drop
          title={t('upload.drop')}
          chooseFiles={t('upload.choose')}
          chooseFolder={t('upload.chooseFolder')}
          accept={limits.extensions.join(',')}
          full={full}
          onFiles={(given) => void begin(given)}
        >
          <Limits limits={limits} />
        </Drop>
        <section className="panel" aria-labelledby="open-uploads">
          <div className="upload-header">
            <h2 id="open-uploads" tabIndex={-1}>
              {t('upload.open.title')}
            </h2>
            {open.length === 0 ? <p className="muted">{t('upload.open.none')}</p> : null}
          </div>
          <ul className="uploads">
            {open.map((upload) => (
              <OpenUpload key={upload.id} upload={upload} />
            ))}
          </ul>
        </section>
      </div>
      <section className="panel" style={{ padding: 0 }} aria-labelledby="own-works">
        <div className="upload-header">
          <h2 id="own-works">{t('upload.works.title')}</h2>
          {typeof works !== 'string' && works.data.length === 0 ? (
            <p className="muted">{t('upload.works.none')}</p>
          ) : null}
        </div>
        {typeof works === 'string' ? (
          <FailedList text={t('upload.works.failed')} reason={works} />
        ) : (
          <Works works={works} />
        )}
      </section>
    </>
  );
}

function OpenUpload({
  upload: {
    id,
    titles,
    created_at: created,
    expires_at: expires,
    state,
    files_count: count,
    files_done: done,
    bytes,
    received,
  },
}: {
  upload: UploadSummary;
}) {
  const { t, locale, bytes: size } = useUploadMessages();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const name =
    titles[0] === undefined
      ? t('upload.open.untitled', { date: formatDate(locale, created) })
      : titles.length === 1
        ? titles[0]
        : t('upload.open.more', { title: titles[0], count: titles.length - 1 });
  const discard = async () => {
    await apiSend('DELETE', `/admin/uploads/${id}`);
    await revalidate();
    document.getElementById('open-uploads')?.focus();
  };
  return (
    <li className="up up--open">
      <span className="up__name">
        <bdi>{name}</bdi>
      </span>
      <Progress
        label={t('upload.file.progress', { name })}
        value={bytes === 0 ? (count === 0 ? 0 : 1) : received / bytes}
        outcome={received === bytes && count > 0 ? 'good' : undefined}
      >
        {state === 'committing' ? <span>{t('upload.open.committing')}</span> : null}
        <span>{t('upload.open.files', { done, count })}</span>
        <span>{t('upload.n.of', { done: size(received), all: size(bytes) })}</span>
        {expires === null ? null : <span>{t('upload.open.until', { date: formatDate(locale, expires) })}</span>}
      </Progress>
      <div className="up__acts">
        <ButtonLink to={links.upload(String(id))} aria-label={t('upload.open.continueOf', { name })}>
          {t('upload.open.continue')}
        </ButtonLink>
        <Button look={['ghost', 'icon']} aria-label={t('upload.discardOf', { name })} onClick={() => setAsking(true)}>
          <Icon name="trash" />
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('upload.discard.title')}
        text={t('upload.discard.text')}
        action={t('upload.discard')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={discard}
      />
    </li>
  );
}

function Works({ works }: { works: AdminComicPage }) {
  const { t, locale } = useUploadMessages();
  const links = useAddresses();
  return (
    <ul className="upload-works">
      {works.data.map(({ id, slug, title, thumb_url: thumb, state, review, publish_at: at, pages, language }) => {
        const shown = review === 'waiting' ? 'review' : review === 'refused' ? 'refused' : state;
        return (
          <li key={id}>
            <img src={thumb} width={32} height={48} alt="" loading="lazy" />
            <span className="upload-works__title">
              <Link to={links.uploadComic(slug)} lang={language?.code ?? undefined}>
                <bdi>{title}</bdi>
              </Link>
            </span>
            <span className="muted small num">{t('upload.n.pagesAll', { count: pages })}</span>
            <span className={`state${STATE_LOOKS[shown] ?? ''}`}>
              {shown === 'scheduled' && at !== null
                ? t('upload.state.scheduledAt', { date: formatDate(locale, at) })
                : t(`upload.state.${shown}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const STATE_LOOKS: Record<string, string> = {
  published: ' state--good',
  scheduled: ' state--warn',
  review: ' state--warn',
  removed: ' state--bad',
  refused: ' state--bad',
};
