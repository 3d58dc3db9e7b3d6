import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without windows, which draws the same pages with a quarter less work: what Playwright itself runs without a head. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium that browser tests run in: `CHROMIUM`, the system's headless shell, or its browser. On Debian as root a missing one is installed.
 *
 * @throws when there is none and it cannot be installed, saying how to get it.
 */
export function findChromium(): string {
  return find([...SHELLS, ...BROWSERS], ['chromium-headless-shell', 'chromium']);
}

/**
 * The whole browser, as visitors have it: for what measures it. Otherwise like `findChromium`.
 *
 * @throws as `findChromium` does.
 */
export function findBrowser(): string {
  return find(BROWSERS, ['chromium']);
}

/** Installs the headless shell where it is missing and can be had: beside the browser, too, which would be taken instead. */
export function installShell(): void {
  if (process.env.CHROMIUM === undefined && !SHELLS.some((path) => existsSync(path))) {
    install(['chromium-headless-shell']);
  }
}

/** The first of some programs that is there; else Debian's first package of some that can be had. */
function find(places: readonly string[], packages: readonly string[]): string {
  const installed = () => [process.env.CHROMIUM, ...places].find((path) => path !== undefined && existsSync(path));
  const found = installed();
  if (found !== undefined) return found;
  install(packages);
  const made = installed();
  if (made === undefined) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM to its path.');
  return made;
}

/** Installs the first of some packages of Debian's that can be had; nothing where that is not for us to do. */
function install(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  packages.find(
    (name) => spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0,
  );
}

/** The features Playwright switches off; a second list of features takes the place of its own. */
const PLAYWRIGHT_WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Pages of Chromium's own bar, which nobody sees here, and a process kept in store: more work for each window than most of our pages. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];

/** The arguments Chromium is started with: nothing but the pages asked for goes over the network, and is drawn. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_WITHOUT, ...UNSEEN].join()}`,
];
