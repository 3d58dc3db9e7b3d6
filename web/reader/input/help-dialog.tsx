import { useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { keysStore, type KeyChoices } from '#web/library/preferences/reader-keys.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { CharacterKeys } from '#web/reader/settings/character-keys.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { KeyList } from '#web/ui/basic/key-list.tsx';
import { keysByAction, bindingLabel } from './key-bindings.ts';
import { KeyRow } from './key-row.tsx';
import type { PageOrientation, ReaderAction } from '#web/reader/context/key-map.ts';
import './help-dialog.css';

/** The keys of the reader, as they act with the content lying as it does, and how to give it others. */
export function HelpDialog({
  open,
  pageOrientation,
  onClose,
}: {
  open: boolean;
  pageOrientation: PageOrientation;
  onClose: () => void;
}) {
  const t = useTranslate();
  const [changing, setChanging] = useState(false);
  const [kept, setKept] = useState(true);
  const change = (next: (chosen: KeyChoices) => KeyChoices) => setKept(keysStore.change(next));
  const close = () => {
    setChanging(false);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={t('reader.help.title')} closeLabel={t('reader.close')}>
      {!kept && <p role="alert">{t('reader.settings.unkept')}</p>}
      <Keys pageOrientation={pageOrientation} changing={changing} onChange={change} />
      <div className="row keys__acts">
        <Button onClick={() => setChanging(!changing)}>
          {changing ? t('reader.help.done') : t('reader.help.change')}
        </Button>
        {changing && (
          <Button onClick={() => change(({ characters }) => (characters === undefined ? {} : { characters }))}>
            {t('reader.help.defaults')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Keys({
  pageOrientation,
  changing,
  onChange,
}: {
  pageOrientation: PageOrientation;
  changing: boolean;
  onChange: (next: (chosen: KeyChoices) => KeyChoices) => void;
}) {
  const t = useTranslate();
  const chosen = usePersistentStore(keysStore);
  const [recording, setRecording] = useState<ReaderAction | null>(null);
  const all = [...keysByAction(chosen, pageOrientation)];
  if (changing) {
    return (
      <ul className="keys">
        {all
          .filter(([action]) => !scrollsNothing(action, pageOrientation))
          .map(([action, keys]) => (
            <KeyRow
              key={action}
              action={action}
              keys={keys}
              chosen={chosen}
              pageOrientation={pageOrientation}
              onChange={onChange}
              recording={recording === action}
              onRecord={(on) => setRecording(on ? action : null)}
            />
          ))}
      </ul>
    );
  }
  return (
    <>
      <CharacterKeys />
      <KeyList
        shortcuts={all
          .filter(([, keys]) => keys.length > 0)
          .map(([action, keys]) => ({ name: t(`reader.key.${action}`), keys: keys.map(bindingLabel) }))}
      />
    </>
  );
}

/** Pages that follow each other downwards are turned by the keys that scroll elsewhere. */
function scrollsNothing(action: ReaderAction, { mode, layout }: PageOrientation): boolean {
  return action.startsWith('scroll-') && mode === 'manga' && layout === 'vertical';
}
