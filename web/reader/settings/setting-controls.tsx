import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import {
  BOUNDS,
  GROUNDS,
  isChoice,
  isNumeric,
  VALUES,
  type Ground,
  type ReaderSettings,
  type Scope,
  type SettingName,
} from '#web/library/preferences/reader-settings.ts';
import { Range } from '#web/ui/choice/range.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';
import { ModeChoice } from './mode-choice.tsx';
import { GROUPS, hasEffect, READING_SETTINGS, findPreset, presetSettings, type Group } from './reading-presets.ts';
import { SettingRow, settingsIn } from './setting-row.tsx';
import type { SettingsControl } from '#web/library/preferences/use-preferences.ts';
import '#web/reader/chapter/image-adjustments.css';
import './swatches.css';

/** The unit of a number, and in which steps it is chosen. */
const UNITS = {
  padding: ['percent', 1],
  gap: ['pixels', 1],
  brightness: ['percent', 5],
  contrast: ['percent', 5],
  saturation: ['percent', 5],
  sepia: ['percent', 5],
  preload: ['pages', 1],
  flash: ['turns', 1],
  pace: ['seconds', 1],
} as const satisfies Record<keyof typeof BOUNDS, readonly [string, number]>;

interface Props {
  group: Group;
  scope: Scope;
  control: SettingsControl;
  /** Whether the settings are those of a comic; else nothing says how pages lie until it is chosen. */
  ofComic?: boolean;
  /** Settings that this device has no use for. */
  without?: readonly SettingName[];
}

/** The controls of one group of settings, in one scope. What has no effect as things are is left out; each change holds at once. */
export function SettingControls({ group, scope, control, ofComic = true, without = [] }: Props) {
  const t = useTranslate();
  const settings = settingsIn(scope, control);
  const names = GROUPS[group].filter((name) => hasEffect(name, settings) && !without.includes(name));
  const open = !ofComic && !READING_SETTINGS.some((name) => name in control.choices[scope]);
  const mode = t('reader.settings.mode');
  return (
    <>
      {group === 'layout' && (
        <SettingRow title={mode} names={READING_SETTINGS} scope={scope} control={control}>
          <ModeChoice
            label={mode}
            value={open ? null : findPreset(settings)}
            onChange={(reading) => control.choose(scope, presetSettings(reading, settings))}
          />
          {open && <p>{t('reader.settings.mode.open')}</p>}
        </SettingRow>
      )}
      {names.map((name) => (
        <Setting key={name} name={name} settings={settings} scope={scope} control={control} />
      ))}
    </>
  );
}

/** The control a setting's values ask for: a number is a slider, one of a few are buttons, the rest are switches. */
function Setting({
  name,
  settings,
  scope,
  control,
}: {
  name: SettingName;
  settings: ReaderSettings;
  scope: Scope;
  control: SettingsControl;
}) {
  const t = useTranslate();
  const title = t(`reader.settings.${name}` as 'reader.settings.fit');
  const choose = (value: unknown) => control.choose(scope, { [name]: value });
  const row = { title, names: [name], scope, control };
  if (isNumeric(name)) {
    const [min, max] = BOUNDS[name];
    const [unit, step] = UNITS[name];
    return (
      <SettingRow {...row}>
        <Range
          label={title}
          value={settings[name]}
          min={min}
          max={max}
          step={step}
          text={t(`reader.settings.unit.${unit}`, { value: settings[name] })}
          onChange={choose}
        />
      </SettingRow>
    );
  }
  if (name === 'ground') {
    return (
      <SettingRow {...row}>
        <Swatches label={title} value={settings.ground} onChange={choose} />
      </SettingRow>
    );
  }
  if (isChoice(name)) {
    // The words of a choice are named after its setting and its value.
    const choices = VALUES[name].map((value) => ({
      value,
      label: t(`reader.settings.${name}.${value}` as 'reader.settings.fit.width'),
    }));
    return (
      <SettingRow {...row}>
        <Segmented<string>
          fill
          rows={choices.length > 3}
          label={title}
          value={settings[name]}
          choices={choices}
          onChange={choose}
        />
      </SettingRow>
    );
  }
  return (
    <SettingRow {...row} titled>
      <Toggle on={settings[name] === true} onChange={choose}>
        {title}
      </Toggle>
    </SettingRow>
  );
}

function Swatches({ label, value, onChange }: { label: string; value: Ground; onChange: (ground: Ground) => void }) {
  const t = useTranslate();
  return (
    <fieldset className="swatches">
      <legend className="visually-hidden">{label}</legend>
      {GROUNDS.map((ground) => (
        <label key={ground} data-ground={ground}>
          <input type="radio" name="ground" checked={value === ground} onChange={() => onChange(ground)} />
          <i />
          <span>{t(`reader.settings.ground.${ground}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
