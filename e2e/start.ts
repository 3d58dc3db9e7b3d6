import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEATURES } from '#contract/site.ts';
import { importShapes } from './chapters.ts';
import { takeMails } from './mails.ts';
import { ADMIN, PASSWORD } from './member.ts';

/** Longest a first start may take here, with the demo library drawn and imported, in milliseconds. */
const PATIENCE = 240_000;

/**
 * Starts the product as `npm start` does, in a folder of its own with its demo library and the chapters of `chapters.ts`, on a free port; stops it when
 * the tests have run, with the mail server it sends to. Tests find its address in `KOMAWARI_E2E_URL`; where that is set
 * already, they use that site, and the mails of `KOMAWARI_E2E_MAILS`. What one address may do is not limited: all tests have one.
 */
export default async function start(): Promise<() => Promise<void>> {
  if (process.env.KOMAWARI_E2E_URL !== undefined) { return async () => {}; }
  const folder = mkdtempSync(join(tmpdir(), 'komawari-e2e-'));
  process.env.KOMAWARI_E2E_MAILS = join(folder, 'received');
  const mails = await takeMails(process.env.KOMAWARI_E2E_MAILS);
  const server = spawn('node', ['server/main.ts'], {
    env: {
      ...process.env, NODE_ENV: 'production', KOMAWARI_DATA: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', SMTP_URL: mails.url,
      KOMAWARI_LIMITS_READS_PER_MINUTE: '0', KOMAWARI_LIMITS_REGISTERS_PER_HOUR: '0', KOMAWARI_LIMITS_CAPTCHA: '20', KOMAWARI_LIMITS_COMMENT_SECONDS: '0',
      KOMAWARI_ADMIN_NAME: ADMIN.username, KOMAWARI_ADMIN_EMAIL: ADMIN.email, KOMAWARI_ADMIN_PASSWORD: PASSWORD, KOMAWARI_FEATURES: FEATURES.join(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => { server.once('exit', () => resolve()); });
  process.env.KOMAWARI_E2E_URL = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const late = setTimeout(() => reject(new Error(`the site was not ready in time: ${printed}`)), PATIENCE);
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
      if (url !== undefined) { clearTimeout(late); resolve(url); }
    });
    void ended.then(() => reject(new Error(`the site ended before it was ready: ${printed}`)));
  });
  await importShapes(folder);
  return async () => {
    server.kill('SIGTERM');
    await ended;
    await mails.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
