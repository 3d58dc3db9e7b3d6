import { useId } from 'react';
import type { AdminSlide } from '#contract/slides.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { ComicFinder } from '#web/staff/comic-parts/comic-finder.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/form/field.css';

type SlideComic = AdminSlide['comic'];

/** The comic a slide shows, found by typing; or none. */
export function ComicField({ comic, onChange }: { comic: SlideComic; onChange: (comic: SlideComic) => void }) {
  const t = useTranslate();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('admin.slides.comic')}</label>
      {comic === null ? (
        <ComicFinder
          id={id}
          among="/comics"
          onPick={({ id: comicId, slug, title }) => onChange({ id: comicId, slug, title })}
        />
      ) : (
        <div className="row row--between">
          <bdi id={id}>{comic.title}</bdi>
          <Button look={['ghost']} onClick={() => onChange(null)}>
            <Icon name="x" />
            {t('admin.slides.comic.none')}
          </Button>
        </div>
      )}
    </div>
  );
}
