import { IndexView } from '../features/taxonomy/index-view.tsx';
import type { IndexedPath } from '../features/taxonomy/kinds.ts';
import { kindOf } from '../features/taxonomy/kinds.ts';
import { loadIndex, type TermIndex } from '../features/taxonomy/term-index.ts';
import type { Head, HeadContext } from '../head.ts';
import { useT } from '../i18n/i18n.tsx';
import type { LoaderArgs, PageProps } from '../page.ts';

/** The index of the kind whose route this is. */
export function loader({ request, route }: LoaderArgs): Promise<TermIndex> {
  return loadIndex(route as IndexedPath, request);
}

/** What the page says about itself; a search or another order is not for search engines. */
export function head({ path, search, found }: TermIndex, { t, origin, links, path: address }: HeadContext): Head {
  const name = t(`taxonomy.title.${path}`);
  const description = t('taxonomy.description', { kind: path });
  return {
    title: search.page > 1 ? t('latest.title.page', { title: name, page: search.page }) : name,
    description,
    ...(search.page > 1 ? { query: `page=${search.page}` } : {}),
    hidden: search.q !== '' || search.sort !== 'name' || search.reversed || !found,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name,
      description,
      url: `${origin}${address}`,
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: found?.total ?? 0,
        itemListElement: (found?.data ?? []).map((term, index) => ({
          '@type': 'ListItem', position: (found?.from ?? 1) + index, url: `${origin}${links.term(kindOf(path), term.slug)}`, name: term.name,
        })),
      },
    },
  };
}

/** Every term of a kind. */
export function Page({ data: index }: PageProps<TermIndex>) {
  const t = useT();
  return (
    <div className="stack">
      <header className="row row--between">
        <h1>{t(`taxonomy.title.${index.path}`)}</h1>
        {index.found ? <span className="muted num small">{t('taxonomy.count', { kind: index.path, count: index.found.total })}</span> : null}
      </header>
      <IndexView index={index} />
    </div>
  );
}

/** What the page is to ads. */
export const ads = () => ({ page: 'terms' as const });
