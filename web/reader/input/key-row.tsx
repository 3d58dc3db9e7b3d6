import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { keysStore, MAX_KEYS, type KeyChoices } from '#web/library/preferences/reader-keys.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { isCustom, bindingLabel, conflictingAction, withDefaults, bindKey, withoutKey } from './key-bindings.ts';
import { pressedKey, type PageOrientation, type ReaderAction } from '#web/reader/context/key-map.ts';

interface Props {
  action: ReaderAction;
  /** The keys it has as the content lies. */
  keys: readonly string[];
  chosen: KeyChoices;
  pageOrientation: PageOrientation;
  /** Whether the next key pressed becomes one of them. */
  recording: boolean;
  onRecord: (recording: boolean) => void;
  onChange: (next: (chosen: KeyChoices) => KeyChoices) => void;
}

/** The keys of one action: each can be taken away, others are added by pressing them. A key that means something else is only taken over when asked. */
export function KeyRow({ action, keys, chosen, pageOrientation, recording, onRecord, onChange }: Props) {
  const t = useTranslate();
  const add = useRef<HTMLButtonElement>(null);
  const take = useRef<HTMLButtonElement>(null);
  const [taken, setTaken] = useState<{ key: string; by: ReaderAction } | null>(null);
  const name = t(`reader.key.${action}`);
  const give = (key: string) => onChange((now) => bindKey(now, action, key, pageOrientation));
  const settle = () => {
    setTaken(null);
    add.current?.focus();
  };

  useEffect(() => take.current?.focus(), [taken]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      onRecord(false);
      return;
    }
    const key = event.key === 'Escape' ? null : pressedKey(event);
    if (key === null && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onRecord(false);
    if (key === null) return;
    const by = conflictingAction(key, action, keysStore.get(), pageOrientation);
    if (by === null) {
      give(key);
    } else {
      setTaken({ key, by });
    }
  });
  useEffect(() => {
    if (!recording) return;
    setTaken(null);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [recording]);

  return (
    <li>
      <span id={`key-${action}`}>{name}</span>
      <div className="keys__own" role="group" aria-labelledby={`key-${action}`}>
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            className="keys__key"
            aria-label={t('reader.help.remove', { key: bindingLabel(key), action: name })}
            onClick={() => {
              onChange((now) => withoutKey(now, key));
              add.current?.focus();
            }}
          >
            <kbd dir="ltr">{bindingLabel(key)}</kbd>
            <Icon name="x" className="icon--s" />
          </button>
        ))}
        {isCustom(chosen, action) && (
          <Button
            look={['ghost', 'icon']}
            aria-label={t('reader.help.reset', { action: name })}
            onClick={() => onChange((now) => withDefaults(now, action))}
          >
            <Icon name="retry" />
          </Button>
        )}
        <Button
          ref={add}
          look={recording ? ['primary'] : ['ghost', 'icon']}
          aria-label={recording ? undefined : t('reader.help.add', { action: name })}
          disabled={keys.length >= MAX_KEYS}
          aria-live="polite"
          onClick={() => onRecord(!recording)}
        >
          {recording ? t('reader.help.press') : <Icon name="plus" />}
        </Button>
      </div>
      {taken !== null && (
        <div className="keys__taken" role="alert">
          <p>{t('reader.help.taken', { key: bindingLabel(taken.key), action: t(`reader.key.${taken.by}`) })}</p>
          <Button
            ref={take}
            look={['primary']}
            onClick={() => {
              give(taken.key);
              settle();
            }}
          >
            {t('reader.help.take')}
          </Button>
          <Button onClick={settle}>{t('reader.help.cancel')}</Button>
        </div>
      )}
    </li>
  );
}
