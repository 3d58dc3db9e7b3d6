import type { Feature } from '#contract/site.ts';
import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { savedFilters } from '#web/library/filters/saved-filters.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { recentSearches } from './recent-searches.ts';

/** Parts of the query language worth knowing first, as they are typed, each with what it means, and the feature it is of. */
const EXAMPLES: readonly (readonly [string, Extract<MessageKey, `search.help.${string}`>, Feature?])[] = [
  ['"big hat"', 'search.help.phrase'],
  ['-school', 'search.help.not'],
  ['cat OR dog', 'search.help.or'],
  ['tag:magic', 'search.help.field', 'tags'],
  ['artist:mo*', 'search.help.wildcard', 'artists'],
  ['pages:>20', 'search.help.range'],
  ['uploaded:<7d', 'search.help.uploaded'],
  ['is:complete', 'search.help.is'],
  ['#123', 'search.help.id'],
];

/** The content of the popup before anything is typed: the latest searches, the saved filters, and how to search. */
export function SearchStart({ onPick }: { onPick: (text: string) => void }) {
  const t = useTranslate();
  const links = useAddresses();
  const { features } = useSite();
  const recent = usePersistentStore(recentSearches);
  const saved = usePersistentStore(savedFilters);
  return (
    <div className="search__start">
      {recent.length > 0 ? (
        <section className="search__g">
          <header>
            <h3>{t('search.recent')}</h3>
            <button type="button" className="link" onClick={() => recentSearches.change(() => [])}>
              {t('search.recent.clear')}
            </button>
          </header>
          <div className="chips">
            {recent.map((text) => (
              <button key={text} type="button" className="chip" data-hit onClick={() => onPick(text)}>
                <bdi>{text}</bdi>
              </button>
            ))}
          </div>
        </section>
      ) : null}
      {saved.length > 0 ? (
        <section className="search__g">
          <header>
            <h3>{t('latest.saved.title')}</h3>
          </header>
          <div className="chips">
            {saved.map(({ name, query }) => (
              <Link key={name} className="chip" data-hit to={`${links.latest()}?${query}`}>
                <bdi>{name}</bdi>
              </Link>
            ))}
          </div>
        </section>
      ) : null}
      <section className="search__g">
        <header>
          <h3>{t('search.help')}</h3>
        </header>
        <dl className="search__help">
          {EXAMPLES.filter(([, , feature]) => feature === undefined || features.includes(feature)).map(
            ([example, key]) => (
              <div key={example}>
                <dt>
                  <button type="button" className="link" data-hit onClick={() => onPick(example)}>
                    <code dir="ltr">{example}</code>
                  </button>
                </dt>
                <dd>{t(key)}</dd>
              </div>
            ),
          )}
        </dl>
      </section>
    </div>
  );
}
