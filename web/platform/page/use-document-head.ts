import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { PageHead, HeadContext } from './head.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from './addresses.ts';
import type { RouteHandle } from './page.ts';
import { useRootData } from './root-data.ts';

/** Components that are shown and have a head of their own. They say it before the page around them does. */
let owners = 0;

/** Keeps title, description and links of `<head>` right when the page changes without being loaded anew. */
export function useHead(): void {
  const matches = useMatches();
  const { search } = useLocation();
  const context = useHeadContext();
  const first = useRef(true);
  useEffect(() => {
    // The server has written those of the first page.
    if (first.current) {
      first.current = false;
      return;
    }
    const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.head);
    const describe = (match?.handle as RouteHandle | undefined)?.head;
    // A page that failed describes itself.
    if (owners === 0 && describe && match?.loaderData !== undefined) {
      show(
        () => describe(match.loaderData as never, context),
        context,
        matches.map(({ loaderData }) => loaderData),
      );
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the context is made of what `matches` and `search` already stand for
  }, [matches, search]);
}

/** Makes `<head>` say this while the component is shown, whatever the page around it says of itself; null: nothing. */
export function useOwnHead(head: PageHead | null): void {
  const context = useHeadContext();
  useEffect(() => {
    if (head === null) return;
    owners += 1;
    show(() => head, context);
    return () => {
      owners -= 1;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- title and path tell heads apart; the objects are made anew each time
  }, [head?.title, context.path]);
}

/** The first page needs none of this code: the server has written its head. A page is whole without what could not be fetched. */
function show(describe: () => PageHead, context: HeadContext, data: readonly unknown[] = []): void {
  void import('./head.ts').then(({ showHead }) => showHead(describe(), context, data)).catch(() => {});
}

function useHeadContext(): HeadContext {
  const last = useMatches().at(-1);
  const { site, origin } = useRootData();
  return {
    t: useTranslate(),
    site,
    locale: useLocale(),
    links: useAddresses(),
    origin,
    route: last?.id ?? '',
    params: last?.params ?? {},
    path: useLocation().pathname,
  };
}
