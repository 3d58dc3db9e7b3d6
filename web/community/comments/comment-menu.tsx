import { useState } from 'react';
import type { FlatComment } from '#contract/comments.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { openReport } from '#web/community/reports/report-dialog-store.ts';
import { useRootData } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { commentsAddress, type CommentTarget } from '#web/community/subjects/comment-target.ts';

interface Props {
  comment: FlatComment | Omit<FlatComment, 'replies'>;
  place: CommentTarget;
  /** As texts call it. */
  of: 'comment' | 'review';
  onEdit: () => void;
  onChanged: (comment: FlatComment) => void;
  onBlocked: () => Promise<void>;
}

type ConfirmedAction = 'delete' | 'block' | 'hide' | 'unhide';

/** The other actions on a comment: only what its reader may. */
export function CommentMenu({ comment, place, of, onEdit, onChanged, onBlocked }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const { origin } = useRootData();
  const [asked, setAsked] = useState<ConfirmedAction | null>(null);
  const { can, id, identifier, user, state } = comment;
  const copy = () => {
    void navigator.clipboard
      .writeText(origin + commentsAddress(links, place, identifier))
      .then(() => announce(t('comments.copied')));
  };
  return (
    <>
      <Menu
        look="btn btn--ghost btn--icon"
        summary={
          <>
            <Icon name="more" />
            <span className="visually-hidden">{t('comments.menu')}</span>
          </>
        }
      >
        <button type="button" onClick={copy}>
          <Icon name="copy" />
          {t('comments.copy')}
        </button>
        {can.edit ? (
          <button type="button" onClick={onEdit}>
            <Icon name="edit" />
            {t('comments.edit')}
          </button>
        ) : null}
        {can.delete ? (
          <button type="button" onClick={() => setAsked('delete')}>
            <Icon name="trash" />
            {t('comments.delete')}
          </button>
        ) : null}
        {can.report ? (
          <button
            type="button"
            data-own-look=""
            onClick={() => openReport({ subject: 'comment', subject_id: id, ...(user ? { name: user.username } : {}) })}
          >
            <Icon name="alert" />
            {t('comments.report')}
          </button>
        ) : null}
        {can.block && user ? (
          <button type="button" onClick={() => setAsked('block')}>
            <Icon name="user" />
            {t('comments.block', { name: user.username })}
          </button>
        ) : null}
        {can.moderate ? (
          <button type="button" onClick={() => setAsked(state === 'shown' ? 'hide' : 'unhide')}>
            <Icon name={state === 'shown' ? 'eye-off' : 'eye'} />
            {t(state === 'shown' ? 'comments.hide' : 'comments.unhide')}
          </button>
        ) : null}
      </Menu>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === null ? '' : t(`comments.ask.${asked}`, { name: user?.username ?? t('comments.someone'), of })}
        closeLabel={t('comments.cancel')}
      >
        {asked === null ? null : (
          <Question
            asked={asked}
            comment={comment}
            onDone={async (changed) => {
              setAsked(null);
              if (asked === 'block') {
                await onBlocked();
              } else if (changed) {
                onChanged(changed);
              }
            }}
            onCancel={() => setAsked(null)}
          />
        )}
      </Dialog>
    </>
  );
}

/** Asks before something is done that is not taken back by a press; moderators say why. */
function Question({
  asked,
  comment: { id, user },
  onDone,
  onCancel,
}: {
  asked: ConfirmedAction;
  comment: Props['comment'];
  onDone: (changed: FlatComment | null) => Promise<void>;
  onCancel: () => void;
}) {
  const t = useTranslate();
  const { props, busy, message, errors } = useForm(async ({ reason = '' }) => {
    if (asked === 'block') {
      await apiSend('PUT', `/users/${encodeURIComponent(user?.username ?? '')}/block`);
      await onDone(null);
      return;
    }
    if (asked === 'delete') {
      await apiSend('DELETE', `/comments/${id}`);
    } else {
      await apiSend('PATCH', `/moderation/comments/${id}`, {
        body: { state: asked === 'hide' ? 'hidden' : 'shown', reason },
      });
    }
    await onDone(await apiGet<FlatComment>(`/comments/${id}`).catch(() => null));
  });
  return (
    <form {...props} className="stack">
      <p>{t(`comments.ask.${asked}.text`)}</p>
      {asked === 'hide' || asked === 'unhide' ? (
        <Field label={t('comments.reason')} name="reason" maxLength={500} error={errors.reason} />
      ) : null}
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <Button onClick={onCancel}>{t('comments.cancel')}</Button>
        <SubmitButton busy={busy} look={asked === 'unhide' ? ['primary'] : ['danger']}>
          {t(`comments.ask.${asked}.do`)}
        </SubmitButton>
      </div>
    </form>
  );
}
