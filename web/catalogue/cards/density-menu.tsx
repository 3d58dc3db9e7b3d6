import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import type { IconName } from '#web/ui/basic/icon.tsx';
import { ChoiceMenu } from '#web/ui/overlay/choice-menu.tsx';
import { chooseDensity, densityStore, DENSITIES, type Density } from './density.ts';

const ICONS: Record<Density, IconName> = { grid: 'grid', compact: 'image', rows: 'menu' };

/** How close the comics of lists stand, for every list of this browser. */
export function DensityMenu() {
  const t = useTranslate();
  const density = usePersistentStore(densityStore);
  return (
    <div className="needs-script">
      <ChoiceMenu
        end
        look="btn btn--icon"
        label={t('latest.density')}
        icon="grid"
        value={density}
        choices={DENSITIES.map((value) => ({ value, icon: ICONS[value], label: t(`latest.density.${value}`) }))}
        onChoose={chooseDensity}
      />
    </div>
  );
}
