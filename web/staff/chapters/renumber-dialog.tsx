import { useState } from 'react';
import { MAX_VOLUME, type AdminChapter } from '#contract/chapter-editing.ts';
import type { AdminComic } from '#contract/editing.ts';
import { shiftNumber, type Renumbering } from '#contract/renumbering.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { chapterTitle } from './chapter-title.ts';

interface Props {
  open: boolean;
  comic: AdminComic;
  onClose: () => void;
  reload: () => Promise<void>;
}

/** Changes the numbers and volumes of several chapters at once, after it has shown what becomes of each. */
export function RenumberDialog({ open, comic, onClose, reload }: Props) {
  const t = useTranslate();
  return (
    <Dialog open={open} onClose={onClose} title={t('admin.renumber')} closeLabel={t('latest.filters.close')}>
      <RenumberForm comic={comic} onClose={onClose} reload={reload} />
    </Dialog>
  );
}

/** A chapter that changes, and what it becomes; `number` is undefined where it would be below 0. */
interface Change {
  chapter: AdminChapter;
  number: string | null | undefined;
  volume: string | null;
}

function RenumberForm({ comic, onClose, reload }: Omit<Props, 'open'>) {
  const t = useTranslate();
  const { chapters } = comic;
  const [range, setRange] = useState({ from: chapters[0]!.id, to: chapters.at(-1)!.id });
  const [shift, setShift] = useState('');
  const [setsVolume, setSetsVolume] = useState<'keep' | 'set'>('keep');
  const [volume, setVolume] = useState('');
  const changes = findChanges(chapters, range, Number(shift), setsVolume === 'set' ? volume.trim() || null : undefined);
  const below = changes.find(({ number }) => number === undefined);
  const { props, busy, message } = useForm(async () => {
    if (below !== undefined || changes.length === 0) return;
    const body: Renumbering = {
      version: comic.version,
      chapters: changes.map(({ chapter: { id }, number = null, volume: wanted }) => ({ id, number, volume: wanted })),
    };
    await apiSend('PUT', `/admin/comics/${encodeURIComponent(comic.slug)}/chapters/numbers`, { body });
    showToast({
      text: t('admin.renumber.done', { count: changes.length }),
      closeLabel: t('library.toast.close'),
    });
    onClose();
    await reload();
  });
  const choices = chapters.map((each) => ({ value: String(each.id), label: describe(each) }));
  function describe({ number, volume: part, ...rest }: Pick<AdminChapter, 'name' | 'number' | 'volume'>): string {
    const said = [
      part === null ? '' : t('comic.chapter.volume', { volume: part }),
      number === null ? '' : `#${number}`,
    ].filter(Boolean);
    return said.length === 0 ? chapterTitle(t, { ...rest, number }) : said.join(' · ');
  }
  return (
    <form {...props} className="stack bulk-dialog">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="field">
          <span className="label" aria-hidden="true">
            {t(`admin.renumber.${end}`)}
          </span>
          <Select
            name={end}
            label={t(`admin.renumber.${end}`)}
            value={String(range[end])}
            choices={choices}
            onChange={(id) => setRange({ ...range, [end]: Number(id) })}
          />
        </div>
      ))}
      <Field
        name="shift"
        type="number"
        step="any"
        label={t('admin.renumber.shift')}
        hint={t('admin.renumber.shift.hint')}
        value={shift}
        onChange={({ currentTarget }) => setShift(currentTarget.value)}
      />
      <div className="field">
        <span className="label" aria-hidden="true">
          {t('admin.chapter.volume')}
        </span>
        <Segmented
          label={t('admin.chapter.volume')}
          value={setsVolume}
          onChange={setSetsVolume}
          choices={[
            { value: 'keep', label: t('admin.renumber.volume.keep') },
            { value: 'set', label: t('admin.renumber.volume.set') },
          ]}
        />
      </div>
      {setsVolume === 'keep' ? null : (
        <Field
          name="volume"
          label={t('admin.renumber.volume.new')}
          hint={t('admin.renumber.volume.hint')}
          maxLength={MAX_VOLUME}
          value={volume}
          onChange={({ currentTarget }) => setVolume(currentTarget.value)}
        />
      )}
      <section className="stack" aria-labelledby="renumber-preview">
        <h3 id="renumber-preview">{t('admin.bulk.preview')}</h3>
        {changes.length === 0 ? (
          <p className="muted">{t('admin.renumber.none')}</p>
        ) : (
          <div
            className="renumber-preview"
            role="group"
            aria-labelledby="renumber-preview"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
            tabIndex={0}
          >
            <ul>
              {changes.map(({ chapter, number, volume: part }) => (
                <li key={chapter.id}>
                  <bdi>{chapter.name || chapter.slug}</bdi>
                  <span className="changes">
                    <del>
                      <span className="visually-hidden">{t('admin.before')} </span>
                      {describe({ ...chapter, name: '' })}
                    </del>
                    <ins>
                      <span className="visually-hidden">{t('admin.after')} </span>
                      {number === undefined ? '–' : describe({ name: '', number, volume: part })}
                    </ins>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
      {below === undefined ? null : (
        <Alert kind="bad">{t('admin.renumber.below', { number: below.chapter.number ?? '' })}</Alert>
      )}
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy} {...(changes.length === 0 || below ? { disabled: true } : {})}>
          {t('admin.renumber.save', { count: changes.length })}
        </SubmitButton>
      </div>
    </form>
  );
}

/** The chapters from one to another, in either order, that change; `volume` undefined keeps theirs. */
function findChanges(
  chapters: readonly AdminChapter[],
  { from, to }: { from: number; to: number },
  by: number,
  volume: string | null | undefined,
): Change[] {
  const ends = [from, to].map((id) => chapters.findIndex((each) => each.id === id)).sort((a, b) => a - b);
  return chapters.slice(ends[0], ends[1]! + 1).flatMap((chapter) => {
    const shifted = chapter.number === null ? null : shiftNumber(chapter.number, by);
    const number = chapter.number !== null && shifted === null ? undefined : shifted;
    const change = { chapter, number, volume: volume === undefined ? chapter.volume : volume };
    return number === chapter.number && change.volume === chapter.volume ? [] : [change];
  });
}
