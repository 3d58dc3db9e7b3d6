import { Icon } from '#web/ui/basic/icon.tsx';
import type { Saving } from './use-saving.ts';
import { useUploadMessages } from './upload-messages.ts';

/** Whether what was written is kept: read out as it changes. */
export function Saved<Fields>({ saving: { state, failure } }: { saving: Saving<Fields> }) {
  const { t } = useUploadMessages();
  return (
    <span className={state === 'failed' ? 'upload-saved bad' : 'upload-saved'} role="status">
      {state === 'saving' ? (
        t('upload.save.saving')
      ) : state === 'saved' ? (
        <>
          <Icon name="check" className="icon--s" />
          {t('upload.save.saved')}
        </>
      ) : state === 'failed' ? (
        <>
          <Icon name="alert" className="icon--s" />
          {t('upload.save.failed', { reason: failure })}
        </>
      ) : null}
    </span>
  );
}
