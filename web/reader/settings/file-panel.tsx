import { useRef, useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { preferencesStore, storedPreferences, withPreferences } from '#web/library/preferences/reader-preferences.ts';
import { keysStore, readKeys } from '#web/library/preferences/reader-keys.ts';
import { saveText } from '#web/platform/state/save-text.ts';
import { userStore } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { MAX_FILE, readSettingsText, settingsText, type ReadFile } from './settings-file.ts';
import type { SettingsControl } from '#web/library/preferences/use-preferences.ts';
import './file-panel.css';

/**
 * Saves all settings of the reader as a file, and takes a file's over: they replace those of the same name, others
 * stay. What is wrong with a file is said, and then nothing is changed.
 */
export function FilePanel({ control }: { control: SettingsControl }) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<{ kind: 'good' | 'warn' | 'bad'; lines: string[] } | null>(null);

  const save = () => {
    const preferences = preferencesStore.get();
    const { all } = storedPreferences(preferences, userStore.get(), 0);
    const text = settingsText({
      site: location.origin,
      all,
      device: preferences.device,
      comics: preferences.comics,
      keys: keysStore.get(),
    });
    saveText('komawari-reader.json', text, 'application/json');
  };
  const take = async (chosen: File) => {
    if (chosen.size > MAX_FILE) {
      setSaid({ kind: 'bad', lines: [t('reader.settings.file.large')] });
      return;
    }
    const file = readSettingsText(await chosen.text().catch(() => ''), location.origin);
    if (file === null) {
      setSaid({ kind: 'bad', lines: [t('reader.settings.file.bad')] });
      return;
    }
    const keys = readKeys(file.keys);
    takeOver(file, keys, control);
    const settings = Object.keys(file.all).length + Object.keys(file.device).length;
    const lines = [
      t('reader.settings.file.done', { settings, comics: file.comics.length, keys: Object.keys(keys).length }),
    ];
    if (file.unknown.length > 0) {
      lines.push(t('reader.settings.file.unknown', { names: joinNames(file.unknown) }));
    }
    if (file.elsewhere) {
      lines.push(t('reader.settings.file.elsewhere'));
    }
    setSaid({ kind: lines.length > 1 ? 'warn' : 'good', lines });
  };

  return (
    <div className="settings-file" role="group" aria-label={t('reader.settings.file')}>
      <b>{t('reader.settings.file')}</b>
      <div className="row">
        <Button onClick={save}>{t('reader.settings.file.export')}</Button>
        <Button onClick={() => input.current?.click()}>{t('reader.settings.file.import')}</Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t('reader.settings.file.import')}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen !== undefined) {
              void take(chosen);
            }
            // The same file can be chosen again once it was mended.
            currentTarget.value = '';
          }}
        />
      </div>
      {said === null ? null : (
        <Alert kind={said.kind}>
          <div>
            {said.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </Alert>
      )}
    </div>
  );
}

/** Names of a file that are shown, and the longest part of one. */
const SHOWN = 8;
const SHOWN_LETTERS = 40;

function joinNames(names: readonly string[]): string {
  return (
    names
      .slice(0, SHOWN)
      .map((name) => name.slice(0, SHOWN_LETTERS))
      .join(', ') + (names.length > SHOWN ? ', …' : '')
  );
}

function takeOver(
  { all, device, comics }: ReadFile,
  keys: ReturnType<typeof readKeys>,
  control: SettingsControl,
): void {
  if (Object.keys(all).length > 0) {
    control.choose('all', all);
  }
  control.choose('device', device);
  preferencesStore.change((kept) =>
    comics.reduce((now, [id, choices]) => withPreferences(now, 'comic', id, choices), kept),
  );
  keysStore.change((now) => ({ ...now, ...keys }));
}
