import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { titleLanguage } from '#web/platform/i18n/title-language.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';

interface TopProps {
  data: ChapterData;
  /** Is told where the tools' buttons go, which arrive later. */
  tools: (place: HTMLElement | null) => void;
  onSettings: () => void;
}

/** The name of the comic, the way back to it, and the reader's own buttons. */
export function TopBar({ data: { comic, chapter }, tools, onSettings }: TopProps) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const name = useChapterName();
  const lang = comic.language?.code ?? undefined;
  return (
    <header className="reader__top">
      <ButtonLink look={['ghost', 'icon']} to={links.comic(comic.slug)} aria-label={t('reader.back')}>
        <Icon name="back" className="flip" />
      </ButtonLink>
      <div className="reader__title">
        <b dir="auto" lang={titleLanguage(comic, locale)}>
          {comic.title}
        </b>
        <span>
          <bdi lang={chapter ? lang : undefined}>{chapter ? name(chapter) : comic.category?.name}</bdi>
        </span>
      </div>
      <div ref={tools} className="reader__tools" />
      <Button look={['ghost', 'icon']} aria-label={t('reader.settings.open')} onClick={onSettings}>
        <Icon name="sliders" />
      </Button>
    </header>
  );
}
