import { useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { ChangeList, COMIC_WORDS, type FieldWords } from './display-value.tsx';
import './comic-parts.css';

/** A field that someone changed while another was editing. */
export interface Difference<Field extends string = string> {
  field: Field;
  before: unknown;
  theirs: unknown;
  /** The value of the other one, where both changed it. */
  mine?: unknown;
}

interface Props<Field extends string> {
  title: string;
  found: readonly Difference<Field>[];
  words?: FieldWords;
  onClose: () => void;
  /** The decision: the fields that become as they are there. The others are saved as they are here. */
  onDecide: (theirs: ReadonlySet<Field>) => void;
}

/** Someone else changed the same thing meanwhile: shows what, and asks which of two values each field that both changed is to have. */
export function ConflictDialog<Field extends string>({
  title,
  found,
  words = COMIC_WORDS,
  onClose,
  onDecide,
}: Props<Field>) {
  const { nameFor, Value } = words;
  const t = useTranslate();
  const [theirs, setTheirs] = useState<ReadonlySet<Field>>(new Set());
  const choose = (field: Field, on: boolean) =>
    setTheirs((now) => new Set(on ? [...now, field] : [...now].filter((each) => each !== field)));
  const both = found.filter((each) => 'mine' in each);
  const others = found.filter((each) => !('mine' in each));
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('latest.filters.close')}>
      <div className="stack bulk-dialog">
        <p>{t('admin.conflict.text')}</p>
        {both.map(({ field, before, theirs: there, mine }) => (
          <fieldset key={field} className="conflict">
            <legend className="label">{nameFor(t, field)}</legend>
            <p className="hint">
              {t('admin.before')} <Value field={field} value={before} />
            </p>
            {(
              [
                ['mine', false, mine],
                ['theirs', true, there],
              ] as const
            ).map(([side, on, value]) => (
              <label key={side} className="conflict__side">
                <input
                  type="radio"
                  name={field}
                  checked={theirs.has(field) === on}
                  onChange={() => choose(field, on)}
                />
                <b>{t(`admin.conflict.${side}`)}</b>
                <span>
                  <Value field={field} value={value} />
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        {others.length === 0 ? null : (
          <div className="stack">
            <h3>{t('admin.conflict.others')}</h3>
            <ChangeList
              words={words}
              changes={others.map(({ field, before, theirs: after }) => ({ field, before, after }))}
            />
          </div>
        )}
        <div className="row row--end">
          <Button onClick={onClose}>{t('account.cancel')}</Button>
          <Button look={['primary']} onClick={() => onDecide(theirs)}>
            {t('account.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
