import { useEffect, useId, useState } from 'react';
import type { AdminSlide } from '#contract/slides.ts';
import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/form/field.css';

type Chosen = AdminSlide['comic'];

/** How long typing rests before comics are looked for, in ms. */
const REST = 200;

/** The comic a slide shows, found by typing; or none. */
export function ComicField({ comic, onChange }: { comic: Chosen; onChange: (comic: Chosen) => void }) {
  const t = useTranslate();
  const id = useId();
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly ComicCard[]>([]);
  useEffect(() => {
    if (q.trim() === '') {
      setFound([]);
      return;
    }
    const leaving = new AbortController();
    const rest = setTimeout(() => {
      apiGet<Page<ComicCard>>('/comics', { params: { q, per_page: 6 }, signal: leaving.signal }).then(
        ({ data }) => setFound(data),
        () => {},
      );
    }, REST);
    return () => {
      clearTimeout(rest);
      leaving.abort();
    };
  }, [q]);
  return (
    <div className="field">
      <label htmlFor={id}>{t('admin.slides.comic')}</label>
      {comic === null ? (
        <input
          id={id}
          className="input"
          type="search"
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          placeholder={t('admin.slides.comic.find')}
        />
      ) : (
        <div className="row row--between">
          <bdi id={id}>{comic.title}</bdi>
          <Button look={['ghost']} onClick={() => onChange(null)}>
            <Icon name="x" />
            {t('admin.slides.comic.none')}
          </Button>
        </div>
      )}
      {comic !== null || found.length === 0 ? null : (
        <ul className="slides__found">
          {found.map(({ id: comicId, slug, title }) => (
            <li key={comicId}>
              <button
                type="button"
                onClick={() => {
                  onChange({ id: comicId, slug, title });
                  setQ('');
                }}
              >
                <bdi>{title}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
