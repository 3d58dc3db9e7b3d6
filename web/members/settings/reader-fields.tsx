import { useId, useMemo, useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { defaultSettings } from '#web/library/preferences/reader-settings.ts';
import { CharacterKeys } from '#web/reader/settings/character-keys.tsx';
import { ControlNotes } from '#web/reader/settings/control-notes.tsx';
import { FilePanel } from '#web/reader/settings/file-panel.tsx';
import { GROUP_NAMES, type Group } from '#web/reader/settings/reading-presets.ts';
import { SettingControls } from '#web/reader/settings/setting-controls.tsx';
import { useChoices } from '#web/library/preferences/use-preferences.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { TabList } from '#web/ui/basic/tab-list.tsx';

/** The reader's settings for all comics, with the same controls as in the reader. Each change holds at once, here and in the account. */
export function ReaderFields() {
  const t = useTranslate();
  const { variant } = useSite();
  const defaults = useMemo(() => defaultSettings({ direction: 'ltr' }, variant), [variant]);
  const control = useChoices(defaults, 0);
  const [group, setGroup] = useState<Group>('layout');
  const panel = useId();
  return (
    <>
      <TabList
        label={t('reader.settings.groups')}
        panel={panel}
        value={group}
        onChange={setGroup}
        tabs={GROUP_NAMES.map((value) => ({ value, label: t(`reader.settings.group.${value}`) }))}
      />
      <div id={panel} role="tabpanel" aria-label={t(`reader.settings.group.${group}`)}>
        <ControlNotes control={control} />
        <SettingControls group={group} scope="all" control={control} ofComic={false} />
      </div>
      <CharacterKeys />
      <div className="row">
        <Button onClick={() => control.forget('all')}>{t('reader.settings.reset.all')}</Button>
      </div>
      <FilePanel control={control} />
    </>
  );
}
