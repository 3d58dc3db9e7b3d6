import type { ModeratedComment } from '#contract/comments.ts';
import type { Page as List } from '#contract/paging.ts';
import { apiGet } from '#web/api.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLinks } from '#web/links.ts';
import { usePagerWords } from '#web/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/section.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { CommentQueue } from './comment-queue.tsx';

/** All comments, the newest first. */
export function load({ request, query }: SectionArgs): Promise<List<ModeratedComment>> {
  return apiGet('/moderation/comments', { request, params: { state: 'all', page: Number(query.get('page')) || 1, per_page: 24 } });
}

/** Every comment of the site, for admins. */
export function Section({ data }: SectionProps<List<ModeratedComment>>) {
  const t = useT();
  const links = useLinks();
  const words = usePagerWords(data.last_page);
  return (
    <>
      <h1>{t('admin.title.comments')}</h1>
      {data.total === 0 ? <EmptyState title={t('moderation.empty')} /> : <CommentQueue comments={data.data} />}
      <Pager page={data.current_page} last={data.last_page} addressOf={(page) => links.admin('comments', null, null, { page: page > 1 ? page : null })} words={words} />
    </>
  );
}
