import type { AdminComic } from '#contract/editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { chapterTitle } from '#web/staff/chapters/chapter-title.ts';
import type { EditorAddress } from '#web/staff/comic-parts/load-editor.ts';
import { Link } from '#web/ui/basic/link.tsx';

/** Says which pages of a comic are missing, each with a way to its chapter, and chapters whose files say that they have more. Nothing for a whole one. */
export function LackNote({ comic, addressFor }: { comic: AdminComic; addressFor: EditorAddress }) {
  const t = useTranslate();
  const { missing_pages: missing, chapters, slug, oneshot } = comic;
  const short = chapters.filter(({ pages_said: said }) => said !== null);
  if (missing.length === 0 && short.length === 0) return null;
  const to = (chapter: number) => addressFor(slug, 'chapters', { chapter });
  return (
    <Alert kind="warn">
      <div className="stack missing-note">
        {missing.length === 0 ? null : (
          <details open={missing.length <= 5}>
            <summary>
              <b>{t('admin.lack.title', { count: missing.length })}</b>
            </summary>
            <p className="small">{t('admin.lack.text')}</p>
            <ul className="small">
              {missing.map(({ chapter_id: chapter, chapter: named, page, name, reason, accepted }) => (
                <li key={`${chapter} ${page}`}>
                  <Link to={to(chapter)} preventScrollReset>
                    {named === null ? null : (
                      <>
                        <bdi>{named}</bdi> ·{' '}
                      </>
                    )}
                    {t('admin.page.name', { page })}
                  </Link>
                  {name === '' ? null : (
                    <>
                      {' '}
                      (<bdi>{name}</bdi>)
                    </>
                  )}
                  : {reason}
                  {accepted ? ` (${t('admin.lack.accepted')})` : ''}
                </li>
              ))}
            </ul>
          </details>
        )}
        {short.map((chapter) => (
          <p key={chapter.id}>
            {oneshot ? null : (
              <>
                <Link to={to(chapter.id)} preventScrollReset>
                  <bdi>{chapterTitle(t, chapter)}</bdi>
                </Link>
                :{' '}
              </>
            )}
            {t('admin.lack.fewer', { pages: chapter.pages, said: chapter.pages_said! })}
          </p>
        ))}
      </div>
    </Alert>
  );
}
