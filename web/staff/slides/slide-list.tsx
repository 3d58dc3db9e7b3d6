import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AdminSlide } from '#contract/slides.ts';
import { LOCALE_NAMES } from '#contract/locales.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSortWords } from '#web/ui/data/sort-words.ts';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import '#web/ui/basic/card.css';
import { SlideDialog } from './slide-dialog.tsx';
import './slides-admin.css';

const Sortable = lazyPart(async () => (await import('#web/ui/data/sortable.tsx')).Sortable<AdminSlide>, {
  whenMissing: 'fail',
});

/** Slides as the landing page shows them, in an order that is changed by dragging, also by keys. */
export function SlideList({ slides }: { slides: readonly AdminSlide[] }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const [shown, setShown] = useState(slides);
  useEffect(() => setShown(slides), [slides]);
  const [open, setOpen] = useState<AdminSlide | 'new' | null>(null);
  const nameFor = ({ title, comic }: AdminSlide) => title || comic?.title || t('admin.slides.nameless');
  const move = (from: number, to: number) => {
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    setShown(next);
    apiSend('PUT', '/admin/slides', { body: { ids: next.map(({ id }) => id) } })
      .catch(({ message }: Error) => showToast({ kind: 'bad', text: message, closeLabel: t('library.toast.close') }))
      .finally(() => void revalidate());
  };
  const words = useSortWords();
  return (
    <>
      <header className="row row--between">
        <h1>{t('admin.title.slides')}</h1>
        <Button onClick={() => setOpen('new')}>
          <Icon name="plus" />
          {t('admin.slides.new')}
        </Button>
      </header>
      {shown.length === 0 ? (
        <EmptyState title={t('admin.slides.empty')} text={t('admin.slides.empty.text')} />
      ) : (
        <section className="panel slides" aria-label={t('admin.title.slides')}>
          <Sortable label={t('admin.title.slides')} items={shown} nameFor={nameFor} words={words} onMove={move}>
            {(slide, handle) => (
              <div className="slides__row">
                {handle}
                {slide.image_url === null ? (
                  <span className="slides__picture" />
                ) : (
                  <img className="slides__picture" src={slide.image_url} alt="" width={96} height={54} />
                )}
                <div className="slides__words">
                  <b>
                    <bdi>{nameFor(slide)}</bdi>
                  </b>
                  <span className="muted small">
                    {slide.language === null ? t('admin.ads.languages.all') : LOCALE_NAMES[slide.language]}
                  </span>
                </div>
                <SlideState slide={slide} />
                <Button look={['ghost']} onClick={() => setOpen(slide)}>
                  <Icon name="edit" />
                  {t('admin.slides.edit')}
                  <span className="visually-hidden">: {nameFor(slide)}</span>
                </Button>
              </div>
            )}
          </Sortable>
        </section>
      )}
      {open === null ? null : (
        <SlideDialog
          slide={open === 'new' ? null : open}
          onClose={() => {
            setOpen(null);
            void revalidate();
          }}
          done={() => {
            setOpen(null);
            void revalidate();
          }}
        />
      )}
    </>
  );
}

function SlideState({ slide: { enabled, image_url: image, starts_at: from, ends_at: until } }: { slide: AdminSlide }) {
  const t = useTranslate();
  const now = Date.now();
  if (!enabled) return <State>{t('admin.ads.state.off')}</State>;
  if (image === null) return <State look="bad">{t('admin.slides.pictureless')}</State>;
  if (from !== null && Date.parse(from) > now) return <State look="warn">{t('admin.ads.state.waiting')}</State>;
  return until !== null && Date.parse(until) <= now ? (
    <State>{t('admin.ads.state.over')}</State>
  ) : (
    <State look="good">{t('admin.ads.state.shown')}</State>
  );
}
