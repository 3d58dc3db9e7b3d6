import type { Page as List } from '#contract/paging.ts';
import { type Report, REPORT_STATES } from '#contract/reports.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { ReportQueue } from './report-queue.tsx';
import { StateChips } from './state-chips.tsx';

const STATES = ['all', ...REPORT_STATES] as const;
interface Data {
  list: List<Report>;
  state: (typeof STATES)[number];
}

/** Every report that was made. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const state = STATES.find((each) => each === query.get('state')) ?? 'all';
  return {
    state,
    list: await apiGet<List<Report>>('/moderation/reports', {
      request,
      params: { state, page: Number(query.get('page')) || 1, per_page: 24 },
    }),
  };
}

/** All reports and what came of them; those that are open are decided in the queue, too. */
export function Section({ data: { list, state } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const words = usePagerWords(list.last_page);
  const addressFor = (asked: Data['state'], page: number) =>
    links.moderation('reports', { state: asked === 'all' ? null : asked, page: page > 1 ? page : null });
  return (
    <>
      <StateChips states={STATES} state={state} addressFor={(each) => addressFor(each, 1)} />
      {list.total === 0 ? <EmptyState title={t('moderation.empty')} /> : <ReportQueue reports={list.data} />}
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => addressFor(state, page)}
        words={words}
      />
    </>
  );
}
