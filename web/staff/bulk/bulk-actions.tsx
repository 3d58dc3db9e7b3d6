import { useState } from 'react';
import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { BulkBar } from '#web/ui/data/bulk.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { isOffered, type BulkKind } from './bulk-kinds.ts';
import type { ComicSelection } from './selection.ts';

const FIRST: readonly (readonly [BulkKind, IconName])[] = [
  ['add', 'plus'],
  ['remove', 'minus'],
  ['replace', 'retry'],
  ['set', 'edit'],
];
const STATES: readonly (readonly [BulkKind, IconName])[] = [
  ['publish', 'check'],
  ['schedule', 'clock'],
  ['unlist', 'eye-off'],
  ['draft', 'edit'],
];

/** The actions with the selected comics together. */
export function BulkActions({ selected, onDone }: { selected: ComicSelection; onDone: () => void }) {
  const t = useTranslate();
  const { features } = useSite();
  const first = FIRST.filter(([each]) => isOffered(each, features));
  const [kind, setKind] = useState<BulkKind | null>(null);
  const name = (each: BulkKind) => t(`admin.bulk.${each}` as MessageKey as 'admin.bulk.add');
  const listed = ([each, icon]: readonly [BulkKind, IconName]) => (
    <button key={each} type="button" onClick={() => setKind(each)}>
      <Icon name={icon} />
      {name(each)}
    </button>
  );
  return (
    <>
      <BulkBar
        label={t('admin.bulk.label')}
        count={t('admin.bulk.selected', { count: selected.count })}
        clearLabel={t('admin.bulk.clear')}
        onClear={selected.clear}
      >
        <div className="bulk-actions">
          {first.map(([each, icon]) => (
            <Button key={each} onClick={() => setKind(each)}>
              <Icon name={icon} />
              {name(each)}
            </Button>
          ))}
          <Menu
            up
            end
            look="btn"
            summary={
              <>
                {t('admin.field.state')}
                <Icon name="up" className="icon--s" />
              </>
            }
          >
            {STATES.map(listed)}
          </Menu>
        </div>
        <div className="bulk-actions--menu">
          <Menu
            up
            end
            look="btn"
            summary={
              <>
                {t('admin.bulk.change')}
                <Icon name="up" className="icon--s" />
              </>
            }
          >
            {[...first, ...STATES].map(listed)}
          </Menu>
        </div>
      </BulkBar>
      <BulkDialog kind={kind} selected={selected} onClose={() => setKind(null)} onDone={onDone} />
    </>
  );
}
