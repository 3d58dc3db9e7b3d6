import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Page as List } from '#contract/paging.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLinks } from '#web/links.ts';
import { usePagerWords } from '#web/pager-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import '#web/ui/chip.css';
import { MODERATION, type Moderated, type ModeratedState } from './sections.ts';
import './moderation.css';

interface Props {
  section: Moderated;
  state: ModeratedState;
  list: List<unknown>;
  children: ReactNode;
}

/** The head of the moderators' pages: sections, states, pages; `children` are what is listed. */
export function ModerationFrame({ section, state, list, children }: Props) {
  const t = useT();
  const links = useLinks();
  const words = usePagerWords(list.last_page);
  const addressOf = (asked: ModeratedState, page: number) => links.moderation(section, { state: asked === MODERATION[section][0] ? null : asked, page: page > 1 ? page : null });
  return (
    <div className="stack moderation">
      <h1>{t('moderation.title')}</h1>
      <Tabs label={t('moderation.title')} tabs={(Object.keys(MODERATION) as Moderated[]).map((each) => ({ to: links.moderation(each), name: t(`moderation.${each}`) }))} />
      <nav className="row" aria-label={t('moderation.states')}>
        {MODERATION[section].map((each) => (
          <Link key={each} className="chip" to={addressOf(each, 1)} aria-current={each === state ? 'true' : undefined}>{t(`moderation.state.${each}`)}</Link>
        ))}
      </nav>
      {list.total === 0 ? <EmptyState title={t('moderation.empty')} /> : children}
      <Pager page={list.current_page} last={list.last_page} addressOf={(page) => addressOf(state, page)} words={words} />
    </div>
  );
}
