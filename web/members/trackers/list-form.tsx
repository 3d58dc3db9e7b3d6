import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { serviceName } from '#contract/links.ts';
import type { TrackedEntry, TrackerDifference, TrackerList, TrackerName, TrackerResult } from '#contract/trackers.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate, type Translate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { SetForm } from '#web/ui/page/settings-card.tsx';
import './list-form.css';

type Take = 'leave' | 'there' | 'here';

/** Rows that are drawn at once: a list may have thousands. */
const PART = 100;

/** A list that was fetched: of each work that stands otherwise there, which counts. Works that are on no shelf here are taken unless something else is said. */
export function ListForm({ service, list, onDone }: { service: TrackerName; list: TrackerList; onDone: () => void }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const [shown, setShown] = useState(PART);
  const [takes, setTakes] = useState<ReadonlyMap<number, Take>>(new Map());
  const name = serviceName(service);
  const { differences, same, missing, unclear } = list;
  const takeFor = ({ comic_id: id, here }: TrackerDifference): Take =>
    takes.get(id) ?? (here === null ? 'there' : 'leave');
  const setAll = (take: Take) =>
    setTakes(
      new Map(differences.map(({ comic_id: id, here }) => [id, take === 'here' && here === null ? 'leave' : take])),
    );
  const apply = async () => {
    const choices = differences.flatMap((each) => {
      const take = takeFor(each);
      return take === 'leave' ? [] : [{ comic_id: each.comic_id, take }];
    });
    const { taken, sent, scores } = await apiSend<TrackerResult>('PUT', `/account/trackers/${service}/list`, {
      body: { choices },
    });
    showToast({
      closeLabel: t('library.toast.close'),
      text: [
        t('account.trackers.list.taken', { taken, sent }),
        ...(scores === 0 ? [] : [t('account.trackers.list.scores', { count: scores })]),
      ].join(' '),
    });
    onDone();
    await revalidate();
  };
  return (
    <div className="stack">
      <p className="muted small">{t('account.trackers.list.counts', { same, missing, unclear })}</p>
      {differences.length === 0 ? (
        <p>{t('account.trackers.list.none')}</p>
      ) : (
        <SetForm label={t('account.trackers.list.apply')} submit={apply}>
          {() => (
            <>
              <div className="row">
                <Button onClick={() => setAll('there')}>
                  {t('account.trackers.list.all.there', { service: name })}
                </Button>
                <Button onClick={() => setAll('here')}>{t('account.trackers.list.all.here')}</Button>
                <Button onClick={() => setAll('leave')}>{t('account.trackers.list.all.leave')}</Button>
              </div>
              <ul className="tracked">
                {differences.slice(0, shown).map((each) => (
                  <Row
                    key={each.comic_id}
                    name={name}
                    difference={each}
                    take={takeFor(each)}
                    onTake={(take) => setTakes(new Map([...takes, [each.comic_id, take]]))}
                  />
                ))}
              </ul>
              {shown < differences.length ? (
                <Button onClick={() => setShown(shown + PART)}>
                  {t('account.trackers.list.more', { count: differences.length - shown })}
                </Button>
              ) : null}
            </>
          )}
        </SetForm>
      )}
    </div>
  );
}

function Row({
  name,
  difference: { slug, title, here, there },
  take,
  onTake,
}: {
  name: string;
  difference: TrackerDifference;
  take: Take;
  onTake: (take: Take) => void;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const choices: { value: Take; label: string }[] = [
    { value: 'there', label: t('account.trackers.take.there', { service: name }) },
    ...(here === null ? [] : [{ value: 'here' as const, label: t('account.trackers.take.here') }]),
    { value: 'leave', label: t('account.trackers.take.leave') },
  ];
  return (
    <li className="tracked__row">
      <div>
        <Link className="link" to={links.comic(slug)}>
          <bdi>{title}</bdi>
        </Link>
        <dl className="tracked__facts small">
          <dt>{t('account.trackers.here')}</dt>
          <dd>{here === null ? t('account.trackers.nowhere') : describe(t, here)}</dd>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>{describe(t, there)}</dd>
        </dl>
      </div>
      <Select
        name="take"
        label={t('account.trackers.take', { title })}
        value={take}
        choices={choices}
        onChange={onTake}
      />
    </li>
  );
}

function describe(t: Translate, { shelf, chapters, score }: TrackedEntry): string {
  return [
    t(`library.shelf.${shelf}`),
    chapters === 0 ? t('account.trackers.chapters.none') : t('account.trackers.chapters', { chapter: chapters }),
    ...(score === null ? [] : [t('account.trackers.score', { score })]),
  ].join(' · ');
}
