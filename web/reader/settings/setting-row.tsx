import type { ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import {
  SCOPES,
  resolveSettings,
  type ReaderSettings,
  type Scope,
  type SettingName,
} from '#web/library/preferences/reader-settings.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import type { SettingsControl } from '#web/library/preferences/use-preferences.ts';
import './setting-row.css';

const ICONS: Record<Scope, IconName> = { all: 'globe', device: 'device', comic: 'book' };

/** Settings as they would be if nothing narrower than a scope were chosen: what is changed there. */
export function settingsIn(
  scope: Scope,
  { defaults, choices }: Pick<SettingsControl, 'defaults' | 'choices'>,
): ReaderSettings {
  const narrower = SCOPES.slice(0, SCOPES.indexOf(scope));
  return resolveSettings(defaults, { ...choices, ...Object.fromEntries(narrower.map((each) => [each, {}])) });
}

interface Props {
  title: string;
  /** The settings the row is about. */
  names: readonly SettingName[];
  scope: Scope;
  control: SettingsControl;
  /** The title is part of the control, and is not written above it. */
  titled?: boolean;
  children: ReactNode;
}

/** One setting: its control, where its value comes from, and how to take the choice of this scope back. */
export function SettingRow({ title, names, scope, control, titled = false, children }: Props) {
  const t = useTranslate();
  const has = (each: Scope) => names.some((name) => name in control.choices[each]);
  const at = SCOPES.indexOf(scope);
  const from = SCOPES.slice(at).find(has);
  const over = SCOPES.slice(0, at).find(has);
  return (
    <div className={titled ? 'set set--titled' : 'set'}>
      <div className="set__head">
        {titled ? null : <span className="set__title">{title}</span>}
        <span className={from === scope ? 'scope scope--own' : 'scope'}>
          {from === undefined ? null : <Icon name={ICONS[from]} className="icon--s" />}
          {t(`reader.settings.scope.${from ?? 'default'}`)}
        </span>
        {has(scope) && (
          <Button
            look={['ghost', 'icon']}
            aria-label={t('reader.settings.reset', { name: title })}
            onClick={() => control.forget(scope, names)}
          >
            <Icon name="retry" className="icon--s" />
          </Button>
        )}
      </div>
      {children}
      {over === undefined || over === 'all' ? null : <p className="set__over">{t(`reader.settings.over.${over}`)}</p>}
    </div>
  );
}
