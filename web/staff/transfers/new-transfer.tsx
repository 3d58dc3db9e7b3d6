import { useState } from 'react';
import { useNavigate } from 'react-router';
import { RATINGS } from '#contract/comics.ts';
import { type Transfer, TRANSFER_KINDS, type TransferKind, WORDPRESS_BYTES } from '#contract/transfers.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { fromLocalDatetime, timeZoneName } from '#web/ui/form/local-datetime.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/select.css';

/** Brings the library of another server, of a file that WordPress wrote, or of a database with its uploads. */
export function NewTransferForm() {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const [chapters, setChapters] = useState<'now' | 'draft' | 'at'>('now');
  const [kind, setKind] = useState<TransferKind>('komga');
  const fromFile = async (
    file: FormDataEntryValue | null,
    options: { publish: boolean; chapters: string; rating: string | null; language: string | null },
  ): Promise<Transfer> => {
    if (!(file instanceof File) || file.size === 0) throw new Error(t('admin.imports.file.missing'));
    if (file.size > WORDPRESS_BYTES) {
      throw new Error(t('account.avatar.large', { megabytes: WORDPRESS_BYTES / 1_048_576 }));
    }
    return apiPost<Transfer>('/admin/imports/wordpress', {
      params: { name: file.name, ...options },
      body: new Blob([file], { type: 'application/xml' }),
    });
  };
  const form = useForm(async (values, element) => {
    const {
      address = '',
      key = '',
      dump = '',
      uploads = '',
      rating = '',
      language = '',
      publish,
      incomplete,
      preview,
      chapters_at: at = '',
    } = values;
    const wanted = chapters === 'at' ? fromLocalDatetime(at) : chapters;
    if (wanted === null) throw new Error(t('upload.publish.past'));
    const begun =
      kind === 'wordpress'
        ? await fromFile(new FormData(element).get('file'), {
            publish: publish !== undefined,
            chapters: wanted,
            rating: rating || null,
            language: language || null,
          })
        : await apiPost<Transfer>(kind === 'madara' ? '/admin/imports/madara' : '/admin/imports/transfers', {
            body: {
              ...(kind === 'madara'
                ? { dump, uploads, address }
                : { kind, address, key, preview: preview !== undefined }),
              publish: publish !== undefined,
              incomplete: incomplete !== undefined,
              chapters: wanted,
              rating: rating || null,
              language: language || null,
            },
          });
    await navigate(links.admin('imports', String(begun.id)));
  });
  return (
    <Panel title={t('admin.imports.new')}>
      <form className="stack" {...form.props}>
        <p className="muted">{t('admin.imports.new.text')}</p>
        <div className="imports__row">
          <div className="field">
            <label htmlFor="transfer-kind">{t('admin.imports.from')}</label>
            <span className="select">
              <select
                id="transfer-kind"
                name="kind"
                value={kind}
                onChange={({ currentTarget }) => setKind(currentTarget.value as TransferKind)}
              >
                {TRANSFER_KINDS.map((each) => (
                  <option key={each} value={each}>
                    {t(`admin.imports.kind.${each}`)}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </div>
          {kind === 'wordpress' ? (
            <Field
              key="file"
              label={t('admin.imports.wordpress')}
              name="file"
              type="file"
              accept=".xml,application/xml,text/xml"
              hint={t('admin.imports.wordpress.hint')}
            />
          ) : kind === 'madara' ? (
            <>
              <Field
                key="dump"
                label={t('admin.imports.madara.dump')}
                name="dump"
                dir="ltr"
                placeholder="site.sql.gz"
                hint={t('admin.imports.madara.dump.hint')}
                error={form.errors.dump}
                maxLength={500}
                required
              />
              <Field
                key="uploads"
                label={t('admin.imports.madara.uploads')}
                name="uploads"
                dir="ltr"
                placeholder="uploads"
                hint={t('admin.imports.madara.uploads.hint')}
                error={form.errors.uploads}
                maxLength={500}
                required
              />
              <Field
                key="former"
                label={t('admin.imports.madara.address')}
                name="address"
                type="url"
                dir="ltr"
                placeholder="https://comics.example.com/manga/"
                hint={t('admin.imports.madara.address.hint')}
                error={form.errors.address}
                required
              />
            </>
          ) : (
            <>
              <Field
                key="address"
                label={t('admin.imports.address')}
                name="address"
                type="url"
                dir="ltr"
                placeholder="https://comics.example.com"
                error={form.errors.address}
                required
              />
              <Field
                key="key"
                label={t('admin.imports.key')}
                name="key"
                type="password"
                dir="ltr"
                autoComplete="off"
                hint={t(`admin.imports.key.${kind}`)}
                error={form.errors.key}
              />
            </>
          )}
        </div>
        <div className="imports__row">
          <div className="field">
            <label htmlFor="transfer-rating">{t('admin.imports.rating')}</label>
            <span className="select">
              <select id="transfer-rating" name="rating" defaultValue="">
                <option value="">{t('admin.imports.rating.site')}</option>
                {RATINGS.map((rating) => (
                  <option key={rating} value={rating}>
                    {t(`admin.ads.rating.${rating}`)}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </div>
          <Field
            label={t('admin.imports.language')}
            name="language"
            dir="ltr"
            placeholder="en"
            maxLength={35}
            hint={t('admin.imports.language.hint')}
            error={form.errors.language}
          />
        </div>
        <div className="imports__row">
          <div className="field">
            <label htmlFor="transfer-chapters">{t('admin.imports.chapters')}</label>
            <span className="select">
              <select
                id="transfer-chapters"
                name="chapters"
                value={chapters}
                onChange={({ currentTarget }) => setChapters(currentTarget.value as typeof chapters)}
              >
                {(['now', 'draft', 'at'] as const).map((when) => (
                  <option key={when} value={when}>
                    {t(`upload.publish.${when}`)}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </div>
          {chapters === 'at' ? (
            <Field
              label={t('upload.publish.time')}
              name="chapters_at"
              type="datetime-local"
              hint={t('upload.publish.zone', { zone: timeZoneName() })}
              error={form.errors.chapters}
            />
          ) : null}
        </div>
        {kind === 'wordpress' ? null : (
          <Check name="publish" value="on" checked={false}>
            {t('admin.imports.publish')}
          </Check>
        )}
        {kind === 'wordpress' ? null : (
          <Check name="incomplete" value="on" checked={false}>
            {t('admin.imports.incomplete')}
          </Check>
        )}
        {kind === 'wordpress' || kind === 'madara' ? null : (
          <Check name="preview" value="on" checked>
            {t('admin.imports.preview')}
          </Check>
        )}
        {form.message !== null && Object.keys(form.errors).length === 0 ? (
          <Alert kind="bad">
            <span>{form.message}</span>
          </Alert>
        ) : null}
        <div className="row">
          <SubmitButton busy={form.busy}>{t('admin.imports.begin')}</SubmitButton>
        </div>
      </form>
    </Panel>
  );
}
