const made = new Map<string, unknown>();

/** Intl's objects are slow to make and safe to share: one for each kind, locale and style. */
function shared<Formatter>(kind: string, locale: string, style: object | undefined, make: () => Formatter): Formatter {
  const key = `${kind} ${locale} ${style ? JSON.stringify(style) : ''}`;
  const known = made.get(key) as Formatter | undefined;
  if (known) return known;
  const formatter = make();
  made.set(key, formatter);
  return formatter;
}

/** The digits of every language are 0 to 9: browsers are not of one mind about those of Arabic, and server and browser have to write the same. */
const DIGITS = '-u-nu-latn';

/** A shared `Intl.NumberFormat`. */
export function numberFormat(locale: string, style?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return shared('number', locale, style, () => new Intl.NumberFormat(locale + DIGITS, style));
}

/** A shared `Intl.DateTimeFormat`. */
export function dateFormat(locale: string, style?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return shared('date', locale, style, () => new Intl.DateTimeFormat(locale + DIGITS, style));
}

/** A shared `Intl.PluralRules`. */
export function pluralRules(locale: string, style?: Intl.PluralRulesOptions): Intl.PluralRules {
  return shared('plural', locale, style, () => new Intl.PluralRules(locale, style));
}

/** A number as the locale writes it: `12 345`, `12,345`. */
export function formatNumber(locale: string, value: number): string {
  // All ten write these alike; the first of Intl's objects takes a slow telephone 30 ms.
  return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numberFormat(locale).format(value);
}

/** A calendar date (`2026-08-09`) or an instant, as the locale's medium date. Calendar dates are read as UTC days. */
export function formatDate(locale: string, date: string | Date): string {
  const write = () => dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
  return isDay(date) ? writeDay(`${locale} ${date}`, write) : write();
}

/** An instant with its time, in the given time zone; a calendar date in full, without one. */
export function formatExact(locale: string, date: string | Date, timeZone?: string): string {
  if (isDay(date)) {
    return writeDay(`${locale} ${date} full`, () =>
      dateFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date)),
    );
  }
  const style: Intl.DateTimeFormatOptions = {
    dateStyle: 'full',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  };
  return dateFormat(locale, style).format(new Date(date));
}

function isDay(date: string | Date): date is string {
  return typeof date === 'string' && date.length === 10;
}

const days = new Map<string, string>();
/** Days that are remembered as they were written: those of the lists that are asked for. */
const MAX_DAYS = 2000;

/** A day as it was written before: a list has 24 dates, many of them alike, and Intl takes 5 µs for each. */
function writeDay(key: string, write: () => string): string {
  const known = days.get(key);
  if (known !== undefined) return known;
  if (days.size >= MAX_DAYS) {
    days.clear();
  }
  const written = write();
  days.set(key, written);
  return written;
}

/**
 * How long ago in whole days, for dates up to a week old ("today", "3 days ago"); null for older and for future ones.
 * Both are read as UTC days, so server and browser say the same.
 */
export function formatDaysAgo(locale: string, date: string | Date, now: Date): string | null {
  const day = 86_400_000;
  const days = Math.floor(now.getTime() / day) - Math.floor(new Date(date).getTime() / day);
  return days < 0 || days > 7 ? null : relative(locale, days, 'day');
}

/** How long ago an instant of the last 24 hours was, in minutes or hours ("now", "5 minutes ago"); null for every other, and for calendar dates. */
export function formatTimeAgo(locale: string, date: string | Date, now: Date): string | null {
  const minutes = Math.floor((now.getTime() - new Date(date).getTime()) / 60_000);
  if (isDay(date) || minutes < -1 || minutes >= 24 * 60) return null;
  if (minutes < 1) return relative(locale, 0, 'second');
  return minutes < 60 ? relative(locale, minutes, 'minute') : relative(locale, Math.floor(minutes / 60), 'hour');
}

function relative(locale: string, ago: number, unit: Intl.RelativeTimeFormatUnit): string {
  return shared('relative', locale, undefined, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(
    -ago,
    unit,
  );
}

/** A size as people read it, in thousands: `9 bytes`, `850 kB`, `12.4 MB`, `3.1 GB`. */
export function formatBytes(locale: string, bytes: number): string {
  // In full: the short form is the same for one and many in some locales ("9 byte").
  if (bytes < 999.5) {
    return numberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long', maximumFractionDigits: 0 }).format(
      bytes,
    );
  }
  const [size, unit] =
    bytes < 999_500
      ? [bytes / 1000, 'kilobyte']
      : bytes < 999_500_000
        ? [bytes / 1e6, 'megabyte']
        : [bytes / 1e9, 'gigabyte'];
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: size < 10 ? 1 : 0 }).format(size);
}

/** How long something took, as people say it: `35 minutes`, `1.5 hours`, `132 hours`. */
export function formatDuration(locale: string, seconds: number): string {
  const [value, unit] = seconds < 3570 ? [Math.round(seconds / 60), 'minute'] : [seconds / 3600, 'hour'];
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: value < 9.95 ? 1 : 0,
  }).format(value);
}

/** A number as short as the locale writes it: `1.2K`, `12万`. */
export function formatCompact(locale: string, value: number): string {
  return numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
