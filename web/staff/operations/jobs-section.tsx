import { useNavigate } from 'react-router';
import { type Job, JOB_STATES, type Jobs, type JobState, type RetriedJobs } from '#contract/jobs.ts';
import type { z } from 'zod';
import { apiGet, apiPost } from '#web/platform/api/api.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { usePolling } from '#web/ui/feedback/use-polling.ts';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import '#web/ui/basic/badge.css';
import { useKindName } from './kind-names.ts';
import './operations.css';

/** The jobs the address asks for. */
export function load({ request, query }: SectionArgs): Promise<Jobs> {
  return apiGet('/admin/jobs', {
    request,
    params: { state: query.get('state'), kind: query.get('kind'), before: query.get('before') },
  });
}

const LOOKS: Record<JobState, string> = {
  waiting: '',
  running: ' state--warn',
  failed: ' state--bad',
  cancelled: '',
  done: ' state--good',
};

/** The jobs in the background: how far it is, what failed, and what can be done about it. */
export function Section({ data, query }: SectionProps<Jobs>) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const nameFor = useKindName();
  const { run, busy, failure } = useMutation();
  usePolling(true);
  const [state, kind] = [query.get('state') ?? '', query.get('kind') ?? ''];
  const ask = (next: { state?: string; kind?: string }) => {
    const filter = { state, kind, ...next };
    void navigate(links.admin('jobs', null, null, { state: filter.state || null, kind: filter.kind || null }), {
      preventScrollReset: true,
    });
  };
  const countFor = (of: JobState) =>
    data.counts
      .filter((each) => each.state === of && (kind === '' || each.kind === kind))
      .reduce((sum, { count }) => sum + count, 0);
  const kinds = [...new Set([...data.counts.map((each) => each.kind), ...(kind === '' ? [] : [kind])])];
  const failed = data.counts.filter((each) => each.state === 'failed' && (kind === '' || each.kind === kind));

  const columns: Column<Job>[] = [
    {
      name: 'kind',
      label: t('admin.jobs.kind'),
      place: 'main',
      cell: (job) => (
        <div className="table__title">
          <b>{nameFor(job.kind)}</b>
          {job.about === '{}' ? null : (
            <code className="jobs__about" dir="ltr">
              {job.about}
            </code>
          )}
        </div>
      ),
    },
    { name: 'state', label: t('admin.jobs.state'), cell: (job) => <JobState job={job} /> },
    {
      name: 'tries',
      label: t('admin.jobs.tries'),
      end: true,
      place: 'labelled',
      cell: ({ attempts }) => formatNumber(locale, attempts),
    },
    {
      name: 'when',
      label: t('admin.jobs.when'),
      end: true,
      place: 'labelled',
      cell: ({ finished_at: finished, run_at: run_, created_at: created, state: is }) => (
        <When date={finished ?? (is === 'waiting' ? run_ : created)} />
      ),
    },
    {
      name: 'acts',
      label: t('admin.jobs.acts'),
      place: 'acts',
      cell: (job) => {
        const { id, recurring, stopping } = job;
        if (job.state === 'failed' || job.state === 'cancelled') {
          return (
            <Button
              look={['ghost', 'icon']}
              aria-label={t('admin.jobs.retry.named', { name: nameFor(job.kind) })}
              title={t('admin.jobs.retry')}
              disabled={busy}
              onClick={() => void run(() => apiPost(`/admin/jobs/${id}/retry`), t('admin.jobs.retried', { count: 1 }))}
            >
              <Icon name="retry" />
            </Button>
          );
        }
        if ((job.state === 'running' && !stopping) || (job.state === 'waiting' && !recurring)) {
          return (
            <Button
              look={['ghost', 'icon']}
              aria-label={t('admin.jobs.cancel.named', { name: nameFor(job.kind) })}
              title={t('admin.jobs.cancel')}
              disabled={busy}
              onClick={() => void run(() => apiPost(`/admin/jobs/${id}/cancel`), t('admin.jobs.cancelled'))}
            >
              <Icon name="x" />
            </Button>
          );
        }
        return null;
      },
    },
  ];

  return (
    <>
      <h1>{t('admin.title.jobs')}</h1>
      <div className="row">
        <Select
          name="state"
          label={t('admin.jobs.state')}
          value={state}
          onChange={(next) => ask({ state: next })}
          choices={[
            { value: '', label: t('admin.jobs.all') },
            ...JOB_STATES.map((each) => ({
              value: each as string,
              label: `${t(`admin.jobs.is.${each}`)} (${formatNumber(locale, countFor(each))})`,
            })),
          ]}
        />
        <Select
          name="kind"
          label={t('admin.jobs.kind')}
          value={kind}
          onChange={(next) => ask({ kind: next })}
          choices={[
            { value: '', label: t('admin.jobs.kinds') },
            ...kinds.map((each) => ({ value: each, label: nameFor(each) })),
          ]}
        />
      </div>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {failed.length === 0 || state !== 'failed' ? null : (
        <div className="row">
          {failed.map((each) => (
            <Button
              key={each.kind}
              disabled={busy}
              onClick={() =>
                void run(
                  () => apiPost<z.infer<typeof RetriedJobs>>('/admin/jobs/retry', { body: { kind: each.kind } }),
                  t('admin.jobs.retried', { count: each.count }),
                )
              }
            >
              <Icon name="retry" />
              {t('admin.jobs.retry.all', { name: nameFor(each.kind), count: each.count })}
            </Button>
          ))}
        </div>
      )}
      {data.jobs.length === 0 ? (
        <EmptyState title={t('admin.jobs.none')} />
      ) : (
        <section className="panel jobs__list">
          <Table label={t('admin.title.jobs')} columns={columns} rows={data.jobs} keyFor={({ id }) => id} />
        </section>
      )}
      {data.next === null ? null : (
        <ButtonLink
          className="jobs__more"
          to={links.admin('jobs', null, null, { state: state || null, kind: kind || null, before: data.next })}
        >
          {t('admin.more.older')}
        </ButtonLink>
      )}
    </>
  );
}

function JobState({ job }: { job: Job }) {
  const t = useTranslate();
  const { state, progress, error, stopping, recurring } = job;
  return (
    <div className="jobs__state">
      <span className={`state${LOOKS[state]}`}>
        {stopping ? t('admin.jobs.stopping') : t(`admin.jobs.is.${state}`)}
        {recurring && state === 'waiting' ? <span className="muted">{t('admin.jobs.recurring')}</span> : null}
      </span>
      {progress === null || state === 'done' ? null : (
        <Progress label={t('admin.jobs.progress')} value={progress.total > 0 ? progress.done / progress.total : null}>
          <span>{t('admin.jobs.progress.of', progress)}</span>
        </Progress>
      )}
      {error === null ? null : (
        <p className="small jobs__error">
          {error.text}
          {error.detail === null ? null : <code dir="ltr">{error.detail}</code>}
        </p>
      )}
    </div>
  );
}
