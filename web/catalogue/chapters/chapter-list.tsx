import { Fragment, useState } from 'react';
import type { Chapter } from '#contract/chapters.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SegBar } from '#web/ui/feedback/progress-segments.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import type { ComicView } from '#web/catalogue/comic/comic-data.ts';
import { SaveButton } from '#web/catalogue/comic/lazy-parts.tsx';
import { countReadPages, useReading, type Reading } from '#web/catalogue/comic/reading-state.ts';
import { groupVersions, groupVolumes, preferredFirst } from '#web/library/progress/chapter-versions.ts';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { Cover } from '#web/ui/media/cover.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './chapter-list.css';

const ChapterMarks = lazyPart(async () => (await import('./chapter-marks.tsx')).ChapterMarks, { whenMissing: 'fail' });

/** The chapters of a series in reading order, under their volumes, versions of one number side by side; each opens the reader. Those of whom a member blocks are folded away. */
export function ChapterList({ view }: { view: ComicView }) {
  const t = useTranslate();
  const name = useChapterName();
  const hydrated = useHydrated();
  const reading = useReading(view);
  const [isUnfolded, unfold] = useState(false);
  const blocked = view.chapters.filter((chapter) => chapter.blocked).length;
  const shown = isUnfolded ? view.chapters : view.chapters.filter((chapter) => !chapter.blocked);
  const volumes = groupVolumes(shown);
  const [asked, ask] = useState<Chapter | null>(null);
  const row = (chapter: Chapter) => (
    <>
      <ChapterRow view={view} chapter={chapter} reading={reading} />
      <span className="chapter-row__save">
        {hydrated && <SaveButton small comic={view.comic} chapter={chapter} name={name(chapter)} />}
      </span>
      <Button
        look={['ghost', 'icon']}
        className="needs-script"
        aria-haspopup="dialog"
        aria-label={t('comic.marks.of', { chapter: name(chapter) })}
        onClick={() => ask(chapter)}
      >
        <Icon name="more" />
      </Button>
    </>
  );
  return (
    <>
      {volumes.map((chapters) => (
        <Fragment key={chapters[0]!.id}>
          {volumes.length === 1 && chapters[0]!.volume === null ? null : (
            <VolumeHeading view={view} volume={chapters[0]!.volume} />
          )}
          <ol>
            {groupVersions(chapters).map((versions) =>
              versions.length === 1 ? (
                <li key={versions[0]!.id} className="chapter-row">
                  {row(versions[0]!)}
                </li>
              ) : (
                <li key={versions[0]!.id}>
                  <ul
                    className="chapter-versions"
                    aria-label={t('comic.chapter.versions', { number: versions[0]!.number!, count: versions.length })}
                  >
                    {preferredFirst(versions).map((chapter) => (
                      <li key={chapter.id} className="chapter-row">
                        {row(chapter)}
                      </li>
                    ))}
                  </ul>
                </li>
              ),
            )}
          </ol>
        </Fragment>
      ))}
      {blocked === 0 ? null : (
        <div className="row row--between chapter-blocked">
          <p className="muted small">{t('comic.chapter.blocked', { count: blocked })}</p>
          <Button className="needs-script" aria-expanded={isUnfolded} onClick={() => unfold(!isUnfolded)}>
            {t(isUnfolded ? 'comic.chapter.blocked.fold' : 'comic.chapter.blocked.show')}
          </Button>
        </div>
      )}
      {asked && <ChapterMarks view={view} chapter={asked} reading={reading} onClose={() => ask(null)} />}
    </>
  );
}

/** The name of a volume, with the cover and the title it may have. */
function VolumeHeading({ view: { comic }, volume }: { view: ComicView; volume: string | null }) {
  const t = useTranslate();
  const about = comic.volumes.find((each) => each.volume === volume);
  return (
    <header className="chapter-volume">
      {about?.cover && (
        <Cover className="chapter-volume__cover" color={about.cover.color}>
          <Picture
            src={about.thumb_url}
            width={about.cover.width}
            height={about.cover.height}
            thumbhash={about.cover.thumbhash}
            color={about.cover.color}
            alt=""
          />
        </Cover>
      )}
      <h2>
        {volume === null ? t('comic.chapter.noVolume') : t('comic.chapter.volume', { volume })}
        {about?.title && (
          <span className="muted" lang={comic.language?.code ?? undefined}>
            <bdi>{about.title}</bdi>
          </span>
        )}
      </h2>
    </header>
  );
}

function ChapterRow({ view: { comic }, chapter, reading }: { view: ComicView; chapter: Chapter; reading: Reading }) {
  const t = useTranslate();
  const links = useAddresses();
  const name = useChapterName();
  const locale = useLocale();
  const hasPremium = useFeature('premium');
  const hasGroups = useFeature('groups');
  const record = reading.of(chapter);
  const isNow = reading.goOn?.chapter === chapter;
  return (
    <Link className="chapter" to={links.reader(comic.slug, chapter.slug, record === undefined ? 1 : undefined)}>
      <span className="chapter__n" aria-hidden="true">
        {chapter.number}
      </span>
      <span>
        <b lang={comic.language?.code ?? undefined}>
          <bdi>{chapter.name || name(chapter) || chapter.slug}</bdi>
        </b>
        <span className="muted small num">
          {hasGroups && chapter.groups.length > 0 ? (
            <>
              <bdi>{chapter.groups.map((group) => group.name).join(', ')}</bdi> ·{' '}
            </>
          ) : null}
          {t('comic.chapter.pages', { count: chapter.pages })} · <When date={chapter.added_at} />
        </span>
        {hasPremium && chapter.premium && !comic.premium && chapter.premium_until !== null && (
          <Badge look="warn">
            <Icon name="lock" className="icon--s" />
            {t('premium.until', { date: formatDate(locale, chapter.premium_until) })}
          </Badge>
        )}
        {record?.completedAt === null && countReadPages(record) > 0 && (
          <SegBar total={chapter.pages} done={countReadPages(record)} />
        )}
      </span>
      <span>
        {chapter.blocked ? (
          <Badge>{t('comic.chapter.isBlocked')}</Badge>
        ) : isNow ? (
          <Badge look="accent">{t('comic.continue')}</Badge>
        ) : typeof record?.completedAt === 'number' ? (
          <span className="chapter__read">
            <Icon name="check" className="icon--s" />
            {t('comic.chapter.read')}
          </span>
        ) : null}
      </span>
    </Link>
  );
}
