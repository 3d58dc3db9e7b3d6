import { useId, useRef, useState } from 'react';
import type { Upload, UploadWork } from '#contract/uploads.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { TabList } from '#web/ui/basic/tab-list.tsx';
import { withoutWork } from './arrangement.ts';
import { ChapterList } from './chapter-list.tsx';
import type { WorkEdits } from './upload-choices.ts';
import { Duplicates } from './duplicates.tsx';
import { Saved } from './saved.tsx';
import { TargetComic } from './target-comic.tsx';
import { useSaving } from './use-saving.ts';
import { usePending, useUploading } from './use-upload.tsx';
import { WorkForm } from './work-form.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** One work of an upload: what is said about it, its chapters and pages. */
export function WorkPanel({ work, open }: { work: UploadWork; open: boolean }) {
  const { t } = useUploadMessages();
  const { upload, arrange, putWork, refresh, hold } = useUploading();
  const panel = useId();
  const [tab, setTab] = useState<'about' | 'chapters'>('about');
  const [asking, setAsking] = useState(false);
  const [wantsComic, setWantsComic] = useState(work.comic !== null);
  // The version that is written upon: the one that was seen when writing began.
  const base = useRef(work.version);
  const saving = useSaving<WorkEdits>((edits, keepalive) =>
    hold(async () => {
      const saved = await apiSend<UploadWork>('PATCH', `/admin/uploads/${upload.id}/works/${work.id}`, {
        body: { ...edits, version: base.current },
        keepalive,
      });
      base.current = saved.version;
      putWork(saved);
    }),
  );
  const { flush } = saving;
  if (Object.keys(saving.edits).length === 0) {
    base.current = work.version;
  }
  usePending(flush);
  const newest = async () => {
    const { works } = await apiGet<Upload>(`/admin/uploads/${upload.id}`);
    base.current = works.find(({ id }) => id === work.id)?.version ?? base.current;
  };
  const title = saving.edits.title ?? work.title;
  const pages = work.chapters.reduce((sum, each) => sum + each.pages, 0);
  const missing = work.chapters.reduce((sum, each) => sum + each.missing, 0);
  const cover = work.chapters[0]?.cover;
  return (
    <details className="work" open={open}>
      <summary>
        {cover ? <img src={cover.thumb_url} width={40} height={60} alt="" /> : <span className="work__nocover" />}
        <span className="work__title">
          <b>
            <bdi>{title}</bdi>
          </b>
          <span className="muted small num">
            {t('upload.work.chapters', { count: work.chapters.length })} · {t('upload.n.pagesAll', { count: pages })}
            {missing === 0 ? null : <b className="bad"> · {t('upload.n.missing', { count: missing })}</b>}
          </span>
        </span>
        <Icon name="down" />
      </summary>
      <div className="work__body">
        <Duplicates work={work} />
        {saving.state === 'conflict' ? (
          <Alert kind="bad">
            <span>{t('upload.save.conflict')}</span>
            <button type="button" className="alert__act" onClick={() => void newest().then(flush)}>
              {t('upload.save.mine')}
            </button>
            <button
              type="button"
              className="alert__act"
              onClick={() => {
                saving.drop();
                void refresh();
              }}
            >
              {t('upload.save.theirs')}
            </button>
          </Alert>
        ) : null}
        <div className="row row--between">
          <Segmented
            label={t('upload.work.target')}
            value={wantsComic ? 'existing' : 'new'}
            choices={[
              { value: 'new', label: t('upload.work.target.new') },
              { value: 'existing', label: t('upload.work.target.existing') },
            ]}
            onChange={(to) => {
              setWantsComic(to === 'existing');
              if (to === 'new' && work.comic !== null) {
                saving.change({ comic: null });
              }
            }}
          />
          <Saved saving={saving} />
        </div>
        {wantsComic ? (
          <TargetComic
            work={work}
            onChoose={(comic) => {
              saving.change({ comic });
              void flush();
            }}
          />
        ) : null}
        <TabList
          label={title}
          panel={panel}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'about', label: t('upload.work.tab.about') },
            { value: 'chapters', label: t('upload.work.tab.chapters') },
          ]}
        />
        <div id={panel} role="tabpanel" aria-label={t(`upload.work.tab.${tab}`)}>
          {tab === 'about' ? (
            <WorkForm work={work} saving={saving} added={wantsComic} />
          ) : (
            <ChapterList
              work={work}
              title={title}
              onCover={(page) => saving.change({ cover_page: page })}
              cover={saving.edits.cover_page ?? work.cover_page}
            />
          )}
        </div>
        <div className="work__foot">
          <Button look={['ghost', 'danger']} onClick={() => setAsking(true)}>
            <Icon name="trash" />
            {t('upload.work.remove')}
          </Button>
        </div>
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={t('upload.work.remove.title', { title })}
          text={t('upload.work.remove.text')}
          action={t('upload.chapter.remove')}
          cancelLabel={t('account.cancel')}
          closeLabel={t('site.menu.close')}
          onConfirm={async () => arrange((works) => withoutWork(works, work.id))}
        />
      </div>
    </details>
  );
}
