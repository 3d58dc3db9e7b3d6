import { useId, useRef, useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SCOPES, type Scope, type SettingName } from '#web/library/preferences/reader-settings.ts';
import { ControlNotes } from './control-notes.tsx';
import { FilePanel } from './file-panel.tsx';
import { GROUP_NAMES, type Group } from './reading-presets.ts';
import { SettingControls } from './setting-controls.tsx';
import { settingsIn } from './setting-row.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { TabList } from '#web/ui/basic/tab-list.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import type { SettingsControl } from '#web/reader/chapter/use-settings.ts';
import './settings-sheet.css';

interface Props {
  open: boolean;
  control: SettingsControl;
  onClose: () => void;
  onShowZones: () => void;
}

/**
 * Every setting of the reader, in groups. A choice holds at once, in the scope that stands above; the preview shows
 * the settings of that scope, the pages behind those in force.
 */
export function SettingsSheet({ open, control, onClose, onShowZones }: Props) {
  const t = useTranslate();
  const [scope, setScope] = useState<Scope>('comic');
  const [group, setGroup] = useState<Group>('layout');
  const panel = useId();
  const shown = useRef<HTMLDivElement>(null);
  const turnTo = (to: Group) => {
    setGroup(to);
    shown.current?.closest('dialog')?.scrollTo(0, 0);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('reader.settings.title')}
      closeLabel={t('reader.close')}
      head={
        <>
          {group !== 'controls' && group !== 'behaviour' && <SettingsPreview settings={settingsIn(scope, control)} />}
          <Segmented
            fill
            label={t('reader.settings.scope')}
            value={scope}
            onChange={setScope}
            choices={SCOPES.toReversed().map((value) => ({ value, label: t(`reader.settings.scope.${value}`) }))}
          />
          <TabList
            label={t('reader.settings.groups')}
            panel={panel}
            value={group}
            onChange={turnTo}
            tabs={GROUP_NAMES.map((value) => ({ value, label: t(`reader.settings.group.${value}`) }))}
          />
        </>
      }
    >
      <div ref={shown} id={panel} role="tabpanel" aria-label={t(`reader.settings.group.${group}`)}>
        <ControlNotes control={control} />
        <SettingControls group={group} scope={scope} control={control} without={uselessHere()} />
        <div className="settings-actions row">
          {group === 'controls' && <Button onClick={onShowZones}>{t('reader.settings.zones')}</Button>}
          <Button onClick={() => control.forget(scope)}>{t(`reader.settings.reset.${scope}`)}</Button>
        </div>
        <FilePanel control={control} />
      </div>
    </Sheet>
  );
}

/** The settings without effect in this browser: it cannot do them. */
function uselessHere(): SettingName[] {
  const able: Partial<Record<SettingName, boolean>> = {
    fullscreen: document.fullscreenEnabled,
    awake: 'wakeLock' in navigator,
    orientation: document.fullscreenEnabled && 'lock' in (screen.orientation ?? {}),
  };
  return Object.entries(able)
    .filter(([, can]) => !can)
    .map(([name]) => name as SettingName);
}
