import { useEffect, useRef, useState } from 'react';
import type { AdminChapterDetail, AdminPage } from '#contract/chapter-editing.ts';
import type { AdminComic } from '#contract/editing.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import '#web/ui/basic/badge.css';
import { BulkBar } from '#web/ui/data/bulk.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { moveItem } from '#web/ui/data/move-item.ts';
import { Sortable } from '#web/ui/data/sortable.tsx';
import '#web/ui/choice/checkbox.css';
import { chapterTitle } from './chapter-title.ts';
import { SplitDialog } from './split-dialog.tsx';
import { PageDialog } from './page-dialog.tsx';
import { sendPicture } from '#web/staff/comic-parts/send-picture.ts';
import { useSortWords } from '#web/ui/data/sort-words.ts';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

interface Props {
  comic: AdminComic;
  chapter: AdminChapterDetail;
  reload: () => Promise<void>;
}

/** The pages of a chapter as a grid: put in order, selected and moved or deleted, opened, added. */
export function ChapterPages({ comic, chapter, reload }: Props) {
  const t = useTranslate();
  const words = useSortWords();
  const { run, runQueued, busy } = useMutation({ reload, toasts: true });
  const input = useRef<HTMLInputElement>(null);
  const [pages, setPages] = useState(chapter.images);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<number | null>(null);
  const [splitting, setSplitting] = useState<number | null>(null);
  const [deleting, setDeleting] = useState(false);
  const [adding, setAdding] = useState<{ done: number; total: number } | null>(null);
  useEffect(() => {
    setPages(chapter.images);
    setPicked((before) => new Set([...before].filter((id) => chapter.images.some((page) => page.id === id))));
  }, [chapter.images]);
  const path = `/admin/chapters/${chapter.id}`;
  const nameFor = (page: AdminPage) => t('admin.page.name', { page: page.page });
  const pick = (id: number, on: boolean) =>
    setPicked((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
  const move = (from: number, to: number) => {
    const next = moveItem(pages, from, to);
    setPages(next);
    void runQueued(
      () => apiSend('PUT', `${path}/pages`, { body: { ids: next.map(({ id }) => id) } }),
      t('admin.order.saved'),
    );
  };
  const add = (files: readonly File[]) =>
    run(async () => {
      const total = files.length;
      try {
        for (const [done, file] of files.entries()) {
          setAdding({ done, total });
          await sendPicture('POST', `${path}/pages`, file, { name: file.name });
        }
        announce(t('admin.pages.added', { count: total }));
      } finally {
        setAdding(null);
      }
    });
  const others = comic.chapters.filter(({ id }) => id !== chapter.id);
  const page = pages.find(({ id }) => id === opened);
  const cut = pages.find(({ id }) => id === splitting);
  const ids = [...picked];
  return (
    <section className="stack" aria-labelledby="editor-pages" aria-busy={busy}>
      <div className="row row--between">
        <h2 id="editor-pages">
          {comic.oneshot ? t('admin.field.pages') : t('upload.chapter.open', { name: chapterTitle(t, chapter) })}{' '}
          <span className="muted num">{pages.length}</span>
        </h2>
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            if (files.length > 0) {
              void add(files);
            }
          }}
        />
        <Button onClick={() => input.current?.click()} aria-disabled={busy || undefined}>
          <Icon name="plus" />
          {t('admin.pages.add')}
        </Button>
      </div>
      {adding === null ? null : (
        <Progress label={t('admin.pages.add')} value={adding.done / adding.total}>
          <span>{t('upload.n.pages', { done: adding.done, count: adding.total })}</span>
        </Progress>
      )}
      {pages.length === 0 ? (
        <EmptyState title={t('admin.pages.empty')} />
      ) : (
        <Sortable grid label={t('admin.field.pages')} items={pages} nameFor={nameFor} words={words} onMove={move}>
          {(each, handle, index) => (
            <div className={picked.has(each.id) ? 'page-cell is-picked' : 'page-cell'}>
              <button
                type="button"
                className="page-cell__open"
                aria-label={
                  each.missing === null
                    ? t('admin.page.open', { page: index + 1 })
                    : `${t('admin.page.open', { page: index + 1 })} (${t('upload.page.missing')})`
                }
                title={each.missing === null ? undefined : each.name}
                onClick={() => setOpened(each.id)}
              >
                <img src={each.thumbnail_url} alt="" width={each.width} height={each.height} loading="lazy" />
                {each.missing === null ? null : (
                  <span className="badge badge--plate page-cell__missing">{t('upload.page.missing')}</span>
                )}
              </button>
              <div className="page-cell__foot">
                <label className="check">
                  <input
                    type="checkbox"
                    checked={picked.has(each.id)}
                    aria-label={t('admin.select.row', { title: nameFor(each) })}
                    onChange={({ currentTarget }) => pick(each.id, currentTarget.checked)}
                  />
                </label>
                <span className="small num">{index + 1}</span>
                {handle}
              </div>
            </div>
          )}
        </Sortable>
      )}
      {picked.size === 0 ? null : (
        <BulkBar
          label={t('admin.field.pages')}
          count={t('upload.n.pagesAll', { count: picked.size })}
          clearLabel={t('admin.bulk.clear')}
          onClear={() => setPicked(new Set())}
        >
          {others.length === 0 ? null : (
            <Menu
              up
              end
              look="btn"
              summary={
                <>
                  {t('admin.pages.move')}
                  <Icon name="up" className="icon--s" />
                </>
              }
            >
              {others.map((each) => (
                <button
                  key={each.id}
                  type="button"
                  onClick={() =>
                    void run(
                      () => apiPost(`${path}/pages/move`, { body: { ids, chapter_id: each.id } }),
                      t('admin.chapter.moved', { title: chapterTitle(t, each) }),
                    )
                  }
                >
                  <bdi>{chapterTitle(t, each)}</bdi>
                </button>
              ))}
            </Menu>
          )}
          <Button look={['danger']} onClick={() => setDeleting(true)}>
            <Icon name="trash" />
            {t('comments.delete')}
          </Button>
        </BulkBar>
      )}
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={t('admin.pages.delete', { count: picked.size })}
        text={t('admin.pages.delete.text')}
        action={t('comments.delete')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('latest.filters.close')}
        onConfirm={async () => {
          await apiPost(`${path}/pages/delete`, { body: { ids } });
          await reload();
        }}
      />
      {page === undefined ? null : (
        <PageDialog
          key={page.id}
          page={page}
          path={`${path}/pages/${page.id}`}
          remove={() => {
            setOpened(null);
            setPicked(new Set([page.id]));
            setDeleting(true);
          }}
          split={
            page === pages[0]
              ? null
              : () => {
                  setOpened(null);
                  setSplitting(page.id);
                }
          }
          reload={reload}
          onClose={() => setOpened(null)}
        />
      )}
      {cut === undefined ? null : (
        <SplitDialog chapter={chapter} pages={pages} first={cut} onClose={() => setSplitting(null)} reload={reload} />
      )}
    </section>
  );
}
