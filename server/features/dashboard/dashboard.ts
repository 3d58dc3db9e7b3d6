import {
  type CounterKind,
  COUNTER_KINDS,
  type Dashboard,
  type DashboardDays,
  STORAGE_KINDS,
  type StorageKind,
} from '#contract/dashboard.ts';
import { utcDay } from '#contract/utc-day.ts';
import type { Db } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { countDays, figuresSince, forgetFigures, sumViews, topComics, waitingFor } from './queries.ts';

/** Counts today and yesterday every ten minutes; the first time, the year before. */
export const GATHER_FIGURES_JOB: JobKind = { kind: 'dashboard.figures', attempts: 3, atOnce: 1, every: 600 };

/** Gathers the figures of days that are over. */
export function gatherFigures({ db, now }: Pick<Deps, 'db' | 'now'>): JobFunction {
  return async () => {
    const today = utcDay(now());
    const known = (await figuresSince(db, dayBefore(today, 3))).some(({ figure }) => figure === 'registrations');
    if (!known) {
      await sumViews(db, today);
    }
    await countDays(db, dayBefore(today, known ? 1 : 365), today);
    await forgetFigures(db, today);
  };
}

/** Comics that are named. */
const MOST = 10;

/** The figures of the last days, today included. */
export async function getDashboard(db: Db, days: DashboardDays, now: Date): Promise<Dashboard> {
  const today = utcDay(now);
  const listed = Array.from({ length: days }, (_, at) => dayBefore(today, days - 1 - at));
  const earlier = Array.from({ length: days }, (_, at) => dayBefore(today, 2 * days - 1 - at));
  const known = await figuresSince(db, earlier[0]!);
  // The first time someone looks.
  if (!known.some(({ figure }) => figure === 'registrations')) {
    await enqueue(db, GATHER_FIGURES_JOB.kind, {}, { key: 'asked' });
  }
  const values = new Map(known.map(({ day, figure, value }) => [`${figure} ${day}`, value]));
  const of = (figure: string, which: readonly string[]) => which.map((day) => values.get(`${figure} ${day}`) ?? null);
  // Views and readers are written as they come: a day without any has no row, once counting has begun.
  const counting = (figure: CounterKind, which: readonly string[]) => {
    const begun = which.findIndex((day) => values.has(`${figure} ${day}`));
    return of(figure, which).map((value, at) => value ?? (begun >= 0 && at >= begun ? 0 : null));
  };
  const sum = (numbers: readonly (number | null)[]) =>
    numbers.some((each) => each === null) ? null : numbers.reduce<number>((all, each) => all + (each ?? 0), 0);
  return {
    days: listed,
    counted: Object.fromEntries(COUNTER_KINDS.map((figure) => [figure, counting(figure, listed)])) as Record<
      CounterKind,
      (number | null)[]
    >,
    before: Object.fromEntries(COUNTER_KINDS.map((figure) => [figure, sum(counting(figure, earlier))])) as Record<
      CounterKind,
      number | null
    >,
    stored: Object.fromEntries(STORAGE_KINDS.map((figure) => [figure, of(`stored.${figure}`, listed)])) as Record<
      StorageKind,
      (number | null)[]
    >,
    top: await topComics(db, days, today, MOST),
    waiting: await waitingFor(db),
  };
}

function dayBefore(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) - days * 86_400_000));
}
