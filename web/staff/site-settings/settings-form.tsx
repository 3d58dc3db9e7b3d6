import { useEffect, useState } from 'react';
import {
  SETTING_SECTIONS,
  type SettingKey,
  type SettingSection,
  type SettingsConflict,
  type SiteSettings,
} from '#contract/site-settings.ts';
import type { System } from '#contract/system.ts';
import { apiSend, errorCode, type ApiFailure } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ConflictDialog } from '#web/staff/comic-parts/conflict-dialog.tsx';
import { LeaveGuard } from '#web/staff/frame/leave-guard.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import '#web/ui/data/bulk.css';
import { sendPicture } from '#web/staff/comic-parts/send-picture.ts';
import type { SitePictureName } from '#contract/site.ts';
import { MailState } from './mail-settings.tsx';
import { Setting } from './setting-control.tsx';
import { conflictsWith, isFixed, mailEdits, type SettingEdits } from './setting-edits.ts';
import { forgetEdits, keepEdits, readEdits } from './kept-edits.ts';
import { SETTING_WORDS } from './shown-setting.tsx';

const SECTIONS = Object.keys(SETTING_SECTIONS) as SettingSection[];
/** Sections that say what they are for beside their title. */
const EXPLAINED: readonly SettingSection[] = ['identity', 'pictures', 'features'];

interface Props {
  settings: SiteSettings;
  mail: System['checks']['mail'] | null;
}

/** Every setting in its section. What is changed stays until it is saved or given up, whoever else saves meanwhile. */
export function SettingsForm({ settings, mail }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const [base, setBase] = useState(settings);
  const [kept] = useState(() => readEdits(settings.site));
  const [edits, setEdits] = useState<SettingEdits>(kept?.edits ?? {});
  const [leaves, setLeaves] = useState(false);
  useEffect(forgetEdits, []);
  const [error, setError] = useState<{ message: string; fields: Readonly<Record<string, readonly string[]>> } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<(SettingsConflict & { password?: string | undefined }) | null>(null);
  useSectionOfAddress();
  useFirstFault(error?.fields ?? null);
  useToastOnceSaved(t('account.saved'), t('library.toast.close'));
  const count = Object.keys(edits).length;
  // A session alone may not change how people sign in.
  const asksProof = Object.keys(edits).some((key) => key.startsWith('signIn.'));
  const change = (key: SettingKey, value: unknown) => {
    setEdits((now) => ({ ...now, [key]: value }));
    setError(null);
  };
  const save = async (values: SettingEdits, revision: number, password?: string) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await apiSend('PATCH', '/admin/site', { body: { revision, values, ...(password && { password }) } });
      setEdits({});
      // Every page of the site is another one now: this one, too.
      window.location.assign(`${links.admin('site', null, null, { saved: 1 })}${window.location.hash}`);
      return;
    } catch (failure) {
      const { message, body } = failure as ApiFailure;
      if (errorCode(failure) === 'settings-changed') {
        setConflict({ ...(body as SettingsConflict), password });
      } else {
        setError({ message, fields: (body as { errors?: Record<string, string[]> } | null)?.errors ?? {} });
      }
    }
    setBusy(false);
  };
  const upload = async (name: SitePictureName, file: File) => {
    setError(null);
    try {
      setBase(
        await sendPicture<SiteSettings>('PUT', `/admin/site/pictures/${name}`, file, { revision: base.revision }),
      );
      showToast({ text: t('account.saved'), closeLabel: t('library.toast.close') });
    } catch (failure) {
      const { message, body } = failure as ApiFailure;
      if (errorCode(failure) === 'settings-changed') {
        setConflict(body as SettingsConflict);
      } else {
        setError({
          message,
          fields: (body as { errors?: Record<string, string[]> } | null)?.errors ?? { [name]: [message] },
        });
      }
    }
  };
  const errorsFor = (key: SettingKey) =>
    Object.entries(error?.fields ?? {}).flatMap(([field, said]) =>
      field === key || field.startsWith(`${key}.`) ? said : [],
    );
  return (
    <>
      <p className="muted">{t('admin.site.lead')}</p>
      <nav className="site-settings__sections" aria-label={t('admin.site.sections')}>
        {SECTIONS.map((section) => (
          <a key={section} className="chip" href={`#${section}`}>
            {t(`admin.site.section.${section}`)}
          </a>
        ))}
      </nav>
      <div className="site-settings__cards">
        {SECTIONS.map((section) => (
          <SetCard
            key={section}
            id={section}
            title={t(`admin.site.section.${section}`)}
            text={EXPLAINED.includes(section) ? t(`admin.site.section.${section as 'features'}.text`) : null}
          >
            {SETTING_SECTIONS[section].map((key: SettingKey) => {
              const origin = base.origins[key] ?? { by: 'default', name: null };
              const isEdited = Object.hasOwn(edits, key);
              const reset = isEdited && edits[key] === null;
              return (
                <Setting
                  key={key}
                  name={key}
                  value={reset ? base.defaults[key] : isEdited ? edits[key] : base.values[key]}
                  origin={origin}
                  disabled={isFixed(origin)}
                  isSet={isEdited ? !reset : origin.by === 'page'}
                  errors={errorsFor(key)}
                  onChange={(value) => change(key, value)}
                  onReset={() => change(key, null)}
                  secrets={base.secrets}
                  upload={upload}
                />
              );
            })}
            {section === 'mail' ? <MailState mail={mail} values={mailEdits(edits)} /> : null}
          </SetCard>
        ))}
      </div>
      <p className="hint">{t('admin.site.files')}</p>
      {count === 0 ? null : (
        <div className="bulk" role="group" aria-label={t('admin.site.unsaved', { count })}>
          <b role="status">{t('admin.site.unsaved', { count })}</b>
          {error === null ? null : (
            <Alert kind="bad">
              <span>{[...new Set([error.message, ...Object.values(error.fields).flat()])].join(' ')}</span>
            </Alert>
          )}
          <span className="push" />
          <Button
            look={['ghost']}
            onClick={() => {
              setEdits({});
              setError(null);
            }}
          >
            {t('admin.editor.discard')}
          </Button>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              const password = new FormData(event.currentTarget).get('password');
              // Of another revision than the one they began from it is asked whose they are.
              const from = kept !== null && base === settings ? kept.revision : base.revision;
              void save(edits, from, typeof password === 'string' ? password : undefined);
            }}
          >
            {asksProof ? (
              <OwnProof
                error={error?.fields.password}
                onLeave={(going) => {
                  setLeaves(going);
                  if (going) {
                    keepEdits({ site: base.site, revision: base.revision, edits });
                  } else {
                    forgetEdits();
                  }
                }}
              />
            ) : null}
            <SubmitButton busy={busy}>{t('account.save')}</SubmitButton>
          </form>
        </div>
      )}
      {conflict === null ? null : (
        <ConflictDialog
          title={t('admin.site.conflict.title')}
          words={SETTING_WORDS}
          found={conflictsWith(edits, conflict)}
          onClose={() => setConflict(null)}
          onDecide={(theirs) => {
            const mine = Object.fromEntries(Object.entries(edits).filter(([key]) => !theirs.has(key)));
            setBase(conflict.current);
            setEdits(mine);
            setConflict(null);
            if (Object.keys(mine).length > 0) {
              void save(mine, conflict.current.revision, conflict.password);
            }
          }}
        />
      )}
      <LeaveGuard dirty={count > 0 && !busy && !leaves} within={links.admin('site')} />
    </>
  );
}

/** Brings the first setting that was refused into view, and the focus to it. */
function useFirstFault(fields: Readonly<Record<string, readonly string[]>> | null): void {
  useEffect(() => {
    if (fields === null) return;
    const wrong = [...document.querySelectorAll<HTMLElement>('[data-setting]')].find(({ dataset: { setting = '' } }) =>
      Object.keys(fields).some((field) => field === setting || field.startsWith(`${setting}.`)),
    );
    wrong?.scrollIntoView({ block: 'center' });
    wrong?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true });
  }, [fields]);
}

/** Brings the section that the address names into view: it was not there when the page was opened. */
function useSectionOfAddress(): void {
  useEffect(() => {
    const section = document.getElementById(window.location.hash.slice(1));
    section?.scrollIntoView();
    section?.querySelector('h2')?.focus({ preventScroll: true });
  }, []);
}

/** Says once that a page was loaded anew since its settings were saved. */
function useToastOnceSaved(text: string, closeLabel: string): void {
  useEffect(() => {
    const address = new URL(window.location.href);
    if (!address.searchParams.has('saved')) return;
    address.searchParams.delete('saved');
    window.history.replaceState(window.history.state, '', address);
    showToast({ text, closeLabel });
  }, [text, closeLabel]);
}
