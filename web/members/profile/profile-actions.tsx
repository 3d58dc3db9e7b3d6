import { useState } from 'react';
import type { ProfileUser } from '#contract/accounts.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { ApiFailure, apiSend } from '#web/platform/api/api.ts';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { openReport } from '#web/community/reports/report-dialog-store.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { blockUploader, useMakers } from '#web/library/makers/makers.ts';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { useBlocked } from './use-blocked.ts';

/** On one's own profile the way to change it; on others' to block and to report them. */
export function ProfileActs({ user: { id, username } }: { user: ProfileUser }) {
  const t = useTranslate();
  const links = useAddresses();
  const me = useUser();
  const hasComments = useFeature('comments');
  const [blocked, setBlocked] = useBlocked(username);
  const [failure, setFailure] = useState('');
  const { run, busy } = useMutation({ toasts: true });
  const skipped = useMakers().uploaders.some((each) => each.id === id);
  if (me?.id === id) {
    return (
      <div className="profile__acts">
        <ButtonLink to={links.settings('profile')}>
          <Icon name="edit" />
          {t('profile.edit')}
        </ButtonLink>
      </div>
    );
  }
  const press = async () => {
    if (me === null && !(await promptSignIn())) return;
    setFailure('');
    setBlocked(!blocked);
    try {
      await apiSend(blocked ? 'DELETE' : 'PUT', `/users/${encodeURIComponent(username)}/block`);
      announce(t(blocked ? 'profile.unblocked' : 'profile.blocked', { name: username }));
    } catch (error) {
      setBlocked(blocked);
      setFailure(error instanceof ApiFailure ? error.message : t('site.failure.500.text'));
    }
  };
  return (
    <div className="profile__acts needs-script">
      <div className="row">
        {hasComments ? (
          <Button title={t('profile.block.explained')} onClick={() => void press()}>
            <Icon name={blocked ? 'eye' : 'eye-off'} />
            {t(blocked ? 'profile.unblock' : 'profile.block')}
          </Button>
        ) : null}
        {me === null ? null : (
          <Button
            title={t('makers.uploader.explained')}
            aria-disabled={busy || undefined}
            onClick={() =>
              void run(
                () => blockUploader(username, !skipped),
                t(skipped ? 'makers.uploader.shown' : 'makers.uploader.done', { name: username }),
              )
            }
          >
            <Icon name={skipped ? 'eye' : 'eye-off'} />
            {t(skipped ? 'makers.uploader.unblock' : 'makers.uploader.block')}
          </Button>
        )}
        <Button look={['ghost']} onClick={() => openReport({ subject: 'user', subject_id: id, name: username })}>
          <Icon name="alert" />
          {t('profile.report')}
        </Button>
      </div>
      {failure === '' ? null : (
        <p className="bad small" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
