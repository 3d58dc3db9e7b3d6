import { useSyncExternalStore } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { THEMES, type Theme } from '#contract/site.ts';
import { chooseTheme } from '#web/platform/state/theme.ts';
import type { IconName } from '#web/ui/basic/icon.tsx';
import { ChoiceMenu } from '#web/ui/overlay/choice-menu.tsx';

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
      <ChoiceMenu
        end
        look="btn btn--ghost btn--icon"
        label={t('site.theme.label')}
        icon={ICONS[theme]}
        value={theme}
        choices={THEMES.map((value) => ({ value, icon: ICONS[value], label: t(`site.theme.${value}`) }))}
        onChoose={chooseTheme}
      />
    </div>
  );
}

function onTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
