import { useEffect, useState } from 'react';
import { apiPost } from '#web/platform/api/api.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { isIncognito } from '#web/library/progress/incognito.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';

/**
 * Says once that a reader was opened whose page the server made: for all it knows, a search engine or a cache asked.
 * Where the browser asked for the pages itself, the API has counted already. Who leaves no trace is not counted.
 */
export function useCountedView({ comic, closed }: ChapterData): void {
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  const isCounted = isServed && closed === null;
  useEffect(() => {
    // A view that is not counted is nothing the reader need know of.
    if (isCounted && !isIncognito()) {
      apiPost(`/comics/${encodeURIComponent(comic.slug)}/view`).catch(() => {});
    }
    // oxlint-disable-next-line react/exhaustive-deps -- counted once, when the reader opens
  }, []);
}
