import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import { textDirection } from '#contract/locales.ts';
import { useChapterName } from '#web/chapter-name.ts';
import { useLocale, useT } from '#web/i18n/i18n.tsx';
import { useLinks } from '#web/links.ts';
import { titleLanguage } from '#web/title-language.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { ChapterData } from './chapter-data.ts';
import type { ReadingDirection } from '#web/kept/reader-settings.ts';

interface TopProps {
  data: ChapterData;
  canFill: boolean;
  onFullscreen: () => void;
  onSettings: () => void;
  /** Reports the page that is shown; absent where there is none. */
  onReport: (() => void) | undefined;
}

/** What is read, the way back to it, and the reader's own buttons. */
export function TopBar({ data: { comic, chapter }, canFill, onFullscreen, onSettings, onReport }: TopProps) {
  const t = useT();
  const locale = useLocale();
  const links = useLinks();
  const name = useChapterName();
  const lang = comic.language?.code ?? undefined;
  return (
    <header className="reader__top">
      <ButtonLink look={['ghost', 'icon']} to={links.comic(comic.slug)} aria-label={t('reader.back')}><Icon name="back" className="flip" /></ButtonLink>
      <div className="reader__title">
        <b><bdi lang={titleLanguage(comic, locale)}>{comic.title}</bdi></b>
        <span><bdi lang={chapter ? lang : undefined}>{chapter ? name(chapter) : comic.category?.name}</bdi></span>
      </div>
      {onReport && <Button look={['ghost', 'icon']} aria-label={t('reader.report')} onClick={onReport}><Icon name="flag" /></Button>}
      {canFill && <Button look={['ghost', 'icon']} className="only-mid" aria-label={t('reader.fullscreen')} onClick={onFullscreen}><Icon name="expand" /></Button>}
      <Button look={['ghost', 'icon']} aria-label={t('reader.settings.open')} onClick={onSettings}><Icon name="sliders" /></Button>
    </header>
  );
}

interface BottomProps {
  data: ChapterData;
  direction: ReadingDirection;
  /** Page numbers and the like. */
  now: ReactNode;
  children: ReactNode;
  onNextChapter: () => void;
  onPointing: (pointing: boolean) => void;
}

/** Where one is and what comes before and after; it runs in the content's direction. */
export function BottomBar({ data: { comic, previous, next }, direction, now, children, onNextChapter, onPointing }: BottomProps) {
  const t = useT();
  const locale = useLocale();
  const links = useLinks();
  const back = <Icon name={direction === 'rtl' ? 'next' : 'prev'} />;
  const forth = <Icon name={direction === 'rtl' ? 'prev' : 'next'} />;
  const chapter = (to: Chapter | null, label: string, inside: ReactNode, onClick?: () => void) => (to === null
    ? <span className="reader__none" />
    : <Link className="btn btn--ghost" to={links.reader(comic.slug, to.slug, 1)} aria-label={label} onClick={onClick}>{inside}</Link>);
  return (
    <footer className="reader__bottom" onPointerLeave={() => onPointing(false)}>
      {children}
      <div className="reader__row" dir={direction}>
        {chapter(previous, t('reader.chapter.previous'), <>{back}<span className="only-mid">{t('reader.chapter.previous')}</span></>)}
        <p className="reader__now" dir={textDirection(locale)}>{now}</p>
        {chapter(next, t('reader.chapter.next'), <><span className="only-mid">{t('reader.chapter.next')}</span>{forth}</>, onNextChapter)}
      </div>
    </footer>
  );
}
