import { LOCALE_NAMES, LOCALES } from '#contract/locales.ts';
import type { SettingOrigin } from '#contract/site-settings.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import '#web/ui/choice/checkbox.css';
import '#web/ui/choice/switch.css';
import type { SitePictureName } from '#contract/site.ts';
import { FeatureChoice } from './feature-choice.tsx';
import { CountryRows, LinkRows, SpotRows } from './row-controls.tsx';
import { ProviderRows } from './provider-rows.tsx';
import { OrderedChoice } from './ordered-choice.tsx';
import { Group, Labelled, type ControlProps } from './setting-group.tsx';
import { SecretField } from './secret-field.tsx';
import { PictureChoice } from './picture-choice.tsx';
import { choiceName, SETTING_KINDS, settingName } from './setting-kinds.ts';

interface Props extends ControlProps {
  origin: SettingOrigin;
  /** Whether it has another value than by default, or is about to. */
  isSet: boolean;
  onReset: () => void;
}

/** One setting: its control, why it is fixed where it is, and the way back to its default. */
export function Setting({ origin, isSet, onReset, ...control }: Props) {
  const t = useTranslate();
  return (
    <div className="site-setting" data-setting={control.name}>
      <Control {...control} />
      {control.disabled ? (
        <p className="hint site-setting__fixed">
          <Icon name="lock" className="icon--s" />
          <span>
            {origin.by === 'main' ? (
              t('admin.site.main')
            ) : (
              <>
                {t('admin.site.fixed')} <code dir="ltr">{origin.name}</code>
              </>
            )}
          </span>
        </p>
      ) : isSet ? (
        <Button look={['ghost']} className="site-setting__reset" onClick={onReset}>
          <Icon name="retry" className="icon--s" />
          {t('admin.site.reset')}
          <span className="visually-hidden">: {settingName(t, control.name)}</span>
        </Button>
      ) : null}
    </div>
  );
}

function Control({ name, value, disabled, errors, secrets, onChange, upload }: ControlProps) {
  const t = useTranslate();
  const kind = SETTING_KINDS[name];
  const label = settingName(t, name);
  switch (kind.kind) {
    case 'text':
      return kind.rows === undefined ? (
        <Field
          label={label}
          name={name}
          value={typeof value === 'string' ? value : ''}
          maxLength={kind.most}
          disabled={disabled}
          error={errors}
          dir={kind.ltr ? 'ltr' : 'auto'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextArea
          label={label}
          name={name}
          rows={kind.rows}
          value={typeof value === 'string' ? value : ''}
          maxLength={kind.most}
          disabled={disabled}
          error={errors}
          dir={kind.ltr ? 'ltr' : 'auto'}
          {...(kind.code
            ? { spellCheck: false, style: { fontFamily: 'monospace' }, hint: t('admin.site.css.hint') }
            : {})}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'colour':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <div className="site-colour">
            <input
              type="color"
              aria-label={label}
              value={value === '' ? '#ff5a3c' : String(value)}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <input
              className="input"
              name={name}
              aria-label={label}
              dir="ltr"
              placeholder="#rrggbb"
              maxLength={7}
              value={String(value)}
              onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
            />
          </div>
        </Group>
      );
    case 'secret':
      return (
        <SecretField
          name={name}
          label={label}
          most={kind.most}
          state={secrets?.[name]}
          {...{ value, disabled, errors, onChange }}
        />
      );
    case 'number':
      return (
        <Field
          label={label}
          name={name}
          type="number"
          inputMode="decimal"
          min={kind.least}
          step={kind.step ?? 1}
          value={String(value)}
          disabled={disabled}
          error={errors}
          // A number that is not finished is kept as it was written: the server says what is wrong with it.
          onChange={({ currentTarget: { value: text, valueAsNumber } }) =>
            onChange(Number.isNaN(valueAsNumber) ? text : valueAsNumber)
          }
        />
      );
    case 'switch':
      return (
        <Labelled errors={errors}>
          <label className="switch switch--row">
            {label}
            <input
              type="checkbox"
              // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is on
              role="switch"
              name={name}
              checked={value === true}
              disabled={disabled}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
          </label>
        </Labelled>
      );
    case 'choice':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          {kind.choices.length > 3 ? (
            <Select
              name={name}
              label={label}
              value={String(value)}
              choices={kind.choices.map((each) => ({ value: String(each), label: choiceName(t, name, each) }))}
              onChange={(next) => onChange(next === 'null' ? null : next)}
            />
          ) : (
            <Segmented
              label={label}
              value={String(value)}
              choices={kind.choices.map((each) => ({ value: String(each), label: choiceName(t, name, each) }))}
              onChange={onChange}
            />
          )}
        </Group>
      );
    case 'locale':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <Select
            name={name}
            label={label}
            value={String(value)}
            choices={LOCALES.map((each) => ({ value: each, label: LOCALE_NAMES[each] }))}
            onChange={onChange}
          />
        </Group>
      );
    case 'roles':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          {kind.choices.map((role) => (
            <label key={role} className="check">
              <input
                type="checkbox"
                checked={(value as string[]).includes(role)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(
                    kind.choices.filter((each) => (each === role ? checked : (value as string[]).includes(each))),
                  )
                }
              />
              {t(`admin.users.role.${role as 'user'}`)}
            </label>
          ))}
        </Group>
      );
    case 'picture':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <PictureChoice
            name={name}
            shown={`${kind.path}?shown=${encodeURIComponent(String(value).slice(-8))}`}
            onChoose={(file) => void upload?.(name as SitePictureName, file)}
          />
        </Group>
      );
    case 'features':
      return <FeatureChoice value={value as string[]} disabled={disabled} errors={errors} onChange={onChange} />;
    case 'locales':
    case 'blocks':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <OrderedChoice kind={kind.kind} value={value as string[]} onChange={onChange} />
        </Group>
      );
    case 'links':
    case 'social':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <LinkRows
            label={kind.kind === 'links' ? 'label' : 'name'}
            value={value as Record<string, string>[]}
            onChange={onChange}
          />
        </Group>
      );
    case 'spots':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <SpotRows value={value as never} onChange={onChange} />
        </Group>
      );
    case 'providers':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <ProviderRows value={value as never} secrets={secrets} onChange={onChange} />
        </Group>
      );
    case 'countries':
      return (
        <Group label={label} errors={errors} disabled={disabled}>
          <CountryRows value={value as Record<string, string>} onChange={onChange} />
        </Group>
      );
  }
}
