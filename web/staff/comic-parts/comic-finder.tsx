import { useEffect, useState } from 'react';
import type { Page } from '#contract/paging.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import '#web/ui/form/field.css';
import './comic-parts.css';

/** A comic that was found. */
export interface FoundComic {
  id: number;
  slug: string;
  title: string;
}

interface Props<Found extends FoundComic> {
  /** Of the input, for its label. */
  id: string;
  /** Where comics are looked for: those that readers see, or those that the one who looks may edit. */
  among: '/comics' | '/admin/comics';
  /** Comics that are not offered. */
  without?: readonly number[];
  onPick: (comic: Found) => void;
}

/** How long typing rests before comics are looked for, in ms. */
const REST = 200;
/** Comics that are offered at once. */
const OFFERED = 6;

/** Finds a comic by typing. */
export function ComicFinder<Found extends FoundComic>({ id, among, without = [], onPick }: Props<Found>) {
  const t = useTranslate();
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    if (q.trim() === '') {
      setFound([]);
      return;
    }
    const leaving = new AbortController();
    const rest = setTimeout(() => {
      apiGet<Page<Found>>(among, { params: { q, per_page: OFFERED }, signal: leaving.signal }).then(
        ({ data }) => setFound(data),
        () => {},
      );
    }, REST);
    return () => {
      clearTimeout(rest);
      leaving.abort();
    };
  }, [q, among]);
  const offered = found.filter((comic) => !without.includes(comic.id));
  return (
    <div className="comic-finder">
      <input
        id={id}
        className="input"
        type="search"
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        placeholder={t('admin.slides.comic.find')}
      />
      {offered.length === 0 ? null : (
        <ul>
          {offered.map((comic) => (
            <li key={comic.id}>
              <button
                type="button"
                onClick={() => {
                  onPick(comic);
                  setQ('');
                }}
              >
                <bdi>{comic.title}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
