import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { keysByAction, bindingLabel } from '#web/reader/input/key-bindings.ts';
import { pressedKey, type PageOrientation } from '#web/reader/context/key-map.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { areCharactersOff } from '#web/ui/form/character-keys.ts';
import { keysStore } from '#web/library/preferences/reader-keys.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { CharacterKeys } from '#web/reader/settings/character-keys.tsx';
import { useComicsName } from './navigation.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { KeyList, type Shortcut } from '#web/ui/basic/key-list.tsx';
import './shortcuts.css';

/** How long after `g` the key that says where to may follow, in ms. */
const FOLLOWS = 1500;
/** The reader as most comics lie; its own list says what its keys mean with the comic that is open. */
const DEFAULT_ORIENTATION: PageOrientation = { mode: 'manga', direction: 'ltr', layout: 'horizontal' };
const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/**
 * The shortcuts of every page with a frame: `?` lists all of the site, `g` and a letter leads to a place. Nothing happens
 * while something is typed or a dialog is open. `first` is the key that was pressed before this was here.
 */
export function KeysHost({ first }: { first: KeyboardEvent }) {
  const places = usePlaces();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { key: page } = useLocation();
  const after = useRef(-Infinity);
  useEffect(() => setOpen(false), [page]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null;
    if (event.isComposing || event.repeat || isTyped || document.querySelector('dialog[open]')) return;
    const key = pressedKey(event);
    if (key === null || key.length > 1 || areCharactersOff()) return;
    const place = performance.now() - after.current < FOLLOWS ? places.find(({ letter }) => letter === key) : undefined;
    after.current = key === 'g' ? performance.now() : -Infinity;
    if (place) {
      void navigate(place.to);
    }
    if (key === '?') {
      setOpen(true);
    }
  });
  const onFirst = useEffectEvent(() => onKey(first));
  useEffect(() => {
    onFirst();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return createPortal(<KeysDialog open={open} onClose={() => setOpen(false)} />, document.body);
}

/** Every shortcut of the site, by where it works. */
function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate();
  const places = usePlaces();
  const chosen = usePersistentStore(keysStore);
  const groups: [string, Shortcut[]][] = [
    [
      t('keys.site'),
      [
        { name: t('site.nav.search'), keys: ['/', 'Ctrl K'] },
        { name: t('keys.title'), keys: ['?'] },
        { name: t('keys.close'), keys: ['Esc'] },
        ...places.map(({ letter, label }) => ({
          name: t('keys.go', { place: label }),
          keys: [['G', letter.toUpperCase()]],
        })),
      ],
    ],
    [
      t('keys.lists'),
      [
        { name: t('reader.key.next'), keys: ['→'] },
        { name: t('reader.key.previous'), keys: ['←'] },
      ],
    ],
    [
      t('keys.search'),
      [
        { name: t('keys.move'), keys: ['↓', '↑'] },
        { name: t('keys.choose'), keys: ['Enter'] },
      ],
    ],
    [
      t('keys.reader'),
      [...keysByAction(chosen, DEFAULT_ORIENTATION)]
        .filter(([, keys]) => keys.length > 0)
        .map(([action, keys]) => ({ name: t(`reader.key.${action}`), keys: keys.map(bindingLabel) })),
    ],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')} closeLabel={t('site.menu.close')}>
      <div className="all-shortcuts">
        <CharacterKeys />
        {groups.map(([title, shortcuts]) => (
          <section key={title}>
            <h3>{title}</h3>
            <KeyList shortcuts={shortcuts} then={t('keys.then')} />
          </section>
        ))}
        <p className="muted small">{t('keys.change')}</p>
      </div>
    </Dialog>
  );
}

/** Where `g` and a letter leads, of what this site has. */
function usePlaces() {
  const t = useTranslate();
  const links = useAddresses();
  const { features } = useSite();
  const name = useComicsName();
  return [
    { letter: 'h', label: t('site.nav.home'), to: links.home() },
    { letter: 'c', label: name, to: links.latest() },
    ...(features.includes('tags') ? [{ letter: 't', label: t('site.nav.tags'), to: links.terms('tags') }] : []),
    { letter: 'r', label: t('latest.random'), to: links.random() },
    ...(features.includes('favorites')
      ? [{ letter: 'f', label: t('library.favorites.title'), to: links.favorites() }]
      : []),
    { letter: 'y', label: t('library.history.title'), to: links.history() },
    { letter: 'b', label: t('bookmarks.title'), to: links.bookmarks() },
    { letter: 'o', label: t('offline.title'), to: links.offline() },
  ];
}
