import type { SiteSettings } from '#contract/site-settings.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { SettingEdits } from '#web/staff/site-settings/setting-edits.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';

interface Props {
  settings: SiteSettings;
  edits: SettingEdits;
  onChange: (edits: SettingEdits) => void;
}

/** Whether the site has works for adults: the switch for visitors, the age check, and the rating of imports that say none. */
export function AdultWorks({ settings: { values, origins }, edits, onChange }: Props) {
  const t = useTranslate();
  const features = (edits.features ?? values.features) as string[];
  const fixed =
    origins.features?.by === 'file' || origins.features?.by === 'environment' ? origins.features.name : null;
  return (
    <fieldset className="field" disabled={fixed !== null}>
      <Segmented
        label={t('admin.setup.step.works')}
        value={features.includes('nsfw') ? 'some' : 'none'}
        choices={(['none', 'some'] as const).map((value) => ({ value, label: t(`admin.setup.works.${value}`) }))}
        onChange={(value) => {
          const others = features.filter((each) => each !== 'nsfw');
          onChange(
            value === 'none'
              ? { features: others, nsfw: false, defaultRating: 'safe' }
              : { features: [...others, 'nsfw'], 'ageGate.mode': 'self-declaration', defaultRating: null },
          );
        }}
      />
      {fixed === null ? null : (
        <p className="hint site-setting__fixed">
          <Icon name="lock" className="icon--s" />
          <span>
            {t('admin.site.fixed')} <code dir="ltr">{fixed}</code>
          </span>
        </p>
      )}
    </fieldset>
  );
}
