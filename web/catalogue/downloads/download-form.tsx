import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DownloadLink, DownloadOffer } from '#contract/downloads.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { formatBytes, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useForm } from '#web/ui/form/form.ts';
import './download-form.css';
import type { ShownDetail } from '#web/catalogue/comic/comic-data.ts';

interface Props {
  comic: ShownDetail;
  offer: DownloadOffer;
}

/** Chooses what to download, says how large it is and what is left of the day, and starts it: the browser fetches the file as any other. */
export function DownloadForm({ comic, offer }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null);
  const [link, setLink] = useState<DownloadLink | null>(null);
  const parts = picked === null ? null : offer.chapters.filter(({ id }) => picked.has(id));
  const size = parts === null ? offer.size : parts.reduce((sum, part) => sum + part.size, 0);
  const pages = parts === null ? offer.pages : parts.reduce((sum, part) => sum + part.pages, 0);
  const form = useForm(async () => {
    setLink(null);
    const made = await apiPost<DownloadLink>(
      `/comics/${encodeURIComponent(comic.slug)}/download`,
      parts === null ? {} : { body: { chapters: parts.map(({ id }) => id) } },
    );
    setLink(made);
    window.location.assign(made.url);
    void revalidate();
  });
  return (
    <form className="download" {...form.props}>
      <h2>{t('downloads.download')}</h2>
      <p className="muted">{t(offer.chapters.length > 0 ? 'downloads.about.series' : 'downloads.about')}</p>
      {offer.chapters.length > 0 && <Chapters comic={comic} offer={offer} picked={picked} onPick={setPicked} />}
      <p className="num">{t('downloads.chosen', { pages, size: formatBytes(locale, size) })}</p>
      <Allowance offer={offer} />
      {form.message !== null && (
        <Alert kind="bad">
          <p>{form.message}</p>
        </Alert>
      )}
      <div className="row">
        <Button
          type="submit"
          look={['primary', 'lg']}
          aria-disabled={pages === 0}
          className={form.busy ? 'is-busy' : undefined}
          disabled={pages === 0}
        >
          <Icon name="download" />
          {t('downloads.download')}
        </Button>
      </div>
      {link !== null && (
        <Alert kind="good">
          <p>
            {t('downloads.started', { name: link.filename, size: formatBytes(locale, link.size) })}{' '}
            <a className="link" href={link.url}>
              {t('downloads.again')}
            </a>
          </p>
        </Alert>
      )}
    </form>
  );
}

/** The rest of the day's allowance; nothing where there is no limit. */
function Allowance({
  offer: {
    allowance: { comics_left: comics, bytes_left: bytes },
  },
}: Pick<Props, 'offer'>) {
  const t = useTranslate();
  const locale = useLocale();
  const left = [
    ...(comics === null ? [] : [t('downloads.left.comics', { count: comics })]),
    ...(bytes === null ? [] : [formatBytes(locale, bytes)]),
  ];
  return left.length > 0 && <p className="muted small num">{t('downloads.left', { left: left.join(' · ') })}</p>;
}

/** All chapters, or some of them. `picked` is null for all. */
function Chapters({
  comic,
  offer,
  picked,
  onPick,
}: Props & { picked: ReadonlySet<number> | null; onPick: (picked: ReadonlySet<number> | null) => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const name = useChapterName();
  const open = offer.chapters.filter(({ closed }) => !closed);
  const toggle = (id: number) => {
    const next = new Set(picked);
    if (!next.delete(id)) {
      next.add(id);
    }
    onPick(next);
  };
  return (
    <fieldset className="download__what">
      <legend className="visually-hidden">{t('downloads.what')}</legend>
      <label className="check">
        <input type="radio" name="what" checked={picked === null} onChange={() => onPick(null)} />
        {t('downloads.all', { count: open.length })}
      </label>
      <label className="check">
        <input type="radio" name="what" checked={picked !== null} onChange={() => onPick(new Set())} />
        {t('downloads.some')}
      </label>
      {picked !== null && (
        <ul className="download__parts" aria-label={t('downloads.some')}>
          {offer.chapters.map((chapter) => (
            <li key={chapter.id}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={picked.has(chapter.id)}
                  disabled={chapter.closed}
                  onChange={() => toggle(chapter.id)}
                />
                <span className="num" aria-hidden="true">
                  {chapter.number}
                </span>
                <bdi lang={comic.language?.code ?? undefined}>{chapter.name || name(chapter)}</bdi>
                <span className="muted small num">
                  {chapter.closed
                    ? t('downloads.closed')
                    : `${formatNumber(locale, chapter.pages)} · ${formatBytes(locale, chapter.size)}`}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
