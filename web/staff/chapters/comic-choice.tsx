import { useEffect, useState } from 'react';
import type { AdminComicPage, AdminComicRow } from '#contract/editing.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/form/field.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  text: string;
  /** The comic that is not offered. */
  without: number;
  onChoose: (comic: AdminComicRow) => void;
}

/** How long typing rests before comics are looked for, in ms. */
const REST = 200;

/** Asks for another comic, found by typing in the query language. */
export function ComicChoice({ open, onClose, title, ...rest }: Props) {
  const t = useTranslate();
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t('latest.filters.close')}>
      <Choices {...rest} />
    </Dialog>
  );
}

function Choices({ text, without, onChoose }: Omit<Props, 'open' | 'onClose' | 'title'>) {
  const t = useTranslate();
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly AdminComicRow[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const look = () => {
      apiGet<AdminComicPage>('/admin/comics', { params: { q, per_page: 9 }, signal: leaving.signal }).then(
        ({ data }) => setFound(data.filter(({ id }) => id !== without)),
        () => {},
      );
    };
    const rest = setTimeout(look, REST);
    return () => {
      clearTimeout(rest);
      leaving.abort();
    };
  }, [q, without]);
  return (
    <div className="stack bulk-dialog">
      <p>{text}</p>
      <div className="affix">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={t('admin.comics.search')}
          placeholder={t('admin.comics.search')}
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
      </div>
      <ul className="comic-choice">
        {found?.map((comic) => (
          <li key={comic.id}>
            <button type="button" onClick={() => onChoose(comic)}>
              <img src={comic.thumb_url} alt="" width={32} height={48} />
              <bdi>{comic.title}</bdi>
              <span className="small muted">
                {[`#${comic.id}`, t(`admin.state.${comic.state}`), comic.language?.code].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found?.length === 0 ? (
        <p className="muted" role="status">
          {t('admin.comics.none')}
        </p>
      ) : null}
    </div>
  );
}
