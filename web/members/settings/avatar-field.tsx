import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OwnUser } from '#contract/accounts.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Avatar } from '#web/ui/media/avatar.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import type { Square } from './crop-dialog.tsx';
import './avatar-field.css';

/** Most bytes of a picture, as the API takes them. */
const MAX_AVATAR_BYTES = 5 * 1_048_576;

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog, { whenMissing: 'fail' });

/** A member's picture: choose another and its square, or go without one. */
export function AvatarField({ user: { username, avatar_url: image } }: { user: OwnUser }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState('');
  const choose = (chosen: File | undefined) => {
    setFailure('');
    if (chosen === undefined) return;
    if (chosen.size > MAX_AVATAR_BYTES) {
      setFailure(t('account.avatar.large', { megabytes: MAX_AVATAR_BYTES / 1_048_576 }));
      return;
    }
    setFile(chosen);
  };
  const change = async (call: Promise<unknown>, said: string) => {
    setFailure('');
    try {
      await call;
      await revalidate();
      announce(said);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const use = async (picture: File, square: Square) => {
    setFile(null);
    await change(
      apiSend('PUT', '/account/avatar', {
        params: { ...square },
        body: new Blob([picture], { type: picture.type || 'application/octet-stream' }),
      }),
      t('account.avatar.changed'),
    );
  };
  return (
    <div className="avatar-field">
      <Avatar name={username} image={image} xl />
      <div className="stack">
        <div className="row">
          <Button onClick={() => input.current?.click()}>
            <Icon name="upload" />
            {t('account.avatar.choose')}
          </Button>
          {image === null ? null : (
            <Button
              look={['ghost', 'danger']}
              onClick={() => void change(apiSend('DELETE', '/account/avatar'), t('account.avatar.removed'))}
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
              choose(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </div>
        <p className="hint">{t('account.avatar.hint', { megabytes: MAX_AVATAR_BYTES / 1_048_576 })}</p>
        {failure === '' ? null : (
          <Alert kind="bad">
            <span>{failure}</span>
          </Alert>
        )}
      </div>
      {file === null ? null : (
        <CropDialog
          file={file}
          onClose={() => setFile(null)}
          onUse={(square) => void use(file, square)}
          onUnreadable={() => {
            setFile(null);
            setFailure(t('account.avatar.unreadable'));
          }}
        />
      )}
    </div>
  );
}
