import { useState } from 'react';
import type { AdminComic } from '#contract/editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { VolumeDialog } from './volume-dialog.tsx';

/** The volumes of a comic, each with its cover, title and number of chapters; nothing where its chapters name none. */
export function EditorVolumes({ comic, reload }: { comic: AdminComic; reload: () => Promise<void> }) {
  const t = useTranslate();
  const [edited, setEdited] = useState<string | null>(null);
  const volume = comic.volumes.find((each) => each.volume === edited);
  if (comic.volumes.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="editor-volumes">
      <h2 id="editor-volumes">{t('admin.field.volumes')}</h2>
      <ul className="stack stack--s">
        {comic.volumes.map((each) => (
          <li key={each.volume} className="volume-item">
            {each.thumb_url === null ? (
              <span className="chapter-item__thumb" />
            ) : (
              <img className="chapter-item__thumb" src={each.thumb_url} alt="" width={32} height={48} loading="lazy" />
            )}
            <div className="chapter-item__name">
              <b>{t('comic.chapter.volume', { volume: each.volume })}</b>
              <span className="small muted">
                {each.title === null ? null : (
                  <>
                    <bdi>{each.title}</bdi> ·{' '}
                  </>
                )}
                {t('groups.chapters', { count: each.chapters })}
              </span>
            </div>
            <Button
              look={['ghost', 'icon']}
              aria-haspopup="dialog"
              aria-label={t('admin.volume.edit', { volume: each.volume })}
              onClick={() => setEdited(each.volume)}
            >
              <Icon name="edit" />
            </Button>
          </li>
        ))}
      </ul>
      {volume === undefined ? null : (
        <VolumeDialog comic={comic} volume={volume} onClose={() => setEdited(null)} reload={reload} />
      )}
    </section>
  );
}
