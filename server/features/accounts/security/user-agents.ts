/** A device by its own account. */
export interface Agent {
  browser: string | null;
  system: string | null;
  device: 'desktop' | 'mobile' | 'tablet' | 'other';
}

/** First match wins: most browsers claim to be the ones that came before them. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\b(iPhone|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Reads an agent string by a few rules; what it does not know is null. At most 500 characters are read. */
export function describeAgent(text: string | null): Agent {
  const read = (text ?? '').slice(0, 500);
  const first = (among: typeof BROWSERS) => among.find(([, pattern]) => pattern.test(read))?.[0] ?? null;
  const system = first(SYSTEMS);
  return { browser: first(BROWSERS), system, device: deviceFor(read, system) };
}

function deviceFor(text: string, system: string | null): Agent['device'] {
  if (system === 'iPadOS' || (system === 'Android' && !/\bMobile\b/.test(text))) return 'tablet';
  if (system === 'iOS' || system === 'Android') return 'mobile';
  return system === null ? 'other' : 'desktop';
}
