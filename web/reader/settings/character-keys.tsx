import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { keysStore } from '#web/library/preferences/reader-keys.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';

/** Switches shortcuts of a single character on and off, on the whole site. */
export function CharacterKeys() {
  const t = useTranslate();
  const { characters } = usePersistentStore(keysStore);
  const change = (on: boolean) =>
    keysStore.change((chosen) =>
      on
        ? Object.fromEntries(Object.entries(chosen).filter(([action]) => action !== 'characters'))
        : { ...chosen, characters: [] },
    );
  return (
    <div>
      <Toggle on={characters === undefined} onChange={change}>
        {t('keys.characters')}
      </Toggle>
      <p className="muted small">{t('keys.characters.text')}</p>
    </div>
  );
}
