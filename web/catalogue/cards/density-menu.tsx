import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { chooseDensity, densityStore, DENSITIES, type Density } from './density.ts';

const ICONS: Record<Density, IconName> = { grid: 'grid', compact: 'image', rows: 'menu' };

/** How close the comics of lists stand, for every list of this browser. */
export function DensityMenu() {
  const t = useTranslate();
  const density = usePersistentStore(densityStore);
  return (
    <div className="needs-script">
      <Menu
        end
        look="btn btn--icon"
        summary={
          <>
            <Icon name="grid" />
            <span className="visually-hidden">{t('latest.density')}</span>
          </>
        }
      >
        {DENSITIES.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === density ? 'true' : undefined}
            onClick={() => chooseDensity(each)}
          >
            <Icon name={ICONS[each]} />
            {t(`latest.density.${each}`)}
            {each === density ? <Icon name="check" className="icon--check" /> : null}
          </button>
        ))}
      </Menu>
    </div>
  );
}
