import { useEffect, useRef, useState } from 'react';
import type { Upload } from '#contract/uploads.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Drop } from '#web/ui/media/file-drop.tsx';
import type { PickedFile } from '#web/ui/media/picked-files.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { forgetFiles } from '#web/staff/sending/resumable-files.ts';
import { FileRow } from './file-row.tsx';
import {
  areStored,
  dismiss,
  addFiles,
  continueUpload,
  useUntaken,
  type AddedFile,
} from '#web/staff/sending/add-files.ts';
import { Limits } from './limits.tsx';
import { isLostFile, fileName } from '#web/staff/sending/file-status.ts';
import { uploadProgress } from '#web/staff/sending/upload-progress.ts';
import { secondsLeft, transferSpeed, withSample, type Sample } from '#web/staff/sending/speed.ts';
import { isSending, pause, resume, useTransfers } from '#web/staff/sending/transfers.ts';
import { useUploading } from './use-upload.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** The files of an upload: where to give more, how far each is, and what is to be done about the others. */
export function FileList() {
  const { t, bytes, percent, time } = useUploadMessages();
  const { upload, limits, refresh, tell } = useUploading();
  const transfers = useTransfers();
  const untaken = useUntaken().filter((one) => one.upload === upload.id);
  const [noted, setNoted] = useState<AddedFile>({ there: 0, changed: [] });
  const sum = uploadProgress(upload.files, transfers);
  const speed = useSpeed(sum.received, sum.moving > 0);
  const left = secondsLeft(sum.bytes - sum.received, speed);
  const missing = upload.files.filter((file) => isLostFile(file) && !transfers.has(file.id));
  useLeaveWarning(sum.moving > 0);
  useUploadAnnouncements(upload);
  const give = async (given: readonly PickedFile[]) => {
    setNoted({ there: 0, changed: [] });
    const failure = await addFiles(upload, given, limits).then(setNoted, ({ message }: Error) => message);
    await refresh();
    if (failure !== undefined) {
      tell(failure);
    }
  };
  const all = [...transfers].filter(([, one]) => one.upload === upload.id);
  const moving = all.filter(([, { state }]) => state === 'sending' || state === 'queued');
  const held = all.filter(([, { state }]) => state === 'paused');
  const failed = all.filter(([, { state }]) => state === 'failed');
  const title =
    sum.moving > 0
      ? t('upload.sum.sending', { done: sum.arrived + 1 > sum.files ? sum.files : sum.arrived, count: sum.files })
      : held.length > 0
        ? t('upload.sum.paused')
        : missing.length > 0
          ? t('upload.sum.missing', { count: missing.length })
          : sum.reading > 0
            ? t('upload.sum.reading', { count: sum.reading })
            : sum.files === 0
              ? t('upload.sum.empty')
              : t('upload.sum.done', { count: sum.ready });
  return (
    <>
      <RetryAll files={missing} />
      {noted.there === 0 ? null : (
        <Alert kind="good">
          <span>{t('upload.noted.there', { count: noted.there })}</span>
        </Alert>
      )}
      {noted.changed.map((name) => (
        <Alert key={name} kind="warn">
          <span>{t('upload.noted.changed', { name })}</span>
        </Alert>
      ))}
      <div className="upload-grid">
        <Drop
          title={t(sum.files === 0 ? 'upload.drop' : 'upload.drop.more')}
          chooseFiles={t('upload.choose')}
          chooseFolder={t('upload.chooseFolder')}
          accept={limits.extensions.join(',')}
          onFiles={(given) => void give(given)}
        >
          <Limits limits={limits} />
        </Drop>
        <section className="panel" aria-labelledby="upload-files">
          <div className="upload-header">
            <div className="row row--between">
              <h2 id="upload-files">{title}</h2>
              <div className="row">
                {failed.length > 0 ? (
                  <Button look={['ghost']} onClick={() => failed.forEach(([id]) => resume(id))}>
                    {t('upload.all.retry')}
                  </Button>
                ) : null}
                {moving.length > 0 ? (
                  <Button look={['ghost']} onClick={() => moving.forEach(([id]) => pause(id))}>
                    {t('upload.all.pause')}
                  </Button>
                ) : held.length > 0 ? (
                  <Button look={['ghost']} onClick={() => held.forEach(([id]) => resume(id))}>
                    {t('upload.all.resume')}
                  </Button>
                ) : null}
              </div>
            </div>
            {sum.files === 0 ? null : (
              <Progress
                label={t('upload.files.title')}
                value={sum.bytes === 0 ? 1 : sum.received / sum.bytes}
                outcome={sum.received === sum.bytes && sum.reading === 0 ? 'good' : undefined}
              >
                <span>{percent(sum.bytes === 0 ? 1 : sum.received / sum.bytes)}</span>
                <span>{t('upload.n.of', { done: bytes(sum.received), all: bytes(sum.bytes) })}</span>
                {sum.pages > 0 ? <span>{t('upload.n.pages', { done: sum.pagesDone, count: sum.pages })}</span> : null}
                {speed === null ? null : <span>{t('upload.n.speed', { size: bytes(speed) })}</span>}
                {left === null ? null : <span>{t('upload.n.left', { time: time(left) })}</span>}
                {sum.refused > 0 ? <span className="bad">{t('upload.sum.failed', { count: sum.refused })}</span> : null}
              </Progress>
            )}
          </div>
          <ul className="uploads">
            {untaken.map((one) => (
              <li key={one.given.path} className="up">
                <span className="up__name">
                  <bdi>{one.given.path}</bdi>
                </span>
                <Progress label={t('upload.file.progress', { name: one.given.path })} value={0} outcome="bad">
                  <span>{one.message}</span>
                </Progress>
                <div className="up__acts">
                  <Button
                    look={['ghost', 'icon']}
                    aria-label={t('upload.act.retry', { name: fileName(one.given.path) })}
                    onClick={() => {
                      dismiss(one);
                      void give([one.given]);
                    }}
                  >
                    <Icon name="retry" />
                  </Button>
                  <Button
                    look={['ghost', 'icon']}
                    aria-label={t('upload.act.dismiss', { name: fileName(one.given.path) })}
                    onClick={() => dismiss(one)}
                  >
                    <Icon name="x" />
                  </Button>
                </div>
              </li>
            ))}
            {upload.files.map((file) => (
              <FileRow key={file.id} file={file} transfer={transfers.get(file.id)} />
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

/** Asks for the files that did not wholly arrive; those the browser may open by itself go on at once. */
function RetryAll({ files }: { files: Upload['files'] }) {
  const { t } = useUploadMessages();
  const { upload, limits } = useUploading();
  const [kept, setKept] = useState(false);
  const tried = useRef(false);
  const key = files.map(({ id }) => id).join();
  useEffect(() => {
    if (files.length === 0) return;
    const first = !tried.current;
    tried.current = true;
    void (first ? continueUpload(upload.id, files, limits, false) : Promise.resolve(0))
      .then(() => areStored(files))
      .then(setKept);
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the files
  }, [key]);
  if (files.length === 0) return null;
  return (
    <Alert kind="warn">
      <span>
        <b>{t('upload.again.title', { count: files.length })}</b> {t('upload.again.text')}
      </span>
      {kept ? (
        <button
          type="button"
          className="alert__act"
          onClick={() => void continueUpload(upload.id, files, limits, true)}
        >
          {t('upload.again.go')}
        </button>
      ) : null}
    </Alert>
  );
}

/** Bytes a second while they move; null else. */
function useSpeed(received: number, moving: boolean): number | null {
  const samples = useRef<Sample[]>([]);
  if (!moving) {
    samples.current = [];
    return null;
  }
  const last = samples.current.at(-1);
  if (last === undefined || last.bytes !== received) {
    samples.current = withSample(samples.current, { at: performance.now(), bytes: received });
  }
  return transferSpeed(samples.current);
}

/** The browser asks before the page is left, but only while bytes flow. */
function useLeaveWarning(moving: boolean): void {
  useEffect(() => {
    if (!moving) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (isSending()) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [moving]);
}

/** Says what became of files that were read, to those who do not see it. */
function useUploadAnnouncements({ files }: Upload): void {
  const { t } = useUploadMessages();
  const known = useRef(new Map(files.map(({ id, state }) => [id, state])));
  useEffect(() => {
    const fresh = files.filter(({ id, state }) => known.current.get(id) !== state);
    known.current = new Map(files.map(({ id, state }) => [id, state]));
    void forgetFiles(fresh.filter((file) => !isLostFile(file)).map(({ id }) => id));
    const refused = fresh.find(({ state }) => state === 'refused');
    if (refused) {
      announce(t('upload.told.refused', { name: fileName(refused.path) }));
    } else if (
      fresh.some(({ state }) => state === 'ready') &&
      files.every(({ state }) => state === 'ready' || state === 'refused')
    ) {
      announce(t('upload.told.ready'));
    }
    // oxlint-disable-next-line react/exhaustive-deps -- told of changes of files only
  }, [files]);
}
