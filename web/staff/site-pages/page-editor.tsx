import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import {
  ADDRESSED_PAGES,
  MAX_PAGE_TEXT,
  MAX_PAGE_TITLE,
  type PagePreviewed,
  type PageText,
} from '#contract/site-pages.ts';
import { LOCALE_NAMES } from '#contract/locales.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Prose } from '#web/legal/site-pages/prose.tsx';
import '#web/ui/choice/checkbox.css';
import '#web/ui/basic/chip.css';
import { Link } from '#web/ui/basic/link.tsx';

/** One page in one language, written in Markdown, and how it will look. */
export function PageEditor({ page, others }: { page: PageText; others: readonly PageText[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const { slug, locale } = page;
  // The version that was read, and then the one each saving made: what is written meanwhile stays.
  const version = useRef(page.version);
  // The text that stands there until it is written is the one to begin from.
  const [text, setText] = useState(page.text || (page.template?.text ?? ''));
  const [preview, setPreview] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const addressed = ADDRESSED_PAGES.find((each) => each === slug);
  const form = useForm(async ({ title = '', ask_again: again }) => {
    const saved = await apiSend<PageText>('PUT', `/admin/pages/${slug}/${locale}`, {
      body: { title, text, version: version.current, ask_again: again === 'on' },
    });
    version.current = saved.version;
    announce(t('admin.pages.saved'));
    await revalidate();
  });
  const show = () => {
    setFailure('');
    apiSend<PagePreviewed>('POST', '/admin/pages/preview', { body: { text } }).then(
      ({ html }) => setPreview(html),
      ({ message }: Error) => setFailure(message),
    );
  };
  return (
    <>
      <BackLink to={links.admin('pages')}>{t('admin.title.pages')}</BackLink>
      <header className="row row--between">
        <h1>{t(`admin.pages.${slug}`)}</h1>
        {addressed !== undefined && others.some((each) => each.version > 0) ? (
          <ButtonLink to={links.sitePage(addressed)}>
            <Icon name="external" />
            {t('admin.terms.view')}
          </ButtonLink>
        ) : null}
      </header>
      <nav className="row" aria-label={t('admin.pages.languages')}>
        {others.map((other) => (
          <Link
            key={other.locale}
            className="chip"
            lang={other.locale}
            to={links.admin('pages', slug, other.locale)}
            aria-current={other.locale === locale ? 'true' : undefined}
          >
            {LOCALE_NAMES[other.locale]}
            {other.version > 0 ? <Icon name="check" className="icon--s" /> : null}
          </Link>
        ))}
      </nav>
      <form className="panel stack" {...form.props}>
        {slug === 'welcome' ? null : (
          <Field
            label={t('admin.pages.title')}
            name="title"
            lang={locale}
            dir="auto"
            defaultValue={page.title || (page.template?.title ?? '')}
            maxLength={MAX_PAGE_TITLE}
            error={form.errors.title}
          />
        )}
        <TextArea
          label={t('admin.pages.text')}
          name="text"
          lang={locale}
          dir="auto"
          rows={16}
          maxLength={MAX_PAGE_TEXT}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          hint={t('admin.pages.text.hint')}
          error={form.errors.text}
        />
        {form.message !== null && Object.keys(form.errors).length === 0 ? (
          <Alert kind="bad">
            <span>{form.message}</span>
          </Alert>
        ) : null}
        {failure === '' ? null : (
          <Alert kind="bad">
            <span>{failure}</span>
          </Alert>
        )}
        {slug === 'terms' ? (
          <label className="check">
            <input type="checkbox" name="ask_again" />
            {t('admin.pages.askAgain')}
          </label>
        ) : null}
        {page.template ? <p className="muted small">{t('admin.pages.template')}</p> : null}
        <div className="row">
          <SubmitButton busy={form.busy}>{t('account.save')}</SubmitButton>
          <Button onClick={show}>
            <Icon name="eye" />
            {t('admin.pages.preview')}
          </Button>
        </div>
      </form>
      {preview === null ? null : (
        <Panel title={t('admin.pages.preview')}>
          <Prose html={preview} lang={locale} />
        </Panel>
      )}
    </>
  );
}
