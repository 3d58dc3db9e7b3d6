import type { AuditEntry } from '#contract/audit.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { formatExact } from '#web/platform/i18n/format.ts';
import { useLocale } from '#web/platform/i18n/locale.ts';
import { Labelled } from '#web/ui/basic/labelled.tsx';

/** The subject of an entry: the name it has now, or what it is with its number. */
export function auditSubject({
  title,
  subject,
  subject_id: id,
}: Pick<AuditEntry, 'title' | 'subject' | 'subject_id'>): string {
  return title ?? [subject, id].filter((part) => part !== null).join(' ');
}

/** All of an entry: its moment, what it was before and after, and what else explains it. */
export function AuditDetails({
  entry: { created_at: at, subject, subject_id: id, details, sealed },
}: {
  entry: AuditEntry;
}) {
  const t = useTranslate();
  const locale = useLocale();
  const { before, after, changes, ...others } = details;
  const changed = listChanges(before, after, changes);
  return (
    <div className="audit-details">
      <p className="small muted">
        {formatExact(locale, at)} · {[subject, id].filter((part) => part !== null).join(' ')} ·{' '}
        {t(sealed ? 'admin.audit.sealed' : 'admin.audit.unsealed')}
      </p>
      {changed.length === 0 ? null : (
        <dl>
          {changed.map(([name, was, is]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                {was === undefined ? null : (
                  <del>
                    <Labelled label={t('admin.audit.before')} look="visually-hidden">
                      {formatValue(was)}
                    </Labelled>
                  </del>
                )}
                {is === undefined ? null : (
                  <ins>
                    <Labelled label={t('admin.audit.after')} look="visually-hidden">
                      {formatValue(is)}
                    </Labelled>
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {Object.keys(others).length === 0 ? null : (
        <dl>
          {Object.entries(others).map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd dir="auto">{formatValue(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The changes, by name, however it was written down: two states, or each change by itself. */
function listChanges(before: unknown, after: unknown, changes: unknown): [string, unknown, unknown][] {
  const pairs = Object.entries(isRecord(changes) ? changes : {}).map(([name, change]): [string, unknown, unknown] =>
    isRecord(change) && ('before' in change || 'after' in change)
      ? [name, change.before ?? null, change.after ?? null]
      : [name, undefined, change],
  );
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const single: [string, unknown, unknown][] =
    before !== undefined && !isRecord(before) ? [['state', before, isRecord(after) ? undefined : after]] : [];
  return [
    ...pairs,
    ...single,
    ...[...new Set([...Object.keys(was), ...Object.keys(is)])].map((name): [string, unknown, unknown] => [
      name,
      was[name],
      is[name],
    ]),
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value || '–';
  if (value === null || value === undefined) return '–';
  return Array.isArray(value) && value.every((each) => typeof each !== 'object')
    ? value.join(', ')
    : JSON.stringify(value, null, 1);
}
