import { useSyncExternalStore } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { THEMES, type Theme } from '#contract/site.ts';
import { chooseTheme } from '#web/platform/state/theme.ts';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';

const ICONS: Record<Theme, IconName> = { dark: 'moon', light: 'sun', system: 'monitor' };

/** Dark, light, or as the system says. The choice is kept; `index.html` applies it before anything is painted. */
export function ThemeMenu() {
  const t = useTranslate();
  const { theme: given } = useSite();
  const theme = useSyncExternalStore<Theme>(
    onTheme,
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? given,
    () => given,
  );
  return (
    <div className="needs-script">
      <Menu
        end
        look="btn btn--ghost btn--icon"
        summary={
          <>
            <Icon name={ICONS[theme]} />
            <span className="visually-hidden">{t('site.theme.label')}</span>
          </>
        }
      >
        {THEMES.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === theme ? 'true' : undefined}
            onClick={() => chooseTheme(each)}
          >
            <Icon name={ICONS[each]} />
            {t(`site.theme.${each}`)}
            {each === theme ? <Icon name="check" className="icon--check" /> : null}
          </button>
        ))}
      </Menu>
    </div>
  );
}

function onTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
