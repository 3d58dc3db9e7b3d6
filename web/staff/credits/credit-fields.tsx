import { CREDIT_ROLES, MAX_CREDIT_NAME, MAX_CREDIT_PAGE, MAX_CREDITS, type WantedCredit } from '#contract/credits.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Field } from '#web/ui/form/field.tsx';
import '#web/ui/choice/checkbox.css';
import './credit-fields.css';

/** A credit as it is typed: pages are text, empty for all. */
export interface TypedCredit {
  id: number;
  role: WantedCredit['role'];
  name: string;
  member: boolean;
  first: string;
  last: string;
}

/** Credits as they are stored, to be typed upon. */
export function toTyped(credits: readonly WantedCredit[]): TypedCredit[] {
  return credits.map(({ role, name, member, first_page: first, last_page: last }, id) => ({
    id,
    role,
    name,
    member,
    first: first === null ? '' : String(first),
    last: last === null ? '' : String(last),
  }));
}

/** Typed credits as the API takes them: those without a name are left out; one page said is that page alone. */
export function toWanted(typed: readonly TypedCredit[]): WantedCredit[] {
  return typed
    .filter(({ name }) => name.trim() !== '')
    .map(({ role, name, member, first, last }) => ({
      role,
      name: name.trim(),
      member,
      first_page: Number(first || last) || null,
      last_page: Number(last || first) || null,
    }));
}

/** Who did what on a chapter: a role, a name, whether it is a member's, and for which pages. */
export function CreditFields({
  credits,
  error,
  onChange,
}: {
  credits: readonly TypedCredit[];
  error?: string | undefined;
  onChange: (credits: TypedCredit[]) => void;
}) {
  const t = useTranslate();
  const put = (id: number, change: Partial<TypedCredit>) =>
    onChange(credits.map((each) => (each.id === id ? { ...each, ...change } : each)));
  const add = () =>
    onChange([
      ...credits,
      {
        id: Math.max(-1, ...credits.map(({ id }) => id)) + 1,
        role: 'translator',
        name: '',
        member: false,
        first: '',
        last: '',
      },
    ]);
  return (
    <fieldset className="credit-fields">
      <legend className="label">{t('upload.credits.title')}</legend>
      {credits.map(({ id, role, name, member, first, last }, at) => {
        const page = (key: 'first' | 'last', value: string) => (
          <Field
            label={t(`upload.credits.${key}`)}
            name={`credit-${key}-${id}`}
            type="number"
            min={1}
            max={MAX_CREDIT_PAGE}
            value={value}
            onChange={({ currentTarget }) => put(id, { [key]: currentTarget.value })}
          />
        );
        return (
          <div key={id} className="credit-row">
            <Select
              name={`credit-role-${id}`}
              label={t('upload.credits.role', { number: at + 1 })}
              value={role}
              onChange={(value) => put(id, { role: value })}
              choices={CREDIT_ROLES.map((value) => ({ value, label: t(`credits.role.${value}`) }))}
            />
            <Field
              label={t('upload.credits.name', { number: at + 1 })}
              name={`credit-name-${id}`}
              value={name}
              maxLength={MAX_CREDIT_NAME}
              autoComplete="off"
              onChange={({ currentTarget }) => put(id, { name: currentTarget.value })}
            />
            {page('first', first)}
            {page('last', last)}
            <label className="check">
              <input
                type="checkbox"
                checked={member}
                onChange={({ currentTarget }) => put(id, { member: currentTarget.checked })}
              />
              {t('upload.credits.member')}
            </label>
            <Button
              look={['ghost', 'icon']}
              aria-label={t('upload.credits.remove', { number: at + 1 })}
              onClick={() => onChange(credits.filter((each) => each.id !== id))}
            >
              <Icon name="x" />
            </Button>
          </div>
        );
      })}
      {error === undefined ? null : (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {credits.length < MAX_CREDITS ? (
        <div>
          <Button onClick={add}>{t('upload.credits.add')}</Button>
        </div>
      ) : null}
      <p className="hint">{t('upload.credits.hint')}</p>
    </fieldset>
  );
}
