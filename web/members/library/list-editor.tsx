import { useEffect, useRef, useState } from 'react';
import type { ComicCard } from '#contract/comics.ts';
import type { ListDetail } from '#contract/library.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { moveItem } from '#web/ui/data/move-item.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useSorting } from './use-sorting.ts';
import './list-editor.css';

/** Comics asked for at once: as many as a list of the API holds. */
const PER_PAGE = 100;

/** All comics of a list, to be put in order by dragging or by buttons, and taken out; each change is kept at once, in turn as `list` and its id. */
export function Arrange({ listId }: { listId: number }) {
  const t = useTranslate();
  const [comics, setComics] = useState<readonly ComicCard[] | null>(null);
  const [failure, setFailure] = useState('');
  const rows = useRef<HTMLOListElement>(null);
  useEffect(() => {
    void loadAll(listId).then(setComics, ({ message }: Error) => setFailure(message));
  }, [listId]);

  // One call after the other: the last order is the one that stays.
  const keep = (call: () => Promise<unknown>) => {
    void inTurn(`list ${listId}`, call).then((answer) =>
      setFailure('failure' in answer ? (answer.failure as Error).message : ''),
    );
  };
  const order = (next: readonly ComicCard[]) => {
    setComics(next);
    keep(() => apiSend('PUT', `/account/lists/${listId}/order`, { body: { comics: next.map(({ id }) => id) } }));
  };
  const move = (from: number, to: number) => {
    if (!comics || to < 0 || to >= comics.length || from === to) return;
    order(moveItem(comics, from, to));
    announce(t('library.list.moved', { title: comics[from]!.title, place: to + 1, total: comics.length }));
  };
  const handle = useSorting(rows, move);
  const remove = ({ id, title }: ComicCard, at: number) => {
    setComics(comics!.filter((comic) => comic.id !== id));
    keep(() => apiSend('DELETE', `/account/lists/${listId}/comics/${id}`));
    announce(t('library.list.removed', { title }));
    // The focus goes to the row that takes its place.
    (rows.current?.children[at + 1] ?? rows.current?.children[at - 1])
      ?.querySelector<HTMLElement>('button:last-child')
      ?.focus();
  };

  return (
    <div className="stack">
      <p className="muted small">{t('library.list.arrangeText')}</p>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {comics === null && failure === '' ? <Skeleton height="8rem" /> : null}
      <ol className="arrange" ref={rows}>
        {(comics ?? []).map((comic, at) => (
          <li key={comic.id}>
            <span className="arrange__handle" aria-hidden="true" {...handle(at)}>
              <Icon name="menu" />
            </span>
            <img src={comic.thumb_url} width={32} height={48} alt="" draggable={false} />
            <bdi className="arrange__title" dir="auto">
              {comic.title}
            </bdi>
            <Button
              look={['ghost', 'icon']}
              aria-label={t('library.list.up', { title: comic.title })}
              aria-disabled={at === 0 || undefined}
              onClick={() => move(at, at - 1)}
            >
              <Icon name="up" />
            </Button>
            <Button
              look={['ghost', 'icon']}
              aria-label={t('library.list.down', { title: comic.title })}
              aria-disabled={at === comics!.length - 1 || undefined}
              onClick={() => move(at, at + 1)}
            >
              <Icon name="down" />
            </Button>
            <Button
              look={['ghost', 'icon']}
              aria-label={t('library.list.remove', { title: comic.title })}
              onClick={() => remove(comic, at)}
            >
              <Icon name="x" />
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}

async function loadAll(listId: number): Promise<ComicCard[]> {
  const comics: ComicCard[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { comics: found } = await apiGet<ListDetail>(`/lists/${listId}`, { params: { page, per_page: PER_PAGE } });
    comics.push(...found.data);
    last = found.last_page;
  }
  return comics;
}
