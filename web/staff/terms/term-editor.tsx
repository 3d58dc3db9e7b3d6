import { useNavigate, useRevalidator } from 'react-router';
import type { AdminTerm } from '#contract/term-editing.ts';
import { LOCALE_NAMES, LOCALES } from '#contract/locales.ts';
import { GENDERS, type KindPath } from '#contract/taxonomy.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm, type FormValues } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/select.css';
import { TermActs } from './term-actions.tsx';
import { TermPicture } from './term-picture.tsx';
import { TermState } from './term-state.tsx';
import './taxonomy-admin.css';

const PICTURED: readonly KindPath[] = ['characters', 'artists', 'authors'];

/** One term: its names in every language, what else leads to it, and what its kind has beside. */
export function TermEditor({ path, term }: { path: KindPath; term: AdminTerm | null }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const form = useForm(async (values) => {
    const body = toChanges(values, path);
    const saved =
      term === null
        ? await apiSend<AdminTerm>('POST', `/admin/${path}`, { body })
        : await apiSend<AdminTerm>('PATCH', `/admin/${path}/${term.id}`, { body: { ...body, version: term.version } });
    announce(t('admin.terms.saved'));
    await (term?.slug === saved.slug ? revalidate() : navigate(links.admin(path, saved.slug), { replace: true }));
  });
  const named = (locale: string) => term?.translations.find((each) => each.locale === locale)?.name;
  return (
    <>
      <BackLink to={links.admin(path)}>{t(`admin.title.${path}`)}</BackLink>
      <header className="row row--between">
        <div className="stack-s">
          <h1>{term === null ? t('admin.terms.new') : <bdi>{term.name}</bdi>}</h1>
          {term === null ? null : <TermState term={term} />}
        </div>
        {term === null || term.comics_count === 0 ? null : (
          <ButtonLink to={links.term(term.kind, term.slug)}>
            <Icon name="external" />
            {t('admin.terms.view')}
          </ButtonLink>
        )}
      </header>
      <form className="term-editor" {...form.props}>
        <Panel title={t('admin.terms.details')}>
          <div className="stack">
            <div className="term-editor__row">
              <Field
                label={t('admin.terms.name')}
                name="name"
                defaultValue={term?.name}
                maxLength={200}
                error={form.errors.name}
                required
                dir="auto"
              />
              <Field
                label={t('admin.terms.slug')}
                name="slug"
                defaultValue={term?.slug}
                maxLength={200}
                dir="ltr"
                error={form.errors.slug}
                hint={t('admin.terms.slug.hint')}
              />
            </div>
            <TextArea
              label={t('admin.terms.aliases')}
              name="aliases"
              rows={3}
              dir="auto"
              defaultValue={term?.aliases.join('\n')}
              hint={t('admin.terms.aliases.hint')}
              error={form.errors.aliases}
            />
            {path === 'tags' ? (
              <Field
                label={t('admin.terms.color')}
                name="color"
                type="text"
                pattern="#[0-9a-f]{6}"
                placeholder="#aa5500"
                dir="ltr"
                defaultValue={term?.color ?? ''}
                error={form.errors.color}
                hint={t('admin.terms.color.hint')}
              />
            ) : null}
            {PICTURED.includes(path) ? (
              <div className="term-editor__row">
                <div className="field">
                  <label htmlFor="term-gender">{t('admin.terms.gender')}</label>
                  <span className="select">
                    <select id="term-gender" name="gender" defaultValue={term?.gender ?? ''}>
                      <option value="">{t('admin.terms.gender.none')}</option>
                      {GENDERS.map((gender) => (
                        <option key={gender} value={gender}>
                          {t(`taxonomy.gender.${gender}`)}
                        </option>
                      ))}
                    </select>
                    <Icon name="down" />
                  </span>
                </div>
                {path === 'characters' ? (
                  <Field
                    label={t('admin.terms.hair')}
                    name="hair"
                    defaultValue={term?.hair ?? ''}
                    maxLength={40}
                    hint={t('admin.terms.hair.hint')}
                    error={form.errors.hair}
                  />
                ) : null}
              </div>
            ) : null}
            {path === 'languages' ? (
              <div className="term-editor__row">
                <Field
                  label={t('admin.terms.code')}
                  name="code"
                  dir="ltr"
                  defaultValue={term?.code ?? ''}
                  hint={t('admin.terms.code.hint')}
                  error={form.errors.code}
                />
                <Field
                  label={t('admin.terms.icon')}
                  name="icon"
                  dir="ltr"
                  defaultValue={term?.icon ?? ''}
                  error={form.errors.icon}
                />
              </div>
            ) : null}
          </div>
        </Panel>
        <Panel title={t('admin.terms.translations')}>
          <div className="term-editor__locales">
            {LOCALES.map((locale) => (
              <Field
                key={locale}
                label={LOCALE_NAMES[locale]}
                name={`in.${locale}`}
                lang={locale}
                dir="auto"
                defaultValue={named(locale)}
                maxLength={200}
                error={form.errors[`translations.${locale}`]}
              />
            ))}
          </div>
        </Panel>
        {form.message !== null && Object.keys(form.errors).length === 0 ? (
          <Alert kind="bad">
            <span>{form.message}</span>
          </Alert>
        ) : null}
        <div className="row">
          <SubmitButton busy={form.busy}>{t('account.save')}</SubmitButton>
        </div>
      </form>
      {term === null ? null : (
        <>
          {PICTURED.includes(path) ? <TermPicture path={path} term={term} /> : null}
          <TermActs path={path} term={term} />
        </>
      )}
    </>
  );
}

/** The values of the form, as the API takes it. */
function toChanges(values: FormValues, path: KindPath): object {
  const { name = '', slug = '', aliases = '', color, gender, hair, code, icon } = values;
  const optional = (value: string | undefined) =>
    value === undefined ? {} : value.trim() === '' ? null : value.trim();
  const own = { color, gender, hair, code, icon };
  return {
    name,
    ...(slug.trim() === '' ? {} : { slug }),
    aliases: aliases
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    translations: Object.fromEntries(LOCALES.map((locale) => [locale, values[`in.${locale}`]?.trim() || null])),
    ...Object.fromEntries(
      Object.entries(own)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [
          field,
          field === 'color' && path === 'tags' ? optional(value?.toLowerCase()) : optional(value),
        ]),
    ),
  };
}
