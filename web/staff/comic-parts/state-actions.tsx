import { useState, type ReactNode } from 'react';
import type { AdminComic, AdminComicRow } from '#contract/editing.ts';
import { apiGet, apiPost, apiSend, errorCode } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import type { IconName } from '#web/ui/basic/icon.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** The actions on a comic as a whole. */
export type StateAction = 'publish' | 'schedule' | 'unlist' | 'draft' | 'remove' | 'restore' | 'delete';

const POSSIBLE: Readonly<Record<AdminComicRow['state'], readonly StateAction[]>> = {
  draft: ['publish', 'schedule', 'unlist', 'remove', 'delete'],
  scheduled: ['publish', 'schedule', 'draft', 'remove'],
  published: ['unlist', 'draft', 'remove'],
  unlisted: ['publish', 'draft', 'remove'],
  removed: ['restore'],
};
/** Refusals that can be overruled: what is to be shown lacks pages. */
export const LACKS: ReadonlySet<string> = new Set(['comic-pages-missing', 'comic-pages-fewer']);
/** The icons of actions that change a state. */
export const STATE_ICONS: Readonly<Record<StateAction, IconName>> = {
  publish: 'check',
  schedule: 'clock',
  unlist: 'eye-off',
  draft: 'edit',
  remove: 'trash',
  restore: 'retry',
  delete: 'trash',
};

/** The actions that change the state of a comic, in the order they are offered. */
export function stateActions({ state }: Pick<AdminComicRow, 'state'>): { action: StateAction; icon: IconName }[] {
  return POSSIBLE[state].map((action) => ({ action, icon: STATE_ICONS[action] }));
}

/**
 * Does what changes the state of a comic: at once, or after `dialogs`, which the caller draws, have asked for more. `done`
 * gets the comic as it is then, null where it was deleted.
 */
export function useStateActions(done: (comic: AdminComic | null) => unknown): {
  act: (comic: AdminComicRow, action: StateAction) => void;
  dialogs: ReactNode;
} {
  const t = useTranslate();
  const [asked, setAsked] = useState<{ comic: AdminComicRow; action: StateAction } | null>(null);
  const [lacking, setLacking] = useState<{ comic: AdminComicRow; body: Record<string, unknown>; text: string } | null>(
    null,
  );
  const close = () => setAsked(null);
  const send = async (comic: AdminComicRow, body: Record<string, unknown>) => {
    const { version } = 'version' in comic ? (comic as AdminComic) : await apiGet<AdminComic>(pathFor(comic));
    const now = await apiPost<AdminComic>(`${pathFor(comic)}/state`, { body: { ...body, version } }).catch(
      (failure: Error) => {
        if (!LACKS.has(errorCode(failure) ?? '')) throw failure;
        setLacking({ comic, body, text: failure.message });
        return null;
      },
    );
    if (now === null) return;
    showToast({
      text: t(now.review === 'waiting' && body.action === 'publish' ? 'admin.review.sent' : `admin.done.${now.state}`, {
        title: comic.title,
      }),
      closeLabel: t('library.toast.close'),
    });
    await done(now);
  };
  const act = (comic: AdminComicRow, action: StateAction) => {
    if (action === 'schedule' || action === 'remove' || action === 'delete') {
      setAsked({ comic, action });
      return;
    }
    send(comic, { action }).catch((failure: Error) =>
      showToast({ kind: 'bad', text: failure.message, closeLabel: t('library.toast.close') }),
    );
  };
  const comic = asked?.comic;
  const dialogs = (
    <>
      <ScheduleDialog
        open={asked?.action === 'schedule'}
        onClose={close}
        title={t('admin.action.schedule')}
        at={comic?.publish_at ?? null}
        schedule={async (at) => {
          await send(comic!, { action: 'publish', at });
          close();
        }}
      />
      <Dialog
        open={asked?.action === 'remove'}
        onClose={close}
        title={t('admin.remove.title', { title: comic?.title ?? '' })}
        closeLabel={t('latest.filters.close')}
      >
        <RemoveForm
          remove={async (reason) => {
            await send(comic!, { action: 'remove', reason });
            close();
          }}
        />
      </Dialog>
      <Confirm
        open={lacking !== null}
        onClose={() => setLacking(null)}
        title={t('admin.lack.confirm')}
        text={lacking?.text ?? ''}
        action={t('admin.lack.anyway')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('latest.filters.close')}
        onConfirm={() => send(lacking!.comic, { ...lacking!.body, incomplete: true })}
      />
      <Confirm
        open={asked?.action === 'delete'}
        onClose={close}
        title={t('admin.delete.title', { title: comic?.title ?? '' })}
        text={t('admin.delete.text')}
        action={t('admin.action.delete')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('latest.filters.close')}
        onConfirm={async () => {
          await apiSend('DELETE', pathFor(comic!));
          showToast({ text: t('admin.done.deleted', { title: comic!.title }), closeLabel: t('library.toast.close') });
          await done(null);
        }}
      />
    </>
  );
  return { act, dialogs };
}

function RemoveForm({ remove }: { remove: (reason: string) => Promise<void> }) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(({ reason = '' }) => remove(reason));
  return (
    <form {...props} className="stack">
      <p>{t('admin.remove.text')}</p>
      <TextArea name="reason" label={t('admin.remove.reason')} required maxLength={2000} error={errors.reason} />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy} look={['danger']}>
          {t('admin.action.remove')}
        </SubmitButton>
      </div>
    </form>
  );
}

function pathFor({ slug }: Pick<AdminComicRow, 'slug'>): string {
  return `/admin/comics/${encodeURIComponent(slug)}`;
}
