import { IndexView } from './index-view.tsx';
import type { IndexedPath } from './kinds.ts';
import { kindForPath } from './kinds.ts';
import { loadIndex, type TermIndex } from './term-index.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { breadcrumbs, metaDescription, jsonLdGraph, listPage } from '#web/platform/page/structured-data.ts';

/** Terms that the description names. */
const NAMED = 8;

/** The index of the kind whose route this is. */
export function loader({ request, route }: LoaderArgs): Promise<TermIndex> {
  return loadIndex(route as IndexedPath, request);
}

/** The head of the page; a search or another order is not for search engines. */
export function head({ path, search, found }: TermIndex, context: HeadContext): PageHead {
  const { t, origin, links, path: address } = context;
  const name = t(`taxonomy.title.${path}`);
  const title = search.page > 1 ? t('latest.title.page', { title: name, page: search.page }) : name;
  const own = {
    title,
    ...(search.page > 1 ? { query: `page=${search.page}` } : {}),
    hidden: search.q !== '' || search.sort !== 'name' || search.reversed || !found,
  };
  const terms = found?.data ?? [];
  const description = metaDescription(
    t('taxonomy.description', { kind: path }),
    terms
      .slice(0, NAMED)
      .map((term) => term.name)
      .join(' · '),
  );
  return {
    ...own,
    description,
    jsonLd: jsonLdGraph(
      listPage(context, {
        name: title,
        description,
        url: `${origin}${address}${search.page > 1 ? `?page=${search.page}` : ''}`,
        total: found?.total ?? 0,
        from: found?.from ?? 1,
        items: terms.map((term) => ({ name: term.name, path: links.term(kindForPath(path), term.slug) })),
      }),
      breadcrumbs(context, [{ name, path: address }]),
    ),
  };
}

/** Every term of a kind. */
export function Page({ data: index }: PageProps<TermIndex>) {
  const t = useTranslate();
  return (
    <div className="stack">
      <header className="row row--between">
        <h1>{t(`taxonomy.title.${index.path}`)}</h1>
        {index.found ? (
          <span className="muted num small">{t('taxonomy.count', { kind: index.path, count: index.found.total })}</span>
        ) : null}
      </header>
      <IndexView index={index} />
    </div>
  );
}

/** The facts of the page that ads go by. */
export const ads = () => ({ page: 'terms' as const });
