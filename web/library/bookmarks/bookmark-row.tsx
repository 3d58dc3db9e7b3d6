import { useState, type FormEvent, type MouseEvent } from 'react';
import type { BookmarkEntry } from '#contract/library.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './bookmark-row.css';

interface Props {
  entry: BookmarkEntry;
  /** Says of which comic it is. */
  titled?: boolean;
  /** Opened with a note to write. */
  writing?: boolean;
  /** Is told that its page is opened, before the link does that. */
  onOpen?: (event: MouseEvent) => void;
  onNote: (note: string) => Promise<unknown>;
  onRemove: () => void;
}

/** A page that was marked: its picture, where it is, the note on it, and what can be done with both. */
export function BookmarkRow({ entry, titled = false, writing: begun = false, onOpen, onNote, onRemove }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const nameFor = useChapterName();
  const [writing, setWriting] = useState(begun);
  const { comic, chapter, title, page, note, thumb_url: thumb, width, height } = entry;
  const place = [...(chapter ? [nameFor(chapter)] : []), t('bookmarks.page', { page })].join(' · ');
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (new FormData(event.currentTarget).get('note') as string).trim();
    if (text === note || (await onNote(text)) !== false) {
      setWriting(false);
    }
  };
  const name = <bdi dir="auto">{titled ? title : place}</bdi>;
  return (
    <div className="mark-row">
      <div className="mark-row__page" style={{ aspectRatio: `${width ?? 2} / ${height ?? 3}` }}>
        {thumb === null ? (
          <Icon name="image" />
        ) : (
          <Picture src={thumb} width={width ?? 200} height={height ?? 300} alt="" />
        )}
      </div>
      <div className="mark-row__text">
        <p className="mark-row__title">
          {comic ? (
            <Link to={links.reader(comic.slug, chapter?.slug, page)} onClick={onOpen}>
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {titled && (
          <p className="muted small num">
            <bdi dir="auto">{place}</bdi>
          </p>
        )}
        {comic ? null : <p className="muted small">{t('library.gone')}</p>}
        {writing ? (
          <form className="mark-row__form" onSubmit={(event) => void save(event)}>
            <textarea
              ref={focusAtEnd}
              className="input"
              name="note"
              rows={3}
              maxLength={1000}
              defaultValue={note}
              aria-label={t('bookmarks.note')}
              dir="auto"
            />
            <div className="row">
              <Button type="submit" look={['primary']}>
                {t('bookmarks.save')}
              </Button>
              <Button onClick={() => setWriting(false)}>{t('library.cancel')}</Button>
            </div>
          </form>
        ) : note === '' ? null : (
          <p className="mark-row__note" dir="auto">
            {note}
          </p>
        )}
      </div>
      <div className="mark-row__acts">
        {comic && !writing ? (
          <Button
            look={['ghost', 'icon']}
            aria-label={t('bookmarks.edit', { place })}
            title={t('bookmarks.note')}
            onClick={() => setWriting(true)}
          >
            <Icon name="edit" />
          </Button>
        ) : null}
        <Button
          look={['ghost', 'icon']}
          aria-label={t('bookmarks.remove', { place })}
          title={t('bookmarks.removeShort')}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </Button>
      </div>
    </div>
  );
}

function focusAtEnd(element: HTMLTextAreaElement | null): void {
  element?.focus();
  element?.setSelectionRange(element.value.length, element.value.length);
}
