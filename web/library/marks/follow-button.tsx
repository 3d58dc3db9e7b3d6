import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { readAccessToken } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

interface Props {
  /** Where the API knows what is followed: `/comics/moon`. */
  path: string;
  name: string;
  followed: boolean;
  /** Called at once, and again with what was before when the call fails. */
  onChange: (followed: boolean) => void;
}

/** Follows something, or no more: its news are told to the member. A guest is asked to sign in. */
export function FollowButton({ path, name, followed, onChange }: Props) {
  const t = useTranslate();
  const press = async () => {
    const next = readAccessToken() === null || !followed;
    if (!(await promptSignIn('follow'))) return;
    onChange(next);
    const answer = await inTurn(`${path}/follow`, () => apiSend(next ? 'PUT' : 'DELETE', `${path}/follow`));
    if (!answer.isLast) return;
    if ('failure' in answer) {
      onChange(!next);
      const { showToast } = await import('#web/ui/feedback/toasts.tsx');
      showToast({ kind: 'bad', text: (answer.failure as Error).message, closeLabel: t('library.toast.close') });
      return;
    }
    announce(next ? t('library.follow.started', { name }) : t('library.follow.stopped', { name }));
  };
  const label = t(followed ? 'library.follow.on' : 'library.follow.start');
  return (
    <Button
      className="needs-script"
      aria-pressed={followed}
      aria-label={t('library.follow.of', { name })}
      title={label}
      onClick={() => void press()}
    >
      <Icon name="bell" className={followed ? 'icon--fill' : ''} />
      <span className="only-mid">{label}</span>
    </Button>
  );
}
