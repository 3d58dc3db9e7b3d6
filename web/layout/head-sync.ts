import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { Head, HeadContext } from '../head.ts';
import { useLocale, useT } from '../i18n/i18n.tsx';
import { useLinks } from '../links.ts';
import type { RouteHandle } from '../page.ts';
import { useRoot } from '../site.ts';

/** Keeps title, description and links of `<head>` right when the page changes without being loaded anew. */
export function useHead(): void {
  const matches = useMatches();
  const { search } = useLocation();
  const context = useHeadContext();
  const first = useRef(true);
  useEffect(() => {
    // The server has written those of the first page.
    if (first.current) { first.current = false; return; }
    const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.head);
    const describe = (match?.handle as RouteHandle | undefined)?.head;
    // A page that failed describes itself (`useOwnHead`).
    if (describe && match?.loaderData !== undefined) { show(describe(match.loaderData as never, context), context); }
  // The context is made of what `matches` and `search` already stand for.
  }, [matches, search]);
}

/** What `<head>` says while this component is shown. */
export function useOwnHead(head: Head): void {
  const context = useHeadContext();
  useEffect(() => show(head, context), [head.title, context.path]);
}

/** The first page needs none of this code: the server has written its head. A page is whole without what could not be fetched. */
function show(head: Head, context: HeadContext): void {
  void import('../head.ts').then(({ showHead }) => showHead(head, context)).catch(() => {});
}

function useHeadContext(): HeadContext {
  const last = useMatches().at(-1);
  const { site, origin } = useRoot();
  return {
    t: useT(), site, locale: useLocale(), links: useLinks(), origin,
    route: last?.id ?? '', params: last?.params ?? {}, path: useLocation().pathname,
  };
}
