import { useEffect, useRef } from 'react';
import type { Upload, UploadLimits } from '#contract/uploads.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Delays } from './delays.tsx';
import { FileList } from './file-list.tsx';
import { PublishForm } from './publish-form.tsx';
import { UploadProvider, useUpload } from './use-upload.tsx';
import { useUploadMessages } from './upload-messages.ts';
import { WorkPanel } from './work-panel.tsx';
import './uploads.css';

/** One upload, from the first byte to what became of it. */
export function UploadView({ first, limits }: { first: Upload; limits: UploadLimits }) {
  const { t } = useUploadMessages();
  const links = useAddresses();
  const uploading = useUpload(first, limits);
  const { upload, failure, overtaken, refresh, calm } = uploading;
  return (
    <UploadProvider value={uploading}>
      <div className="row row--between">
        <h1>{t('upload.title')}</h1>
        <ButtonLink look={['ghost']} to={links.upload()}>
          <Icon name="prev" className="flip" />
          {t('upload.back')}
        </ButtonLink>
      </div>
      {overtaken ? (
        <Alert kind="warn">
          <span>{t('upload.overtaken')}</span>
          <button type="button" className="alert__act" onClick={calm}>
            {t('site.menu.close')}
          </button>
        </Alert>
      ) : null}
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
          <button type="button" className="alert__act" onClick={() => void refresh()}>
            {t('site.retry')}
          </button>
        </Alert>
      )}
      {upload.state === 'open' ? (
        <>
          <Delays limits={limits} />
          <FileList />
          <section className="stack" aria-labelledby="upload-works">
            <h2 id="upload-works">{t('upload.arrange.title')}</h2>
            {upload.works.length === 0 ? (
              <p className="muted">{t('upload.arrange.empty')}</p>
            ) : (
              upload.works.map((work, at) => <WorkPanel key={work.id} work={work} open={at === 0} />)
            )}
          </section>
          {upload.works.length === 0 ? null : <PublishForm />}
        </>
      ) : (
        <FinishedUpload upload={upload} />
      )}
    </UploadProvider>
  );
}

/** The result of an upload, or its progress. */
function FinishedUpload({ upload: { state, works } }: { upload: Upload }) {
  const { t } = useUploadMessages();
  const links = useAddresses();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone; with the focus the words are read.
  useEffect(() => {
    heading.current?.focus();
  }, [state]);
  return (
    <section className="panel" style={{ padding: 0 }}>
      <div className="upload-header">
        <h2 ref={heading} tabIndex={-1} className={state === 'committing' ? 'row is-busy' : undefined}>
          {state === 'committing' ? (
            <>
              <Mark />
              {t('upload.done.working')}
            </>
          ) : (
            t('upload.done.title', { count: works.length })
          )}
        </h2>
        {works.some(({ became }) => became?.state === 'review') ? (
          <p className="muted">{t('upload.done.review')}</p>
        ) : null}
      </div>
      <ul className="upload-works">
        {works.map(({ id, title, became, chapters }) => (
          <li key={id}>
            {chapters[0]?.cover ? <img src={chapters[0].cover.thumb_url} width={32} height={48} alt="" /> : null}
            <span className="upload-works__title">
              {became === null ? (
                <bdi>{title}</bdi>
              ) : (
                <Link to={became.state === 'published' ? links.comic(became.slug) : links.uploadComic(became.slug)}>
                  <bdi>{title}</bdi>
                </Link>
              )}
            </span>
            {became === null ? null : (
              <>
                <span
                  className={
                    became.state === 'published'
                      ? 'state state--good'
                      : became.state === 'draft'
                        ? 'state'
                        : 'state state--warn'
                  }
                >
                  {became.state === 'published' || became.state === 'scheduled' || became.state === 'review'
                    ? t(`upload.state.${became.state}`)
                    : t('upload.state.draft')}
                </span>
                <ButtonLink look={['ghost']} to={links.uploadComic(became.slug)}>
                  {t('upload.done.edit')}
                </ButtonLink>
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="upload-header">
        <div>
          <ButtonLink to={links.upload()}>
            <Icon name="upload" />
            {t('upload.done.another')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
