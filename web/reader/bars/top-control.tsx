import { createPortal } from 'react-dom';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import type { ReaderAction } from '#web/reader/context/key-map.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { useIsFull } from './fullscreen-control.tsx';

interface Props {
  reader: ReaderContext;
  /** Whether the page in view has a bookmark. */
  isMarked: boolean;
  /** Whether nothing of what is read is remembered. */
  isIncognito: boolean;
}

const SaveItem = lazyPart(async () => (await import('#web/library/offline/save-button.tsx')).SaveItem, {
  whenMissing: 'fail',
});

type Entry = [action: ReaderAction, icon: IconName, on?: boolean];

/** The buttons above the pages: what is wanted most in sight, everything in a menu. */
export function TopTool({ reader, isMarked, isIncognito }: Props) {
  const t = useTranslate();
  const name = useChapterName();
  const isFull = useIsFull();
  const {
    data,
    view: { total },
    act,
  } = reader;
  const fills = document.fullscreenEnabled;
  const full = t(isFull ? 'reader.fullscreen.leave' : 'reader.fullscreen');
  if (reader.tools === null) return null;

  const pages: Entry[] =
    total === 0
      ? []
      : [
          ['bookmark', 'bookmark', isMarked],
          ['bookmarks', 'book'],
          ['thumbnails', 'grid'],
          ['go-to', 'search'],
          ['guided', 'tap'],
          ...(data.described ? [['page-text', 'comment'] as Entry] : []),
          ['auto-scroll', 'play'],
        ];
  const page: Entry[] =
    total === 0
      ? []
      : [
          ['save-page', 'download'],
          ['share-page', 'share'],
          ['report-page', 'flag'],
        ];
  const entry = ([action, icon, on]: Entry) => (
    <button key={action} type="button" aria-pressed={on} onClick={() => act(action)}>
      <Icon name={icon} />
      {action === 'fullscreen' ? full : action === 'help' ? t('reader.help.title') : t(`reader.key.${action}`)}
      {on && <Icon name="check" className="icon--check" />}
    </button>
  );
  return createPortal(
    <>
      {isIncognito && (
        <span className="reader__veil" role="img" aria-label={t('reader.key.incognito')}>
          <Icon name="eye-off" />
        </span>
      )}
      {data.comic.chapters_count > 0 && (
        <Button
          look={['ghost', 'icon']}
          className="only-mid"
          aria-label={t('reader.key.chapters')}
          onClick={() => act('chapters')}
        >
          <Icon name="menu" />
        </Button>
      )}
      {total > 0 && (
        <Button
          look={['ghost', 'icon']}
          aria-label={t('reader.key.bookmark')}
          aria-pressed={isMarked}
          onClick={() => act('bookmark')}
        >
          <Icon name="bookmark" />
        </Button>
      )}
      {fills && (
        <Button look={['ghost', 'icon']} className="only-mid" aria-label={full} onClick={() => act('fullscreen')}>
          <Icon name="expand" />
        </Button>
      )}
      <Menu
        look="btn btn--ghost btn--icon"
        end
        summary={
          <>
            <Icon name="more" />
            <span className="visually-hidden">{t('reader.more')}</span>
          </>
        }
      >
        {data.comic.chapters_count > 0 && entry(['chapters', 'menu'])}
        {pages.map(entry)}
        {total > 0 && data.closed === null && (
          <SaveItem
            comic={data.comic}
            chapter={data.chapter}
            name={data.chapter ? name(data.chapter) : data.comic.title}
          />
        )}
        {entry(['incognito', 'eye-off', isIncognito])}
        {fills && entry(['fullscreen', 'expand'])}
        <hr />
        {page.map(entry)}
        {entry(['help', 'key'])}
      </Menu>
    </>,
    reader.tools,
  );
}
