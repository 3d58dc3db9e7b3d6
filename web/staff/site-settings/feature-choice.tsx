import { FEATURES } from '#contract/site.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Group, type ControlProps } from './setting-group.tsx';
import { featureName, featureText, settingName } from './setting-kinds.ts';

/** Every feature with what it brings and needs, on or off. */
export function FeatureChoice({
  value,
  disabled,
  errors,
  onChange,
}: Omit<ControlProps, 'value' | 'name'> & { value: readonly string[] }) {
  const t = useTranslate();
  return (
    <Group label={settingName(t, 'features')} errors={errors} disabled={disabled}>
      <div className="site-features">
        {FEATURES.map((feature) => (
          <label key={feature} className="check site-features__one">
            <input
              type="checkbox"
              name={`feature-${feature}`}
              checked={value.includes(feature)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(FEATURES.filter((each) => (each === feature ? checked : value.includes(each))))
              }
            />
            <b>{featureName(t, feature)}</b>
            <span className="hint">{featureText(t, feature)}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}
