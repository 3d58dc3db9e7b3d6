import type { UploadFile } from '#contract/uploads.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { takeOut } from '#web/staff/sending/add-files.ts';
import { receivedBytes } from '#web/staff/sending/upload-progress.ts';
import { fileName } from '#web/staff/sending/file-status.ts';
import { pause, resume, type Transfer } from '#web/staff/sending/transfers.ts';
import { useUploading } from './use-upload.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** One file: how far it has come, in words and numbers, and what can be done about it. */
export function FileRow({ file, transfer }: { file: UploadFile; transfer: Transfer | undefined }) {
  const { t, bytes, percent, problem } = useUploadMessages();
  const { upload, refresh, tell } = useUploading();
  const { id, path, state, pages, pages_done: pagesDone, warnings, error } = file;
  const name = fileName(path);
  const received = receivedBytes(file, transfer);
  const part = file.bytes === 0 ? 1 : received / file.bytes;
  const moving = state === 'receiving' ? (transfer?.state ?? 'missing') : null;
  const shownState = moving === null ? afterwards(state) : moving;
  const failed = moving === 'failed' || state === 'refused';
  const value = state === 'reading' && pages !== null && pages > 0 ? pagesDone / pages : part;
  return (
    <li className="up">
      <span className="up__name" title={path}>
        <bdi>{path}</bdi>
      </span>
      <Progress
        label={t('upload.file.progress', { name })}
        value={value}
        outcome={failed ? 'bad' : state === 'ready' ? 'good' : undefined}
      >
        {shownState === 'sending' || shownState === 'done' ? (
          <span>{t('upload.file.sending', { percent: percent(part) })}</span>
        ) : shownState === 'paused' ? (
          <span>{t('upload.file.paused', { percent: percent(part) })}</span>
        ) : shownState === 'failed' ? (
          <span>{transfer?.message || t('upload.file.failed')}</span>
        ) : shownState === 'ready' ? (
          <span>{t('upload.file.ready', { count: pages ?? 0 })}</span>
        ) : shownState === 'refused' ? (
          <span>{error === null ? t('upload.file.refused') : problem(error)}</span>
        ) : (
          <span>{t(`upload.file.${shownState}`)}</span>
        )}
        {moving !== null ? (
          <span>{t('upload.n.of', { done: bytes(received), all: bytes(file.bytes) })}</span>
        ) : (
          <span>{bytes(file.bytes)}</span>
        )}
        {state === 'reading' && pages !== null ? (
          <span>{t('upload.n.pages', { done: pagesDone, count: pages })}</span>
        ) : null}
      </Progress>
      {warnings.length === 0 ? null : (
        <details className="up__note">
          <summary>{t('upload.file.warnings', { count: warnings.length })}</summary>
          <ul>
            {warnings.map((warning, at) => (
              <li key={at}>
                {warning.page === undefined
                  ? problem(warning)
                  : t('upload.file.page', { page: warning.page, text: problem(warning) })}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="up__acts">
        {moving === 'sending' || moving === 'queued' ? (
          <Button look={['ghost', 'icon']} aria-label={t('upload.act.pause', { name })} onClick={() => pause(id)}>
            <Icon name="pause" />
          </Button>
        ) : null}
        {moving === 'paused' ? (
          <Button look={['ghost', 'icon']} aria-label={t('upload.act.resume', { name })} onClick={() => resume(id)}>
            <Icon name="play" />
          </Button>
        ) : null}
        {moving === 'failed' || moving === 'lost' ? (
          <Button look={['ghost', 'icon']} aria-label={t('upload.act.retry', { name })} onClick={() => resume(id)}>
            <Icon name="retry" />
          </Button>
        ) : null}
        <Button
          look={['ghost', 'icon']}
          aria-label={t('upload.act.remove', { name })}
          onClick={() => void takeOut(upload.id, id).then(refresh, ({ message }: Error) => tell(message))}
        >
          <Icon name="x" />
        </Button>
      </div>
    </li>
  );
}

/** The state of a file once its bytes are there. */
function afterwards(state: UploadFile['state']): 'waiting' | 'reading' | 'ready' | 'refused' {
  return state === 'receiving' ? 'waiting' : state;
}
