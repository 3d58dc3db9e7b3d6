import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type AdminTerm, TERM_PICTURE_BYTES } from '#contract/term-editing.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';

/** The picture of a character, an artist or an author: another one, or none. */
export function TermPicture({ path, term: { id, name, image_url: image } }: { path: KindPath; term: AdminTerm }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState('');
  const change = async (call: () => Promise<unknown>) => {
    setFailure('');
    try {
      await call();
      await revalidate();
      announce(t('admin.terms.saved'));
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const send = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > TERM_PICTURE_BYTES) {
      setFailure(t('account.avatar.large', { megabytes: TERM_PICTURE_BYTES / 1_048_576 }));
      return;
    }
    await change(() =>
      apiSend('PUT', `/admin/${path}/${id}/image`, {
        body: new Blob([file], { type: file.type || 'application/octet-stream' }),
      }),
    );
  };
  return (
    <Panel title={t('admin.terms.picture')}>
      <div className="row term-editor__picture">
        {image === null ? null : <img src={image} width={120} height={120} alt={name} />}
        <Button onClick={() => input.current?.click()}>
          <Icon name="upload" />
          {t('account.avatar.choose')}
        </Button>
        {image === null ? null : (
          <Button
            look={['ghost', 'danger']}
            onClick={() => void change(() => apiSend('DELETE', `/admin/${path}/${id}/image`))}
          >
            {t('account.avatar.remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          hidden
          aria-label={t('account.avatar.choose')}
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
    </Panel>
  );
}
