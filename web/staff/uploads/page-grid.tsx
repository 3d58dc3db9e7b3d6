import { useEffect, useRef, useState } from 'react';
import type { UploadChapter, UploadedPage, UploadFile, UploadWork } from '#contract/uploads.ts';
import { Labelled } from '#web/ui/basic/labelled.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiPost, apiSend } from '#web/platform/api/api.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Sortable } from '#web/ui/data/sortable.tsx';
import '#web/ui/basic/badge.css';
import { useSortWords } from '#web/ui/data/sort-words.ts';
import { withoutPage, withPageIn, withPageMoved, withSplit } from './arrangement.ts';
import { send } from '#web/staff/sending/transfers.ts';
import { useUploading } from './use-upload.tsx';
import { useUploadMessages } from './upload-messages.ts';

interface Props {
  work: UploadWork;
  chapter: UploadChapter;
  name: string;
  cover: number | null;
  onCover: (page: number) => void;
  chapterName: (chapter: UploadChapter) => string;
}

/** The pages of a chapter as pictures: to be put in order, replaced, taken out, or made the cover. */
export function PageGrid({ work, chapter, name, cover, onCover, chapterName }: Props) {
  const { t, problem } = useUploadMessages();
  const { upload, limits, arrange, refresh } = useUploading();
  const words = useSortWords();
  const [pages, setPages] = useState<ReadonlyMap<number, UploadedPage>>(new Map());
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState<ReadonlyMap<number, number>>(new Map());
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<number | null>(null);
  const path = `/admin/uploads/${upload.id}`;
  // How often pages were asked for, or changed here: an answer that was on its way meanwhile is older than what is shown.
  const lastLoad = useRef(0);
  const load = async () => {
    lastLoad.current += 1;
    const mine = lastLoad.current;
    try {
      const list = await apiGet<UploadedPage[]>(`${path}/chapters/${chapter.id}/pages`);
      if (mine !== lastLoad.current) return;
      setPages((before) => new Map([...before, ...list.map((page) => [page.id, page] as const)]));
      setFailure('');
    } catch (error) {
      if (mine === lastLoad.current) {
        setFailure((error as Error).message);
      }
    }
  };
  const unknown = chapter.page_ids.some((id) => !pages.has(id));
  useEffect(() => {
    if (unknown) {
      void load();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked for when pages are unknown or their number changes
  }, [unknown, chapter.page_ids.length]);

  // The new picture goes the way of every file; once it is read it takes the page's place.
  const replace = async (page: number, file: File) => {
    try {
      const entry = await apiPost<UploadFile>(`${path}/files`, { body: { path: file.name, bytes: file.size } });
      send({ upload: upload.id, file: entry.id, url: entry.upload_url, part: limits.partMegabytes * 1_048_576 }, file);
      setBusy((before) => new Map(before).set(page, entry.id));
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  useEffect(() => {
    for (const [page, id] of busy) {
      const file = upload.files.find((each) => each.id === id);
      if (file?.state !== 'ready' && file?.state !== 'refused') continue;
      setBusy((before) => new Map([...before].filter(([each]) => each !== page)));
      if (file.state === 'refused') continue;
      void apiSend<UploadedPage>('PUT', `${path}/pages/${page}`, { body: { file: id } }).then(
        async (now) => {
          setPages((before) => new Map(before).set(page, now));
          void load();
          announce(t('upload.page.replaced', { page: chapter.page_ids.indexOf(page) + 1 }));
          await refresh();
        },
        ({ message }: Error) => setFailure(message),
      );
    }
    // oxlint-disable-next-line react/exhaustive-deps -- replaced once the new picture is read
  }, [upload.files, busy]);

  if (failure !== '' && pages.size === 0) {
    return (
      <Alert kind="bad">
        <span>
          {t('upload.page.failed')} {failure}
        </span>
        <button type="button" className="alert__act" onClick={() => void load()}>
          {t('site.retry')}
        </button>
      </Alert>
    );
  }
  const items = chapter.page_ids.flatMap((id) => pages.get(id) ?? []);
  if (items.length === 0) return <Skeleton height="12rem" />;
  const first = work.chapters[0]?.page_ids.find((id) => pages.get(id)?.missing === null);
  const others = upload.works
    .flatMap((each) =>
      each.chapters.map((one) => ({
        ...one,
        title: each.id === work.id ? chapterName(one) : `${each.title} · ${one.name || one.number || ''}`,
      })),
    )
    .filter(({ id }) => id !== chapter.id);
  const placeFor = (page: UploadedPage) => items.indexOf(page) + 1;
  return (
    <div className="upload-pages">
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      <Sortable
        grid
        label={t('upload.page.label', { name })}
        items={items}
        nameFor={(page) => t('upload.page.alt', { page: placeFor(page) })}
        words={words}
        onMove={(from, to) => arrange((works) => withPageMoved(works, chapter.id, from, to))}
      >
        {(page, handle, at) => (
          <div className={busy.has(page.id) ? 'upload-page is-busy' : 'upload-page'}>
            <img
              src={page.thumb_url}
              width={page.width}
              height={page.height}
              alt={
                page.missing === null
                  ? t('upload.page.alt', { page: at + 1 })
                  : t('reader.page.missing', { page: at + 1 })
              }
              title={page.name}
              loading="lazy"
              draggable={false}
            />
            {page.missing === null ? null : (
              <span className="badge badge--plate upload-page__missing">{t('upload.page.missing')}</span>
            )}
            {page.id === (cover ?? first) ? (
              <span className="badge badge--plate upload-page__cover">{t('upload.page.isCover')}</span>
            ) : null}
            {page.missing === null ? null : (
              <p className="upload-page__why small">
                <Labelled label={<bdi>{page.name}</bdi>} look="plain">
                  {problem(page.missing)}
                </Labelled>
              </p>
            )}
            <div className="upload-page__row">
              {handle}
              <span className="upload-page__n">{at + 1}</span>
              <Menu
                look="btn btn--ghost btn--icon"
                end
                summary={
                  <>
                    <Icon name="more" />
                    <span className="visually-hidden">{t('upload.page.menu', { page: at + 1 })}</span>
                  </>
                }
              >
                {page.missing === null ? (
                  <button type="button" onClick={() => onCover(page.id)}>
                    {t('upload.page.cover')}
                  </button>
                ) : null}
                <button
                  type="button"
                  onClick={() => {
                    replaced.current = page.id;
                    input.current?.click();
                  }}
                >
                  {t('upload.page.replace')}
                </button>
                {at > 0 ? (
                  <button type="button" onClick={() => arrange((works) => withSplit(works, chapter.id, page.id))}>
                    {t('upload.page.split')}
                  </button>
                ) : null}
                {others.slice(0, 20).map((other) => (
                  <button
                    type="button"
                    key={other.id}
                    onClick={() => arrange((works) => withPageIn(works, page.id, other.id))}
                  >
                    {t('upload.page.toChapter', { name: other.title })}
                  </button>
                ))}
                <button
                  type="button"
                  className="bad"
                  onClick={() => {
                    arrange((works) => withoutPage(works, page.id));
                    announce(t('upload.page.removed', { page: at + 1 }));
                  }}
                >
                  {t('upload.page.remove')}
                </button>
              </Menu>
            </div>
          </div>
        )}
      </Sortable>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('upload.page.replace')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file && replaced.current !== null) {
            void replace(replaced.current, file);
          }
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
