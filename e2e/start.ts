import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEATURES } from '#contract/site.ts';
import { demoLoaded } from '#server/testing/demo-loaded.ts';
import { startStandIns } from '#server/features/trackers/testing/stand-ins.ts';
import { importShapes } from './chapters.ts';
import { startElsewhere } from './elsewhere.ts';
import { takeMails } from './mails.ts';
import { ADMIN, PASSWORD } from './member.ts';
import { STRIPS } from './strips.ts';
import { ASKING, takeViews } from './views.ts';

/** Longest a first start may take here, and then the demo library, in milliseconds. */
const PATIENCE = 240_000;

/**
 * Starts the product as `npm start` does, in a folder of its own with its demo library and the chapters of `chapters.ts`, on a free port; stops it when
 * the tests have run, with the mail server it sends to, the provider that its sites of `elsewhere.ts` sign in at, stand-ins for trackers, and the one that counts views of its second site, `views.ts`.
 * Tests find its address in `KOMAWARI_E2E_URL`; where that is set already, they use that site, and the mails of
 * `KOMAWARI_E2E_MAILS`. What one address may do is not limited: all tests have one.
 *
 * @param sites further sites of the process, by the names of their files.
 */
export default async function start(
  _config?: unknown,
  sites: Readonly<Record<string, object>> = {},
): Promise<() => Promise<void>> {
  if (process.env.KOMAWARI_E2E_URL !== undefined) return async () => {};
  const folder = mkdtempSync(join(tmpdir(), 'komawari-e2e-'));
  process.env.KOMAWARI_E2E_MAILS = join(folder, 'received');
  const mails = await takeMails(process.env.KOMAWARI_E2E_MAILS);
  process.env.KOMAWARI_E2E_VIEWS = join(folder, 'views');
  const views = await takeViews(process.env.KOMAWARI_E2E_VIEWS);
  const provider = await startElsewhere();
  const trackers = await startStandIns();
  mkdirSync(join(folder, 'sites'));
  writeFileSync(join(folder, 'komawari.config.json'), '{}');
  writeFileSync(
    join(folder, 'sites', 'asking.json'),
    JSON.stringify({
      id: 'asking',
      hosts: [ASKING],
      analytics: { provider: 'matomo', url: views.url, siteId: '7' },
      consent: { analytics: 'ask' },
    }),
  );
  for (const [name, site] of Object.entries({ ...sites, ...provider.sites, strips: STRIPS })) {
    writeFileSync(join(folder, 'sites', `${name}.json`), JSON.stringify(site));
  }
  const server = spawn('node', ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      KOMAWARI_DATA: folder,
      KOMAWARI_CONFIG: join(folder, 'komawari.config.json'),
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SMTP_URL: mails.url,
      KOMAWARI_LIMITS_READS_PER_MINUTE: '0',
      KOMAWARI_LIMITS_LOGINS_PER_MINUTE: '0',
      KOMAWARI_LIMITS_REGISTERS_PER_HOUR: '0',
      KOMAWARI_LIMITS_CAPTCHA: '20',
      KOMAWARI_LIMITS_COMMENT_SECONDS: '0',
      KOMAWARI_ADMIN_NAME: ADMIN.username,
      KOMAWARI_ADMIN_EMAIL: ADMIN.email,
      KOMAWARI_ADMIN_PASSWORD: PASSWORD,
      KOMAWARI_TRACKERS_ANILIST_CLIENT_ID: 'e2e',
      KOMAWARI_TRACKERS_ANILIST_URL: `${trackers.url}/anilist`,
      KOMAWARI_TRACKERS_ANILIST_API_URL: `${trackers.url}/anilist/graphql`,
      KOMAWARI_TRACKERS_MANGAUPDATES_ENABLED: 'true',
      KOMAWARI_TRACKERS_MANGAUPDATES_URL: `${trackers.url}/mangaupdates`,
      KOMAWARI_TRACKERS_ALLOW_PRIVATE: 'true',
      KOMAWARI_WEBHOOKS_ALLOW_PRIVATE: 'true',
      KOMAWARI_TRANSFERS_ALLOW_PRIVATE: 'true',
      KOMAWARI_FEATURES: FEATURES.join(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  process.env.KOMAWARI_E2E_URL = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const late = setTimeout(() => reject(new Error(`the site was not ready in time: ${printed}`)), PATIENCE);
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
      if (url !== undefined) {
        clearTimeout(late);
        resolve(url);
      }
    });
    void ended.then(() => reject(new Error(`the site ended before it was ready: ${printed}`)));
  });
  provider.opened(process.env.KOMAWARI_E2E_URL);
  await demoLoaded(process.env.KOMAWARI_E2E_URL, PATIENCE / 1000);
  await importShapes(folder);
  return async () => {
    server.kill('SIGTERM');
    await ended;
    await mails.close();
    await views.close();
    await provider.close();
    await trackers.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
