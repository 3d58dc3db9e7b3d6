import { useState } from 'react';
import { USER_ROLES } from '#contract/accounts.ts';
import type { ProviderCheck, SiteSettings } from '#contract/site-settings.ts';
import { apiPost, type ApiFailure } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Field } from '#web/ui/form/field.tsx';
import { ProviderPicture } from './provider-picture.tsx';
import { Rows } from './row-controls.tsx';
import { SecretField } from './secret-field.tsx';

/** A provider as it is entered; `clientSecret` is there only where another one is given. */
interface Provider {
  id: string;
  name: string;
  icon: string;
  issuer: string;
  clientId: string;
  clientSecret?: string;
  clientAuth: 'basic' | 'post';
  scopes: readonly string[];
  register: boolean;
  usernameClaim: string;
  emailTrusted: boolean;
  rolesClaim: string;
  roles: Readonly<Record<string, string>>;
  allowed: readonly string[];
  logout: boolean;
  seconds: number;
}

const FRESH: Provider = {
  id: '',
  name: '',
  icon: '',
  issuer: 'https://',
  clientId: '',
  clientAuth: 'basic',
  scopes: ['openid', 'profile', 'email'],
  register: true,
  usernameClaim: 'preferred_username',
  emailTrusted: false,
  rolesClaim: 'groups',
  roles: {},
  allowed: [],
  logout: true,
  seconds: 5,
};
const TEXTS = ['name', 'id', 'issuer', 'clientId'] as const;
const SWITCHES = ['register', 'emailTrusted', 'logout'] as const;
const LISTS = ['scopes', 'allowed'] as const;

interface Props {
  value: readonly Provider[];
  secrets: SiteSettings['secrets'] | undefined;
  onChange: (value: unknown) => void;
}

/** The providers of OpenID Connect that members can sign in at, each with a look at what it says of itself. */
export function ProviderRows({ value, secrets, onChange }: Props) {
  const t = useTranslate();
  const change = (at: number, next: Partial<Provider>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...next } : each)));
  return (
    <>
      {value.map((provider, at) => (
        <div key={at} className="panel stack site-provider">
          <ProviderFields
            provider={provider}
            at={at}
            secret={secrets?.[`signIn.providers.${provider.id}`]}
            onChange={(next) => change(at, next)}
          />
          <Look provider={provider} />
          <div>
            <Button
              look={['ghost']}
              onClick={() => onChange(value.filter((_each, index) => index !== at))}
              aria-label={t('admin.site.row.remove.named', { name: provider.name })}
            >
              <Icon name="trash" />
              {t('admin.site.row.remove')}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...value, FRESH])}>
          <Icon name="plus" />
          {t('admin.site.provider.add')}
        </Button>
      </div>
    </>
  );
}

interface FieldsProps {
  provider: Provider;
  at: number;
  secret: SiteSettings['secrets'][string] | undefined;
  onChange: (next: Partial<Provider>) => void;
}

function ProviderFields({ provider, at, secret, onChange }: FieldsProps) {
  const t = useTranslate();
  return (
    <>
      {TEXTS.map((name) => (
        <Field
          key={name}
          label={t(`admin.site.provider.${name}`)}
          name={`provider-${at}-${name}`}
          value={provider[name]}
          maxLength={name === 'name' ? 60 : name === 'id' ? 40 : 2000}
          dir={name === 'name' ? 'auto' : 'ltr'}
          hint={name === 'id' || name === 'issuer' ? t(`admin.site.provider.${name}.hint`) : null}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      <SecretField
        name={`provider-${at}-secret`}
        label={t('admin.site.provider.clientSecret')}
        most={1000}
        value={provider.clientSecret}
        disabled={false}
        errors={[]}
        state={secret}
        onChange={(clientSecret) => onChange({ clientSecret })}
      />
      <ProviderPicture
        id={provider.id}
        icon={provider.icon}
        name={`provider-${at}-icon`}
        onChange={(icon) => onChange({ icon })}
      />
      {SWITCHES.map((name) => (
        <label key={name} className="switch switch--row">
          {t(`admin.site.provider.${name}`)}
          <input
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is on
            role="switch"
            checked={provider[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
          />
        </label>
      ))}
      <details>
        <summary>{t('admin.site.provider.more')}</summary>
        <div className="stack">
          <MoreFields provider={provider} at={at} onChange={onChange} />
        </div>
      </details>
    </>
  );
}

function MoreFields({ provider, at, onChange }: Omit<FieldsProps, 'secret'>) {
  const t = useTranslate();
  return (
    <>
      {LISTS.map((name) => (
        <ListField
          key={name}
          label={t(`admin.site.provider.${name}`)}
          name={`provider-${at}-${name}`}
          value={provider[name]}
          onChange={(list) => onChange({ [name]: list })}
        />
      ))}
      {(['usernameClaim', 'rolesClaim'] as const).map((name) => (
        <Field
          key={name}
          label={t(`admin.site.provider.${name}`)}
          name={`provider-${at}-${name}`}
          value={provider[name]}
          maxLength={200}
          dir="ltr"
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      <fieldset className="field">
        <legend className="label">{t('admin.site.provider.roles')}</legend>
        <Rows<[group: string, role: string]>
          rows={Object.entries(provider.roles)}
          fresh={Object.hasOwn(provider.roles, '') ? null : ['', 'user']}
          onChange={(rows) => onChange({ roles: Object.fromEntries(rows) })}
        >
          {([group, role], change, index) => (
            <>
              <input
                className="input"
                aria-label={t('admin.site.provider.group')}
                placeholder={t('admin.site.provider.group')}
                maxLength={200}
                dir="auto"
                value={group}
                onChange={(event) => change([event.currentTarget.value, role])}
              />
              <Select
                name={`provider-${at}-role-${index}`}
                label={t('admin.site.provider.roles')}
                value={role}
                choices={USER_ROLES.map((each) => ({ value: each, label: t(`admin.users.role.${each}`) }))}
                onChange={(next) => change([group, next])}
              />
            </>
          )}
        </Rows>
      </fieldset>
      <label className="switch switch--row">
        {t('admin.site.provider.clientAuth')}
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is on
          role="switch"
          checked={provider.clientAuth === 'post'}
          onChange={(event) => onChange({ clientAuth: event.currentTarget.checked ? 'post' : 'basic' })}
        />
      </label>
      <Field
        label={t('admin.site.provider.seconds')}
        name={`provider-${at}-seconds`}
        type="number"
        min={1}
        max={30}
        value={String(provider.seconds)}
        onChange={({ currentTarget: { valueAsNumber } }) => onChange({ seconds: valueAsNumber || 0 })}
      />
    </>
  );
}

/** A list in one line, its parts between commas; what is being written stays as it is. */
function ListField({
  value,
  onChange,
  ...field
}: {
  label: string;
  name: string;
  value: readonly string[];
  onChange: (list: string[]) => void;
}) {
  const [text, setText] = useState(value.join(', '));
  return (
    <Field
      {...field}
      dir="ltr"
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next);
        onChange(
          next
            .split(',')
            .map((part) => part.trim())
            .filter((part) => part !== ''),
        );
      }}
    />
  );
}

/** Looks at a provider as it is entered, and says what was found. */
function Look({ provider }: { provider: Provider }) {
  const t = useTranslate();
  const { run, busy, failure } = useMutation();
  const [found, setFound] = useState<ProviderCheck | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const look = async () => {
    setFound(null);
    setWrong([]);
    try {
      setFound(await apiPost<ProviderCheck>('/admin/site/provider', { body: { provider } }));
    } catch (error) {
      const { body } = error as ApiFailure;
      const errors = Object.values((body as { errors?: Record<string, string[]> } | null)?.errors ?? {}).flat();
      if (errors.length === 0) throw error;
      setWrong(errors);
    }
  };
  const problems = [...wrong, ...(failure === '' ? [] : [failure])];
  return (
    <>
      <div>
        <Button disabled={busy} onClick={() => void run(look)}>
          {t('admin.site.provider.check')}
        </Button>
      </div>
      {problems.length === 0 ? null : (
        <Alert kind="bad">
          <span>{problems.join(' ')}</span>
        </Alert>
      )}
      {found === null ? null : (
        <>
          {found.findings.length === 0 ? (
            <Alert kind="good">
              <span>{t('admin.site.provider.good')}</span>
            </Alert>
          ) : (
            found.findings.map(({ level, text }) => (
              <Alert key={text} kind={level}>
                <span>{text}</span>
              </Alert>
            ))
          )}
          <p className="hint">
            {t('admin.site.provider.redirect')} <code dir="ltr">{found.redirect}</code>
          </p>
          <p className="hint">
            {t('admin.site.provider.backchannel')} <code dir="ltr">{found.logout}</code>
          </p>
        </>
      )}
    </>
  );
}
