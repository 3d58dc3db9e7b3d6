import { useState } from 'react';
import type { Follows } from '#contract/library.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { followFilter, savedFilters } from '#web/library/filters/saved-filters.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { changeMark } from '#web/library/marks/marks.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { WorkRow } from '#web/catalogue/cards/work-row.tsx';

const FollowingFeed = lazyPart(async () => (await import('./following-feed.tsx')).FollowingFeed, {
  whenMissing: 'nothing',
});

/** Everything the member follows, each with the way to stop. */
export function FollowingView({ follows }: { follows: Follows }) {
  const t = useTranslate();
  const links = useAddresses();
  const { features } = useSite();
  // The words for all of them name these three.
  const hasAll = (['tags', 'artists', 'groups'] as const).every((path) => features.includes(path));
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState('');
  const [feed, setFeed] = useState<'unseen' | 'open' | 'closed'>('unseen');
  const comics = follows.comics.filter(({ id }) => !gone.has(`comic ${id}`));
  const terms = follows.terms.filter(({ id }) => !gone.has(`term ${id}`));
  const stop = async (key: string, path: string, name: string) => {
    setFailure('');
    setGone((now) => new Set([...now, key]));
    try {
      await apiSend('DELETE', `${path}/follow`);
      if (key.startsWith('comic ')) {
        changeMark(Number(key.slice(6)), { followed: false });
      }
      announce(t('library.follow.stopped', { name }));
    } catch (error) {
      setGone((now) => new Set([...now].filter((each) => each !== key)));
      setFailure((error as Error).message);
    }
  };
  const leave = async (name: string) => {
    setFailure('');
    try {
      await followFilter(name, false);
      announce(t('library.follow.stopped', { name }));
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const button = (key: string, path: string, name: string) => (
    <Button onClick={() => void stop(key, path, name)} aria-label={t('library.follow.stopOf', { name })}>
      {t('library.follow.stop')}
    </Button>
  );
  const searches = usePersistentStore(savedFilters).filter(({ followed }) => followed);
  if (comics.length + terms.length + searches.length === 0) {
    return (
      <EmptyState title={t('library.following.empty')} {...(hasAll ? { text: t('library.following.emptyText') } : {})}>
        <ButtonLink look={['primary']} to={links.latest()}>
          {t('library.find')}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="row row--between">
        <p className="muted small">
          {t('library.following.text')}{' '}
          <Link className="link" to={links.settings('notifications')}>
            {t('notifications.settings')}
          </Link>
        </p>
        <Button aria-haspopup="dialog" onClick={() => setFeed('open')}>
          {t('library.following.feed')}
        </Button>
      </div>
      {feed === 'unseen' ? null : <FollowingFeed open={feed === 'open'} onClose={() => setFeed('closed')} />}
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {terms.length === 0 ? null : (
        <Panel
          title={
            hasAll
              ? t('library.following.terms')
              : [...new Set(terms.map(({ kind }) => t(`taxonomy.title.${KIND_PATHS[kind]}`)))].join(' · ')
          }
        >
          <ul className="work-rows">
            {terms.map(({ id, kind, name, slug }) => (
              <li key={id} className="row row--between" style={{ paddingBlock: 'var(--s2)' }}>
                <span>
                  <Link className="link" to={links.term(kind, slug)}>
                    <bdi>{name}</bdi>
                  </Link>{' '}
                  <span className="muted small">{t('taxonomy.kind', { kind })}</span>
                </span>
                {button(`term ${id}`, `/${KIND_PATHS[kind]}/${encodeURIComponent(slug)}`, name)}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {searches.length === 0 ? null : (
        <Panel title={t('latest.saved.title')}>
          <ul className="work-rows">
            {searches.map(({ name, query }) => (
              <li key={name} className="row row--between" style={{ paddingBlock: 'var(--s2)' }}>
                <Link className="link" to={query === '' ? links.latest() : `${links.latest()}?${query}`}>
                  <bdi>{name}</bdi>
                </Link>
                <Button onClick={() => void leave(name)} aria-label={t('library.follow.stopOf', { name })}>
                  {t('library.follow.stop')}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {comics.length === 0 ? null : (
        <Panel title={t('library.following.comics')}>
          <ul className="work-rows">
            {comics.map((comic) => (
              <li key={comic.id}>
                <WorkRow
                  comic={comic}
                  title={comic.title}
                  acts={button(`comic ${comic.id}`, `/comics/${encodeURIComponent(comic.slug)}`, comic.title)}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
