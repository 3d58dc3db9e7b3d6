import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { Labelled } from '#web/ui/basic/labelled.tsx';

/** The parts of a provider in the order of its form; its name stands before them. */
const PARTS = [
  'id',
  'issuer',
  'clientId',
  'register',
  'emailTrusted',
  'logout',
  'scopes',
  'allowed',
  'usernameClaim',
  'rolesClaim',
  'roles',
  'clientAuth',
  'seconds',
] as const;

/** A provider of OpenID Connect as it was set: each part that says something, by its name in the form. */
export function ShownProvider({ value }: { value: Readonly<Record<string, unknown>> }) {
  const t = useTranslate();
  const icon = typeof value.icon === 'string' ? value.icon : '';
  const shown = (part: (typeof PARTS)[number]): string => {
    const each = value[part];
    if (part === 'clientAuth') return t(each === 'post' ? 'admin.yes' : 'admin.no');
    if (part === 'roles') {
      return Object.entries((each ?? {}) as Record<string, string>)
        .map(([group, role]) =>
          t('site.labelled', {
            label: group,
            value: t(`admin.users.role.${role}` as MessageKey & 'admin.users.role.user'),
          }),
        )
        .join(', ');
    }
    if (Array.isArray(each)) return each.join(', ');
    if (typeof each === 'boolean') return t(each ? 'admin.yes' : 'admin.no');
    return typeof each === 'string' || typeof each === 'number' ? String(each) : '';
  };
  return (
    <span className="stack">
      <b>
        <bdi>{typeof value.name === 'string' ? value.name : ''}</bdi>
      </b>
      {icon === '' ? null : (
        <span>
          <Labelled label={t('admin.site.provider.icon')}>
            {icon.startsWith('data:') ? (
              <img src={icon} width={20} height={20} alt="" />
            ) : (
              <code dir="ltr">{icon.slice(-8)}</code>
            )}
          </Labelled>
        </span>
      )}
      {PARTS.map((part) => [part, shown(part)] as const)
        .filter(([, text]) => text !== '')
        .map(([part, text]) => (
          <span key={part}>
            <Labelled label={t(`admin.site.provider.${part}`)}>
              <bdi>{text}</bdi>
            </Labelled>
          </span>
        ))}
    </span>
  );
}
