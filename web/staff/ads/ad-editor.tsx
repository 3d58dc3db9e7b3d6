import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  AD_DEVICES,
  AD_PAGES,
  type AdDetail,
  type AdSpot,
  type ManagedAd,
  MAX_AD_LENGTH,
  MAX_AD_WEIGHT,
} from '#contract/ads.ts';
import { RATINGS } from '#contract/comics.ts';
import { LOCALE_NAMES } from '#contract/locales.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { toLocalDatetime, fromLocalDatetime, timeZoneName } from '#web/ui/form/local-datetime.ts';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { OwnUsername } from '#web/ui/form/password-field.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm, type FormValues } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { AdDays } from './ad-days.tsx';
import { AdPreview } from './ad-preview.tsx';
import { Choices } from './ad-choices.tsx';
import './ad-editor.css';

/** One ad: what runs, where, when and for whom; beside it how it looks. */
export function AdEditor({ ad }: { ad: AdDetail | null }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const {
    ads: { spots },
    locales,
  } = useSite();
  const [spot, setSpot] = useState<AdSpot>(ad?.spot ?? spots[0]?.name ?? 'top');
  const [code, setCode] = useState(ad?.code ?? '');
  const [asking, setAsking] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  const form = useForm(async (values, element) => {
    const body = { ...toAd(values, new FormData(element)), spot };
    const saved =
      ad === null
        ? await apiSend<ManagedAd>('POST', '/admin/ads', { body })
        : await apiSend<ManagedAd>('PATCH', `/admin/ads/${ad.id}`, { body: { ...body, version: ad.version } });
    announce(t('admin.ads.saved'));
    await navigate(links.admin('ads', String(saved.id)), { replace: true });
  });
  const size = spots.find(({ name }) => name === spot);
  // A spot that is no longer configured is still named, so that an ad in it can be moved.
  const names = [...new Set([...spots.map(({ name }) => name), spot])];
  const remove = async () => {
    await apiSend('DELETE', `/admin/ads/${ad!.id}`);
    await navigate(links.admin('ads'));
  };
  return (
    <>
      <BackLink to={links.admin('ads')}>{t('admin.title.ads')}</BackLink>
      <h1>{ad === null ? t('admin.ads.new') : <bdi>{ad.name}</bdi>}</h1>
      <div className="ad-editor">
        <form ref={fields} className="panel stack" {...form.props}>
          <Field
            label={t('admin.ads.name')}
            name="name"
            defaultValue={ad?.name}
            maxLength={100}
            error={form.errors.name}
            required
          />
          <div className="ad-editor__row">
            <Choice
              label={t('admin.ads.spot')}
              name="spot"
              value={spot}
              onChange={setSpot}
              choices={names.map((value) => ({ value, label: t(`admin.ads.spot.${value}`) }))}
            />
            <Field
              label={t('admin.ads.weight')}
              name="weight"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_AD_WEIGHT}
              defaultValue={ad?.weight ?? 1}
              error={form.errors.weight}
            />
          </div>
          <TextArea
            label={t('admin.ads.code')}
            name="code"
            className="textarea ad-editor__code"
            rows={8}
            maxLength={MAX_AD_LENGTH}
            dir="ltr"
            spellCheck={false}
            hint={t('admin.ads.code.hint')}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={form.errors.code}
            required
          />
          <OwnUsername />
          <OwnProof
            label={t('admin.ads.password')}
            hint={t('admin.ads.password.hint')}
            error={form.errors.password}
            required={ad === null}
          />
          <div className="ad-editor__row">
            <Field
              label={t('admin.ads.starts')}
              name="starts_at"
              type="datetime-local"
              defaultValue={toLocalDatetime(ad?.starts_at)}
              error={form.errors.starts_at}
            />
            <Field
              label={t('admin.ads.ends')}
              name="ends_at"
              type="datetime-local"
              defaultValue={toLocalDatetime(ad?.ends_at)}
              error={form.errors.ends_at}
              hint={t('admin.ads.zone', { zone: timeZoneName() })}
            />
          </div>
          <Choices
            label={t('admin.ads.languages')}
            hint={t('admin.ads.languages.hint')}
            name="languages"
            chosen={ad?.languages ?? []}
            choices={locales.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          />
          <Choices
            label={t('admin.ads.pages')}
            hint={t('admin.ads.pages.hint')}
            name="pages"
            chosen={ad?.pages ?? []}
            choices={AD_PAGES.map((value) => ({ value, label: t(`admin.ads.page.${value}`) }))}
          />
          <Choices
            label={t('admin.ads.ratings')}
            hint={t('admin.ads.ratings.hint')}
            name="ratings"
            chosen={ad?.ratings ?? RATINGS}
            error={form.errors.ratings}
            choices={RATINGS.map((value) => ({ value, label: t(`admin.ads.rating.${value}`) }))}
          />
          <Choices
            kind="radio"
            label={t('admin.ads.device')}
            name="device"
            chosen={[ad?.device ?? 'any']}
            choices={AD_DEVICES.map((value) => ({ value, label: t(`admin.ads.device.${value}`) }))}
          />
          <div>
            <Check name="first_party" value="on" checked={ad?.first_party ?? false}>
              {t('admin.ads.own')}
            </Check>
            <p className="muted small">{t('admin.ads.own.hint')}</p>
          </div>
          <Check name="enabled" value="on" checked={ad?.enabled ?? true}>
            {t('admin.ads.enabled')}
          </Check>
          {form.message !== null && Object.keys(form.errors).length === 0 ? (
            <Alert kind="bad">
              <span>{form.message}</span>
            </Alert>
          ) : null}
          <div className="row">
            <SubmitButton busy={form.busy}>{t('account.save')}</SubmitButton>
            {ad === null ? null : (
              <Button look={['danger']} onClick={() => setAsking(true)}>
                <Icon name="trash" />
                {t('comments.delete')}
              </Button>
            )}
          </div>
        </form>
        <div className="stack">
          {size === undefined ? (
            <Alert kind="warn">
              <span>{t('admin.ads.spot.gone')}</span>
            </Alert>
          ) : (
            <AdPreview code={code} wide={size.wide} narrow={size.narrow} />
          )}
          {ad === null ? null : <AdDays days={ad.days} />}
        </div>
      </div>
      {ad === null ? null : (
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={t('admin.ads.delete', { name: ad.name })}
          text={t('admin.ads.delete.text')}
          action={t('comments.delete')}
          cancelLabel={t('account.cancel')}
          closeLabel={t('account.cancel')}
          onConfirm={remove}
        />
      )}
    </>
  );
}

function Choice<Value extends string>({
  label,
  name,
  value,
  choices,
  onChange,
}: {
  label: string;
  name: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <div className="field">
      <label htmlFor={`choice-${name}`}>{label}</label>
      <span className="select">
        <select
          id={`choice-${name}`}
          name={name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </div>
  );
}

/** The values of the form, as the API takes it; a password that was not written is not sent. */
function toAd(
  {
    name = '',
    code = '',
    weight = '',
    password = '',
    starts_at = '',
    ends_at = '',
    device = '',
    enabled,
    first_party: own,
  }: FormValues,
  all: FormData,
): object {
  const list = (field: string) => all.getAll(field).map(String);
  return {
    name,
    code,
    device,
    weight: Number(weight),
    starts_at: fromLocalDatetime(starts_at),
    ends_at: fromLocalDatetime(ends_at),
    enabled: enabled !== undefined,
    first_party: own !== undefined,
    languages: list('languages'),
    pages: list('pages'),
    ratings: list('ratings'),
    ...(password === '' ? {} : { password }),
  };
}
