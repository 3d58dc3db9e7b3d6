import type { SettingsRevision, SiteSettings } from '#contract/site-settings.ts';
import type { System } from '#contract/system.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Tabs } from '#web/ui/basic/tabs.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SettingsHistory } from './settings-history.tsx';
import './site-settings.css';

interface Data {
  settings: SiteSettings;
  /** Only of the tab that shows it. */
  history: SettingsRevision[] | null;
  mail: System['checks']['mail'] | null;
}

/** The settings of the site, or how they came to be. */
export async function load({ request, id, query }: SectionArgs): Promise<Data> {
  const settings = apiGet<SiteSettings>('/admin/site', { request });
  if (id !== 'history') {
    const system = await apiGet<System>('/admin/system', { request });
    return { settings: await settings, history: null, mail: system.checks.mail };
  }
  const params = { before: query.get('before') };
  return { settings: await settings, history: await apiGet('/admin/site/history', { request, params }), mail: null };
}

/** The section where admins set how the site is. */
export function Section({ data: { settings, history, mail } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <div className="site-settings stack">
      <h1>{t('admin.title.site')}</h1>
      <Tabs
        label={t('admin.title.site')}
        tabs={[
          { to: links.admin('site'), name: t('admin.site.tab.settings') },
          { to: links.admin('site', 'history'), name: t('admin.site.tab.history') },
        ]}
      />
      {history === null ? (
        <SettingsForm settings={settings} mail={mail} />
      ) : (
        <SettingsHistory settings={settings} history={history} />
      )}
    </div>
  );
}
