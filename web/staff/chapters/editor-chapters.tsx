import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminChapter, AdminChapterDetail } from '#contract/chapter-editing.ts';
import { SEEN_STATES, type AdminComic } from '#contract/editing.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { formatExact } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Badge, State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { moveItem } from '#web/ui/data/move-item.ts';
import { Sortable } from '#web/ui/data/sortable.tsx';
import { ChapterDialog } from './chapter-dialog.tsx';
import { chapterActions, useChapterActions } from './chapter-state-actions.tsx';
import { ChapterPages } from './chapter-pages.tsx';
import { EditorVolumes } from './editor-volumes.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { RenumberDialog } from './renumber-dialog.tsx';
import { chapterTitle } from './chapter-title.ts';
import { ComicChoice } from './comic-choice.tsx';
import { comicColumns } from '#web/staff/comic-parts/comic-columns.tsx';
import type { EditorAddress } from '#web/staff/comic-parts/load-editor.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { useSortWords } from '#web/ui/data/sort-words.ts';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Link } from '#web/ui/basic/link.tsx';
import './chapters.css';

interface Props {
  comic: AdminComic;
  /** The chapter whose pages are shown; null where none is chosen. */
  chapter: AdminChapterDetail | null;
  reload: () => Promise<void>;
  addressFor: EditorAddress;
}

type OpenDialog =
  { what: 'edit' | 'move' | 'join' | 'delete'; chapter: AdminChapter } | { what: 'new' | 'merge' | 'renumber' };

/** The chapters of a comic in their order, and the pages of one of them. */
export function EditorChapters({ comic, chapter, reload, addressFor }: Props) {
  const t = useTranslate();
  const words = useSortWords();
  const hasFavorites = useFeature('favorites');
  const navigate = useNavigate();
  const { run, runQueued, busy } = useMutation({ reload, toasts: true });
  const locale = useLocale();
  const { act, dialogs } = useChapterActions(reload);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [chapters, setChapters] = useState(comic.chapters);
  useEffect(() => setChapters(comic.chapters), [comic.chapters]);
  const path = `/admin/comics/${encodeURIComponent(comic.slug)}`;
  const close = () => setAsked(null);
  const move = (from: number, to: number) => {
    const next = moveItem(chapters, from, to);
    setChapters(next);
    void runQueued(
      () => apiSend('PUT', `${path}/chapters`, { body: { ids: next.map(({ id }) => id) } }),
      t('admin.order.saved'),
    );
  };
  const take = async (other: Pick<AdminComic, 'id' | 'slug' | 'title'>) => {
    const all = asked?.what === 'merge';
    close();
    const worked = await run(
      () => apiPost(all ? `${path}/merge` : `/admin/chapters/${subject!.id}/move`, { body: { comic_id: other.id } }),
      t('admin.chapter.moved', { title: other.title }),
      { leaves: all },
    );
    // This address is the other's from now on.
    if (worked && all) {
      await navigate(addressFor(other.slug, 'chapters'));
    }
  };
  const subject = asked && 'chapter' in asked ? asked.chapter : null;
  const next =
    asked?.what === 'join' ? chapters[chapters.findIndex(({ id }) => id === asked.chapter.id) + 1] : undefined;
  return (
    <div className="stack-l">
      {chapter && comic.chapters.length === 1 && comic.oneshot ? null : (
        <section className="stack" aria-labelledby="editor-chapters" aria-busy={busy}>
          <div className="row row--between">
            <h2 id="editor-chapters">{t('admin.field.chapters')}</h2>
            <div className="row">
              {chapters.length === 0 ? null : (
                <>
                  <Button look={['ghost']} onClick={() => setAsked({ what: 'renumber' })}>
                    {t('admin.renumber')}
                  </Button>
                  <Button look={['ghost']} onClick={() => setAsked({ what: 'merge' })}>
                    {t('admin.chapter.merge')}
                  </Button>
                </>
              )}
              <Button onClick={() => setAsked({ what: 'new' })}>
                <Icon name="plus" />
                {t('admin.chapter.new')}
              </Button>
            </div>
          </div>
          {chapters.length === 0 ? (
            <EmptyState title={t('admin.chapter.none')} />
          ) : (
            <Sortable
              label={t('upload.chapter.label', { title: comic.title })}
              items={chapters}
              nameFor={(each) => chapterTitle(t, each)}
              words={words}
              onMove={move}
            >
              {(each, handle) => (
                <div className={each.id === chapter?.id ? 'chapter-item is-shown' : 'chapter-item'}>
                  {handle}
                  {each.thumbnail_url === null ? (
                    <span className="chapter-item__thumb" />
                  ) : (
                    <img
                      className="chapter-item__thumb"
                      src={each.thumbnail_url}
                      alt=""
                      width={32}
                      height={48}
                      loading="lazy"
                    />
                  )}
                  <div className="chapter-item__name">
                    <Link
                      to={addressFor(comic.slug, 'chapters', { chapter: each.id })}
                      preventScrollReset
                      aria-current={each.id === chapter?.id ? 'true' : undefined}
                    >
                      <bdi>{chapterTitle(t, each)}</bdi>
                    </Link>
                    <span className="row row--tight small muted">
                      {[
                        each.volume === null ? '' : t('comic.chapter.volume', { volume: each.volume }),
                        each.number === null || each.name === '' ? '' : `#${each.number}`,
                        t('upload.n.pagesAll', { count: each.pages }),
                        ...each.groups.map(({ name }) => name),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                      {each.state === 'published' ? null : (
                        <State {...comicColumns(each.state)}>{t(`admin.chapter.state.${each.state}`)}</State>
                      )}
                      {each.publish_at === null ? null : <span>{formatExact(locale, each.publish_at)}</span>}
                      {each.missing === 0 ? null : (
                        <Badge>
                          <Icon name="alert" className="icon--s" />
                          {t('upload.n.missing', { count: each.missing })}
                        </Badge>
                      )}
                      {each.premium_until !== null && new Date(each.premium_until) > new Date() ? (
                        <Badge>
                          <Icon name="lock" className="icon--s" />
                          {t('admin.field.premium_until')}
                        </Badge>
                      ) : null}
                    </span>
                  </div>
                  <Menu
                    end
                    look="btn btn--ghost btn--icon"
                    summary={
                      <>
                        <Icon name="more" />
                        <span className="visually-hidden">
                          {t('upload.chapter.menu', { name: chapterTitle(t, each) })}
                        </span>
                      </>
                    }
                  >
                    <button type="button" onClick={() => setAsked({ what: 'edit', chapter: each })}>
                      <Icon name="edit" />
                      {t('admin.action.edit')}
                    </button>
                    {chapterActions(each).map(({ action, icon }) => (
                      <button key={action} type="button" onClick={() => act(each, action)}>
                        <Icon name={icon} />
                        {t(`admin.action.${action}`)}
                      </button>
                    ))}
                    {chapters.at(-1) === each ? null : (
                      <button type="button" onClick={() => setAsked({ what: 'join', chapter: each })}>
                        <Icon name="copy" />
                        {t('admin.join')}
                      </button>
                    )}
                    <button type="button" onClick={() => setAsked({ what: 'move', chapter: each })}>
                      <Icon name="out" className="flip" />
                      {t('admin.chapter.move')}
                    </button>
                    <button type="button" onClick={() => setAsked({ what: 'delete', chapter: each })}>
                      <Icon name="trash" />
                      {t('comments.delete')}
                    </button>
                  </Menu>
                </div>
              )}
            </Sortable>
          )}
        </section>
      )}
      <EditorVolumes comic={comic} reload={reload} />
      {chapter === null ? null : <ChapterPages key={chapter.id} comic={comic} chapter={chapter} reload={reload} />}
      <ChapterDialog
        open={asked?.what === 'new' || asked?.what === 'edit'}
        chapter={asked?.what === 'edit' ? subject : null}
        onClose={close}
        save={async (changes) => {
          await (subject
            ? apiSend('PATCH', `/admin/chapters/${subject.id}`, { body: changes })
            : apiPost(`${path}/chapters`, {
                // Where readers see the comic, a chapter is prepared first.
                body: { ...changes, state: SEEN_STATES.has(comic.state) ? 'draft' : 'published' },
              }));
          close();
          await reload();
        }}
      />
      {subject === null || next === undefined ? null : (
        <JoinDialog chapter={subject} next={next} onClose={close} reload={reload} />
      )}
      {comic.chapters.length === 0 ? null : (
        <RenumberDialog open={asked?.what === 'renumber'} comic={comic} onClose={close} reload={reload} />
      )}
      <ComicChoice
        open={asked?.what === 'move' || asked?.what === 'merge'}
        without={comic.id}
        onClose={close}
        title={t(asked?.what === 'merge' ? 'admin.chapter.merge' : 'admin.chapter.move')}
        text={
          asked?.what === 'merge'
            ? t('admin.chapter.merge.text', { favorites: hasFavorites ? 'on' : 'off' })
            : t('admin.chapter.move.text')
        }
        onChoose={(other) => void take(other)}
      />
      <Confirm
        open={asked?.what === 'delete'}
        onClose={close}
        title={t('admin.delete.title', { title: subject ? chapterTitle(t, subject) : '' })}
        text={t('admin.chapter.delete.text', { count: subject?.pages ?? 0 })}
        action={t('comments.delete')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('latest.filters.close')}
        onConfirm={async () => {
          await apiSend('DELETE', `/admin/chapters/${subject!.id}`);
          await reload();
        }}
      />
      {dialogs}
    </div>
  );
}
