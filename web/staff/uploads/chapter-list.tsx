import { useState } from 'react';
import type { UploadChapter, UploadWork } from '#contract/uploads.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Sortable } from '#web/ui/data/sortable.tsx';
import { withChapterIn, withChapterMoved, withoutChapter } from './arrangement.ts';
import { PageGrid } from './page-grid.tsx';
import { toLocalDatetime } from '#web/ui/form/local-datetime.ts';
import { useSortWords } from '#web/ui/data/sort-words.ts';
import { CreditFields, toTyped, toWanted } from '#web/staff/credits/credit-fields.tsx';
import { Saved } from './saved.tsx';
import { NamesPicker } from './term-fields.tsx';
import { useSaving } from './use-saving.ts';
import { usePending, useUploading } from './use-upload.tsx';
import { useUploadMessages } from './upload-messages.ts';

interface Props {
  work: UploadWork;
  title: string;
  /** The page that is the cover; null: the first. */
  cover: number | null;
  onCover: (page: number) => void;
}

/** The chapters of a work, to be put in order, named, moved to other works and taken out. */
export function ChapterList({ work, title, ...covers }: Props) {
  const { t } = useUploadMessages();
  const { arrange } = useUploading();
  const words = useSortWords();
  const [open, setOpen] = useState<number | null>(work.chapters.length === 1 ? work.chapters[0]!.id : null);
  const nameFor = ({ id, name, number }: UploadChapter) =>
    name ||
    (number === null
      ? t('upload.chapter.untitled', { number: String(work.chapters.findIndex((each) => each.id === id) + 1) })
      : t('upload.chapter.untitled', { number }));
  return (
    <Sortable
      label={t('upload.chapter.label', { title })}
      items={work.chapters}
      nameFor={nameFor}
      words={words}
      onMove={(from, to) => arrange((works) => withChapterMoved(works, work.id, from, to))}
    >
      {(chapter, handle, at) => (
        <Chapter
          key={chapter.id}
          work={work}
          chapter={chapter}
          name={nameFor(chapter)}
          place={at + 1}
          handle={handle}
          open={open === chapter.id}
          onOpen={() => setOpen(open === chapter.id ? null : chapter.id)}
          chapterName={nameFor}
          {...covers}
        />
      )}
    </Sortable>
  );
}

interface ChapterProps extends Omit<Props, 'title'> {
  chapter: UploadChapter;
  name: string;
  place: number;
  handle: React.ReactNode;
  open: boolean;
  onOpen: () => void;
  chapterName: (chapter: UploadChapter) => string;
}

type ChapterEdits = Pick<UploadChapter, 'name' | 'number' | 'groups' | 'credits' | 'replaces' | 'premium_until'>;

function Chapter({ work, chapter, name, place, handle, open, onOpen, chapterName, cover, onCover }: ChapterProps) {
  const { t } = useUploadMessages();
  const hasPremium = useFeature('premium');
  const hasGroups = useFeature('groups');
  const { upload, arrange, hold, putChapter } = useUploading();
  const [asking, setAsking] = useState(false);
  const [credits, setCredits] = useState(() => toTyped(chapter.credits));
  const saving = useSaving<ChapterEdits>(async (edits, keepalive) => {
    putChapter(
      await hold(() =>
        apiSend<UploadChapter>('PATCH', `/admin/uploads/${upload.id}/chapters/${chapter.id}`, {
          body: edits,
          keepalive,
        }),
      ),
    );
  });
  usePending(saving.flush);
  const shown = { ...chapter, ...saving.edits };
  const others = upload.works.filter(({ id }) => id !== work.id);
  return (
    <div className="upload-chapter">
      <div className="upload-chapter__row">
        {handle}
        {chapter.cover ? (
          <img src={chapter.cover.thumb_url} width={32} height={48} alt="" draggable={false} />
        ) : (
          <span />
        )}
        <div className="upload-chapter__names">
          <input
            className="input"
            aria-label={t('upload.chapter.nameOf', { place })}
            placeholder={t('upload.chapter.name')}
            maxLength={300}
            dir="auto"
            value={shown.name}
            onChange={({ currentTarget }) => saving.change({ name: currentTarget.value })}
          />
          <input
            className="input"
            aria-label={t('upload.chapter.numberOf', { place })}
            placeholder={t('upload.chapter.number')}
            maxLength={50}
            value={shown.number ?? ''}
            onChange={({ currentTarget }) =>
              saving.change({ number: currentTarget.value === '' ? null : currentTarget.value })
            }
          />
        </div>
        <Button
          look={['ghost', 'icon']}
          className="upload-chapter__toggle"
          aria-expanded={open}
          aria-label={t('upload.chapter.open', { name })}
          onClick={onOpen}
        >
          <Icon name="down" />
        </Button>
        <Menu
          look="btn btn--ghost btn--icon"
          end
          summary={
            <>
              <Icon name="more" />
              <span className="visually-hidden">{t('upload.chapter.menu', { name })}</span>
            </>
          }
        >
          {others.map((other) => (
            <button
              type="button"
              key={other.id}
              onClick={() => arrange((works) => withChapterIn(works, chapter.id, other.id))}
            >
              {t('upload.chapter.toWork', { title: other.title })}
            </button>
          ))}
          {work.chapters.length > 1 ? (
            <button type="button" onClick={() => arrange((works) => withChapterIn(works, chapter.id, null))}>
              {t('upload.chapter.ownWork')}
            </button>
          ) : null}
          <button type="button" className="bad" onClick={() => setAsking(true)}>
            {t('upload.chapter.remove')}
          </button>
        </Menu>
        <span className="upload-chapter__n num">
          {t('upload.n.pagesAll', { count: chapter.pages })}
          {chapter.missing === 0 ? null : (
            <b className="bad"> · {t('upload.n.missing', { count: chapter.missing })}</b>
          )}{' '}
          <Saved saving={saving} />
        </span>
      </div>
      {open ? (
        <div className="upload-chapter__more">
          {work.comic === null ? null : (
            <div className="field">
              <span className="label" aria-hidden="true">
                {t('upload.chapter.replaces')}
              </span>
              <Select
                name="replaces"
                label={t('upload.chapter.replaces')}
                value={String(shown.replaces ?? '')}
                onChange={(id) => saving.change({ replaces: id === '' ? null : Number(id) })}
                choices={[
                  { value: '', label: t('upload.chapter.replaces.none') },
                  ...work.comic.chapters.map((one) => ({
                    value: String(one.id),
                    label: [one.number, one.name].filter(Boolean).join(' · ') || one.slug,
                  })),
                ]}
              />
            </div>
          )}
          {hasPremium ? (
            <Field
              label={t('upload.field.premiumUntil')}
              name="premium_until"
              type="datetime-local"
              value={toLocalDatetime(shown.premium_until)}
              onChange={({ currentTarget: { value } }) =>
                saving.change({ premium_until: value === '' ? null : new Date(value).toISOString() })
              }
            />
          ) : null}
          {hasGroups ? (
            <NamesPicker
              path="groups"
              label={t('upload.chapter.groups')}
              names={shown.groups ?? []}
              onChange={(groups) => saving.change({ groups: groups.length === 0 ? null : groups })}
            />
          ) : null}
          {hasGroups ? (
            <CreditFields
              credits={credits}
              onChange={(typed) => {
                setCredits(typed);
                saving.change({ credits: toWanted(typed) });
              }}
            />
          ) : null}
          <PageGrid
            work={work}
            chapter={chapter}
            name={name}
            cover={cover}
            onCover={onCover}
            chapterName={chapterName}
          />
        </div>
      ) : null}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('upload.chapter.remove.title', { name })}
        text={t('upload.chapter.remove.text')}
        action={t('upload.chapter.remove')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={async () => arrange((works) => withoutChapter(works, chapter.id))}
      />
    </div>
  );
}
