import type { ReactNode } from 'react';
import { AdBox } from '#web/catalogue/ads/ad-slot.tsx';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { PremiumAction } from '#web/catalogue/premium/premium-offer.tsx';
import { ShowAdults } from '#web/legal/age/nsfw-notice.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { TalkLink } from '#web/reader/talk/talk-link.tsx';
import './end-panel.css';

interface Props {
  data: ChapterData;
  /** Notices to show before the next chapter. */
  notices?: ReactNode;
  /** Who did what on the chapter. */
  credits?: ReactNode;
  onNextChapter: () => void;
  onAgain: () => void;
}

/** The panel after the last page: the next chapter, or the end; or why there are no more pages for this visitor. */
export function EndPanel({
  data: { comic, chapter, next, images, closed },
  notices,
  credits,
  onNextChapter,
  onAgain,
}: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const name = useChapterName();
  const title = closed
    ? closed.asMember
      ? closed.message
      : t(closed.for === 'members' ? 'reader.closed.members' : 'reader.closed.adults')
    : images.length === 0
      ? t('reader.end.empty')
      : chapter
        ? t('reader.end.chapter', { chapter: name(chapter) })
        : t('reader.end.comic', { title: comic.title });
  return (
    <section className="finish" aria-label={title}>
      <div className="finish__box">
        <Mark />
        <h2>{title}</h2>
        {closed
          ? !closed.asMember && <p className="muted">{closed.message}</p>
          : next && (
              <p className="finish__next">
                <bdi>{name(next)}</bdi> <span className="muted">{t('comic.chapter.pages', { count: next.pages })}</span>
              </p>
            )}
        {closed === null && notices}
        {closed !== null && closed.until !== null && (
          <p className="muted">{t('premium.until', { date: formatDate(locale, closed.until) })}</p>
        )}
        <div className="row">
          {next && !closed && (
            <ButtonLink look={['primary', 'lg']} to={links.reader(comic.slug, next.slug, 1)} onClick={onNextChapter}>
              {t('reader.chapter.next')}
            </ButtonLink>
          )}
          {closed?.for === 'members' && <PremiumAction large />}
          {closed?.for === 'adults' && <ShowAdults>{t('reader.closed.show')}</ShowAdults>}
          <ButtonLink look={['lg']} to={links.comic(comic.slug)}>
            {t('reader.back')}
          </ButtonLink>
          {!next && !closed && images.length > 0 && (
            <Button look={['lg']} onClick={onAgain}>
              {t('reader.end.again')}
            </Button>
          )}
        </div>
        {!closed && images.length > 0 && credits}
        {chapter && !closed && <TalkLink comic={comic} chapter={chapter} reactions />}
        <AdBox spot="reader" />
      </div>
    </section>
  );
}
