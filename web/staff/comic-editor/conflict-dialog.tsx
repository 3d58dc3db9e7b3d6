import { useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { ChangeList, fieldName, ShownValue } from '#web/staff/comic-parts/display-value.tsx';
import type { Difference, EditField } from './edit-draft.ts';

interface Props {
  found: readonly Difference[];
  onClose: () => void;
  /** The decision: the fields that become as they are there. The others are saved as they are here. */
  onDecide: (theirs: ReadonlySet<EditField>) => void;
}

/** Someone else changed the comic meanwhile: shows what, and asks which of two values each field that both changed is to have. */
export function ConflictDialog({ found, onClose, onDecide }: Props) {
  const t = useTranslate();
  const [theirs, setTheirs] = useState<ReadonlySet<EditField>>(new Set());
  const choose = (field: EditField, on: boolean) =>
    setTheirs((now) => new Set(on ? [...now, field] : [...now].filter((each) => each !== field)));
  const both = found.filter((each) => 'mine' in each);
  const others = found.filter((each) => !('mine' in each));
  return (
    <Dialog open onClose={onClose} title={t('admin.conflict.title')} closeLabel={t('latest.filters.close')}>
      <div className="stack bulk-dialog">
        <p>{t('admin.conflict.text')}</p>
        {both.map(({ field, before, theirs: there, mine }) => (
          <fieldset key={field} className="conflict">
            <legend className="label">{fieldName(t, field)}</legend>
            <p className="hint">
              {t('admin.before')} <ShownValue field={field} value={before} />
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
                  <ShownValue field={field} value={value} />
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        {others.length === 0 ? null : (
          <div className="stack">
            <h3>{t('admin.conflict.others')}</h3>
            <ChangeList changes={others.map(({ field, before, theirs: after }) => ({ field, before, after }))} />
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
