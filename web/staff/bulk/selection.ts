import { useState } from 'react';
import type { BulkSelection } from '#contract/bulk-editing.ts';
import type { AdminComicRow } from '#contract/editing.ts';

/** Which comics are selected: some, on any pages, or all that the table's filter lists. */
export interface ComicSelection {
  ids: ReadonlySet<number>;
  /** The filter whose comics are selected, all of them; null where only `ids` are. */
  all: { filter: string; total: number } | null;
  count: number;
  pick: (rows: readonly AdminComicRow[], on: boolean) => void;
  pickAll: (filter: string, total: number) => void;
  clear: () => void;
  /** As the API takes it. */
  selection: BulkSelection;
}

/** Keeps which comics are selected while pages are turned. All that match are selected only as long as the filter is the same. */
export function useSelected(filter: string): ComicSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [whole, setAll] = useState<ComicSelection['all']>(null);
  const all = whole?.filter === filter ? whole : null;
  return {
    ids,
    all,
    count: all?.total ?? ids.size,
    pick(rows, on) {
      setAll(null);
      setIds((before) => {
        const next = new Set(before);
        for (const { id } of rows) {
          if (on) {
            next.add(id);
          } else {
            next.delete(id);
          }
        }
        return next;
      });
    },
    pickAll: (of, total) => setAll({ filter: of, total }),
    clear() {
      setAll(null);
      setIds(new Set());
    },
    selection: all ?? { ids: [...ids] },
  };
}
