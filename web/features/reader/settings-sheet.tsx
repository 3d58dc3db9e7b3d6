import { useState, type ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Range } from '#web/ui/range.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Toggle } from '#web/ui/toggle.tsx';
import {
  FITS, GROUNDS, LAYOUTS, MAX_GAP, MODES, PAIRINGS, READING_DIRECTIONS,
  type Origin, type ReaderSettings, type Scope,
} from '#web/kept/reader-settings.ts';
import { SettingsPreview } from './settings-preview.tsx';
import type { SettingsControl } from './use-settings.ts';
import './settings-sheet.css';

/** The settings that are one of a few. */
type Chosen = 'mode' | 'direction' | 'layout' | 'pairing' | 'fit';

interface Props {
  open: boolean;
  control: SettingsControl;
  onClose: () => void;
  onShowZones: () => void;
}

/** Every setting of the reader. A choice applies at once, to this comic or to all of them; each setting says where its value comes from. */
export function SettingsSheet({ open, control, onClose, onShowZones }: Props) {
  const t = useT();
  const [scope, setScope] = useState<Scope>('comic');
  const { settings, originOf } = control;
  const choose = (chosen: Partial<ReaderSettings>) => control.choose(scope, chosen);
  const paged = settings.mode === 'manga';

  const choice = <Name extends Chosen>(name: Name, values: readonly ReaderSettings[Name][]) => {
    const title = t(`reader.settings.${name}` as `reader.settings.${Chosen}`);
    // The words of a choice are named after its setting and its value.
    const choices = values.map((value) => ({ value, label: t(`reader.settings.${name}.${value}` as 'reader.settings.mode.manga') }));
    return (
      <Setting title={title} origin={originOf(name)}>
        <Segmented<ReaderSettings[Name]> fill label={title} value={settings[name]} choices={choices} onChange={(value) => choose({ [name]: value })} />
      </Setting>
    );
  };

  return (
    <Sheet
      open={open} onClose={onClose} title={t('reader.settings.title')} closeLabel={t('reader.close')}
      head={<>
        <SettingsPreview settings={settings} />
        <Segmented
          fill label={t('reader.settings.scope')} value={scope} onChange={setScope}
          choices={[{ value: 'all', label: t('reader.settings.scope.all') }, { value: 'device', label: t('reader.settings.scope.device') }, { value: 'comic', label: t('reader.settings.scope.comic') }]}
        />
      </>}
    >
      {choice('mode', MODES)}
      {choice('direction', READING_DIRECTIONS)}
      {choice('layout', LAYOUTS)}
      {paged && settings.layout === 'horizontal' && choice('pairing', PAIRINGS)}
      {choice('fit', FITS)}
      <Setting title={t('reader.settings.ground')} origin={originOf('ground')}>
        <fieldset className="swatches">
          <legend className="vh">{t('reader.settings.ground')}</legend>
          {GROUNDS.map((ground) => (
            <label key={ground} data-ground={ground}>
              <input type="radio" name="ground" checked={settings.ground === ground} onChange={() => choose({ ground })} />
              <i /><span>{t(`reader.settings.ground.${ground}`)}</span>
            </label>
          ))}
        </fieldset>
      </Setting>
      <Setting title={t('reader.settings.gap')} origin={originOf('gap')}>
        <Range label={t('reader.settings.gap')} value={settings.gap} min={0} max={MAX_GAP} text={t('reader.settings.gap.value', { gap: settings.gap })} onChange={(gap) => choose({ gap })} />
      </Setting>
      <div className="set">
        {paged && settings.layout === 'horizontal' && settings.pairing !== 'one' && (
          <Toggle on={settings.pairStart === 'first'} onChange={(on) => choose({ pairStart: on ? 'first' : 'cover' })}>{t('reader.settings.shift')}</Toggle>
        )}
        <Toggle on={settings.saver} onChange={(saver) => choose({ saver })}>{t('reader.settings.saver')}</Toggle>
      </div>
      <div className="row set__acts">
        <Button onClick={() => control.forget(scope)}>{t('reader.settings.defaults')}</Button>
        <Button onClick={onShowZones}>{t('reader.settings.zones')}</Button>
      </div>
    </Sheet>
  );
}

function Setting({ title, origin, children }: { title: string; origin: Origin; children: ReactNode }) {
  const t = useT();
  return (
    <div className="set">
      <div className="set__head">
        {title}
        {origin === 'comic' && <span className="scope scope--own"><Icon name="book" className="icon--s" />{t('reader.settings.scope.comic')}</span>}
        {origin === 'device' && <span className="scope">{t('reader.settings.scope.device')}</span>}
        {origin === 'all' && <span className="scope"><Icon name="globe" className="icon--s" />{t('reader.settings.scope.all')}</span>}
      </div>
      {children}
    </div>
  );
}
