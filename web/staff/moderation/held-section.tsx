import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ModeratedComment } from '#contract/comments.ts';
import type { Page as List } from '#contract/paging.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { BanDialog } from '#web/staff/users/ban-dialog.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { CommentQueue } from './comment-queue.tsx';
import { StateChips } from './state-chips.tsx';

const STATES = ['queue', 'held', 'hidden', 'deleted', 'all'] as const;
interface Data {
  list: List<ModeratedComment>;
  state: (typeof STATES)[number];
  user: string | null;
}

/** Comments of a state, or all of one member. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const user = query.get('user');
  const state = STATES.find((each) => each === query.get('state')) ?? (user === null ? 'queue' : 'all');
  const list = await apiGet<List<ModeratedComment>>('/moderation/comments', {
    request,
    params: { state, user, page: Number(query.get('page')) || 1, per_page: 24 },
  });
  return { list, state, user };
}

/** Comments for moderators; of one member with what can be done about all of them. */
export function Section({ data: { list, state, user } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const words = usePagerWords(list.last_page);
  const usual = user === null ? 'queue' : 'all';
  const addressFor = (asked: Data['state'], page: number) =>
    links.moderation('comments', { user, state: asked === usual ? null : asked, page: page > 1 ? page : null });
  return (
    <>
      {user === null ? null : <OfMember key={user} username={user} />}
      <StateChips states={STATES} state={state} addressFor={(each) => addressFor(each, 1)} />
      {list.total === 0 ? <EmptyState title={t('moderation.empty')} /> : <CommentQueue comments={list.data} />}
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => addressFor(state, page)}
        words={words}
      />
    </>
  );
}

function OfMember({ username }: { username: string }) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const [asks, ask] = useState<'ban' | 'remove' | null>(null);
  const [swept, remember] = useState<{ id: number; count: number } | null>(null);
  const path = `/moderation/users/${encodeURIComponent(username)}/comments/removal`;
  const remove = async () => {
    remember(
      await apiSend<{ id: number; count: number }>('POST', path, { body: { reason: t('moderation.sweep.reason') } }),
    );
    await revalidate();
  };
  const undo = async () => {
    try {
      await apiSend('DELETE', `${path}/${swept!.id}`);
      remember(null);
      announce(t('moderation.done'));
      await revalidate();
    } catch (failure) {
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel: t('library.toast.close') });
    }
  };
  return (
    <div className="stack">
      <div className="row">
        <h2>
          <bdi>{t('moderation.by', { name: username })}</bdi>
        </h2>
        <span className="push" />
        <ButtonLink look={['ghost']} to={links.moderation('comments')}>
          {t('moderation.everyone')}
        </ButtonLink>
        <Button onClick={() => ask('ban')}>{t('moderation.ban.do')}</Button>
        <Button look={['danger']} onClick={() => ask('remove')}>
          {t('moderation.sweep')}
        </Button>
      </div>
      {swept === null ? null : (
        <Alert kind="good">
          {t('moderation.swept', { count: swept.count })}
          <Button look={['ghost']} className="alert__act" onClick={() => void undo()}>
            {t('library.toast.undo')}
          </Button>
        </Alert>
      )}
      <BanDialog username={username} open={asks === 'ban'} onClose={() => ask(null)} onDone={() => void revalidate()} />
      <Confirm
        open={asks === 'remove'}
        onClose={() => ask(null)}
        onConfirm={remove}
        title={t('moderation.sweep')}
        text={t('moderation.sweep.text', { name: username })}
        action={t('moderation.sweep.do')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('comments.cancel')}
      />
    </div>
  );
}
