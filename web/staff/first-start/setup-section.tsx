import { useState, type ReactNode } from 'react';
import { FIRST_STEPS, type FirstStart, type FirstStep } from '#contract/first-start.ts';
import { SETTING_SECTIONS, type SettingKey, type SiteSettings } from '#contract/site-settings.ts';
import type { System } from '#contract/system.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { MailState } from '#web/staff/site-settings/mail-settings.tsx';
import { Setting } from '#web/staff/site-settings/setting-control.tsx';
import { isFixed, mailEdits, type SettingEdits } from '#web/staff/site-settings/setting-edits.ts';
import '#web/staff/site-settings/site-settings.css';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { FirstComics } from './first-comics.tsx';
import { AdultWorks } from './adult-works.tsx';
import './first-start.css';

interface Data {
  start: FirstStart;
  settings: SiteSettings;
  mail: System['checks']['mail'];
}

/** How far the first start has come, with what its steps change. */
export async function load({ request }: SectionArgs): Promise<Data> {
  const [start, settings, system] = await Promise.all([
    apiGet<FirstStart>('/admin/first-start', { request }),
    apiGet<SiteSettings>('/admin/site', { request }),
    apiGet<System>('/admin/system', { request }),
  ]);
  return { start, settings, mail: system.checks.mail };
}

/** The settings that a step changes by their own controls. */
const KEYS: Partial<Record<FirstStep, readonly SettingKey[]>> = {
  name: ['name', 'description'],
  languages: ['locales', 'defaultLocale'],
  mail: SETTING_SECTIONS.mail,
};

/** The steps that make the site an admin's own: one at a time, each of which can be skipped and come back to. */
export function Section({ data, id }: SectionProps<Data>) {
  const steps = listSteps(data.start);
  const step =
    steps.find((each) => each === id) ?? steps.find((each) => !data.start.done.includes(each)) ?? FIRST_STEPS[0];
  return <Step key={step} step={step} steps={steps} {...data} />;
}

/** The steps of this site: nobody is asked about a demo library that never was there. */
function listSteps({ demo, done }: FirstStart): FirstStep[] {
  return FIRST_STEPS.filter((each) => each !== 'demo' || demo !== 'none' || done.includes('demo'));
}

function Step({ step, steps, start, settings, mail }: Data & { step: FirstStep; steps: readonly FirstStep[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const [edits, setEdits] = useState<SettingEdits>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; fields: Record<string, string[]> } | null>(null);
  const next = steps[steps.indexOf(step) + 1];

  /** Keeps what was set, notes that the step is done with, and leads on; each page after that is the site's as it is now. */
  const leave = async (values: SettingEdits, before?: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      if (Object.keys(values).length > 0) {
        await apiSend('PATCH', '/admin/site', { body: { revision: settings.revision, values } });
      }
      await before?.();
      await apiSend('PUT', '/admin/first-start', {
        body: { done: [...new Set([...start.done, step])], open: next !== undefined },
      });
      window.location.assign(next === undefined ? links.home() : links.admin('setup', next));
    } catch (error) {
      const { message, body } = error as { message: string; body?: { errors?: Record<string, string[]> } | null };
      setFailure({ message, fields: body?.errors ?? {} });
      setBusy(false);
    }
  };
  const edit = (values: SettingEdits) => {
    setEdits((now) => ({ ...now, ...values }));
    setFailure(null);
  };
  const shown: Partial<Record<FirstStep, ReactNode>> = {
    works: <AdultWorks settings={settings} edits={edits} onChange={edit} />,
    demo: (
      <p>
        {t(
          start.demo === 'none' || start.demo === 'leaving'
            ? `admin.setup.text.demo.${start.demo}`
            : 'admin.setup.text.demo.there',
        )}
      </p>
    ),
    mail: <MailState mail={mail} values={mailEdits(edits)} />,
    comics: <FirstComics watched={start.watched} />,
  };
  const isDemoHere = step === 'demo' && (start.demo === 'there' || start.demo === 'loading');
  return (
    <div className="first-start stack">
      <h1>{t('admin.title.setup')}</h1>
      <p className="muted">{t('admin.setup.lead')}</p>
      <nav aria-label={t('admin.setup.steps')}>
        <ol className="first-start__steps">
          {steps.map((each) => (
            <li key={each}>
              <Link to={links.admin('setup', each)} className="chip" aria-current={each === step ? 'step' : undefined}>
                {start.done.includes(each) ? <Icon name="check" className="icon--s" /> : null}
                {t(`admin.setup.step.${each}`)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <form
        className="panel stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void leave(edits);
        }}
      >
        <h2>{t(`admin.setup.step.${step}`)}</h2>
        {step === 'demo' ? null : <p>{t(`admin.setup.text.${step}`)}</p>}
        {KEYS[step]?.map((key) => {
          const origin = settings.origins[key] ?? { by: 'default', name: null };
          return (
            <Setting
              key={key}
              name={key}
              value={Object.hasOwn(edits, key) ? edits[key] : settings.values[key]}
              origin={origin}
              disabled={isFixed(origin)}
              secrets={settings.secrets}
              isSet={false}
              errors={Object.entries(failure?.fields ?? {}).flatMap(([field, said]) =>
                field === key || field.startsWith(`${key}.`) ? said : [],
              )}
              onChange={(value) => edit({ [key]: value })}
              onReset={() => {}}
            />
          );
        })}
        {shown[step] ?? null}
        {failure === null ? null : (
          <Alert kind="bad">
            <span>{failure.message}</span>
          </Alert>
        )}
        <div className="row">
          <SubmitButton busy={busy}>
            {isDemoHere
              ? t('admin.setup.demo.keep')
              : next === undefined
                ? t('admin.setup.finish')
                : t('admin.setup.next')}
          </SubmitButton>
          {isDemoHere ? (
            <Button
              look={['danger']}
              onClick={() => void leave({}, () => apiSend('DELETE', '/admin/demo'))}
              disabled={busy}
            >
              {t('admin.setup.demo.remove')}
            </Button>
          ) : null}
          {next === undefined || isDemoHere ? null : (
            <Button look={['ghost']} disabled={busy} onClick={() => void leave({})}>
              {t('admin.setup.skip')}
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
