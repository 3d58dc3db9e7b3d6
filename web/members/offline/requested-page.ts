import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLocale } from '#web/platform/i18n/i18n.tsx';
import { inLocale } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { isComplete, type SavedChapter } from '#web/library/offline/offline-store.ts';

/**
 * The page that was asked for while there was no network, as a path (`public/sw.js` names it in the query); null where
 * the list itself was. The reader of a saved chapter is shown at once, anything else as soon as the network is back.
 */
export function useRequestedPage(saved: readonly SavedChapter[]): string | null {
  const { search } = useLocation();
  const navigate = useNavigate();
  const links = useAddresses();
  const locale = useLocale();
  const requested = requestedPath(new URLSearchParams(search).get('to'));
  const isHere =
    requested !== null &&
    saved.some(
      (each) =>
        isComplete(each) &&
        [each.chapterSlug, ...(each.chapter === null ? [] : [String(each.chapter)])].some((name) =>
          isReader(requested, links.reader(each.slug, name)),
        ),
    );
  useEffect(() => {
    if (requested === null) return;
    // In the language that is kept here, which may be another one than the page's.
    if (isHere) {
      void navigate(inLocale(requested, locale), { replace: true });
      return;
    }
    const goOn = () => window.location.replace(requested);
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [requested, isHere, locale, navigate]);
  return requested;
}

/** A path of this site alone, for `to`, which anyone may have written: what else stands there leads nowhere (null). */
export function requestedPath(to: string | null): string | null {
  const url = to !== null && URL.canParse(to, window.location.origin) ? new URL(to, window.location.origin) : null;
  // A path that begins with two slashes is the address of another site.
  return url?.origin === window.location.origin && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
}

/** Whether a path is the reader at `address` or one of its pages; the words for the language and the kind of comic may be others. */
function isReader(path: string, address: string): boolean {
  const parts = (each: string) =>
    each
      .split('?', 1)[0]!
      .split('/')
      .slice(3)
      .map((part) => decodeURIComponent(part));
  const [asked, reader] = [parts(path), parts(address)];
  return reader.every((part, at) => asked[at] === part);
}
