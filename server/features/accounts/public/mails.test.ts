import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { withTransaction } from '#server/db/database.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { createRunner } from '#server/jobs/runner.ts';
import { createLog } from '#server/log.ts';
import { compose, type MailTemplate } from '#server/mail/compose.ts';
import { createMailer } from '#server/mail/mail.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { mailsTo, readMail, type ArrivedMail } from '#server/testing/mails.ts';
import { member, type Member } from '#server/testing/member.ts';
import { enqueueMail, MAIL_JOB, mailJob, type MailOrder } from './mails.ts';

const TEMPLATES: MailTemplate[] = [
  'verify',
  'reset',
  'password-changed',
  'email-change',
  'email-changed',
  'account-exists',
  'two-factor-changed',
  'account-closed',
  'account-reopened',
  'account-deleted',
  'digest',
];
let site: TestApp;
let reader: Member;

beforeAll(async () => {
  site = await testApp({ name: 'Ink & Tea', url: 'https://ink.example', id: 'ink' }, undefined, undefined, [
    { id: 'plain', hosts: ['plain.example'], features: [] },
  ]);
  reader = await member(site.deps.db, { username: 'Rosa' });
});
afterAll(() => site.close());
beforeEach(() => rmSync(join(site.deps.config.dataDir, 'mail'), { recursive: true, force: true }));

const order = (template: MailTemplate, more: MailOrder = {}) =>
  withTransaction(site.deps.db, (tx) => enqueueMail(tx, reader.id, template, more));

describe('a mail', () => {
  it('leaves with its transaction, in the language of its reader, with a link whose secret is stored nowhere', async () => {
    await site.deps.db.updateTable('users').set({ locale: 'ar' }).where('id', '=', reader.id).execute();
    await withTransaction(site.deps.db, async (tx) => {
      await enqueueMail(tx, reader.id, 'reset');
      throw new Error('undone');
    }).catch(() => {});
    expect(await mailsTo(site.deps)).toEqual([]);
    await order('verify');
    const [mail] = (await mailsTo(site.deps, reader.email)) as [ArrivedMail];
    expect(mail.link).toBe(`https://ink.example/ar/verify/${mail.token}`);
    expect(mail.html).toContain('dir="rtl"');
    expect(mail.html).toContain(mail.link);
    expect(mail.headers.from).toBe('"Ink & Tea" <no-reply@ink.example>');
    const stored = JSON.stringify([
      await site.deps.db.selectFrom('tokens').selectAll().execute(),
      await site.deps.db.selectFrom('jobs').selectAll().execute(),
    ]);
    expect(stored).not.toContain(mail.token);
    await site.deps.db.updateTable('users').set({ locale: 'en' }).where('id', '=', reader.id).execute();
  });

  it('says the same as text and as HTML in every locale, with every value as text and no line break in the subject', () => {
    for (const locale of LOCALES) {
      for (const template of TEMPLATES) {
        const values = {
          name: 'A<b>',
          site: { name: 'Tea\r\nBcc: x@example.test', url: 'https://ink.example' },
          link: 'https://ink.example/?a=1&b="',
          more: {
            hours: 24,
            minutes: 60,
            count: 2,
            date: 'March 18, 2026',
            address: 'n@example.test',
            state: 'done',
            change: 'totp_on',
            favorites: 'on',
            comments: 'on',
          },
        };
        const mail = compose(locale, template, values);
        expect(mail.subject, `${locale} ${template}`).not.toMatch(/[\r\n{}]|mail\./);
        expect(mail.text).not.toMatch(/[{}]|mail\.\w+\./);
        expect(mail.text).toContain('A<b>');
        expect(mail.html).toContain('A&#60;b&#62;');
        expect(mail.html).not.toMatch(/<b>|<img|<table|<script|b="/);
      }
    }
  });

  it('names favorites and comments where its site has them', async () => {
    const told = async (template: MailTemplate, at: string) => {
      await order(template, { site: at, locale: 'en', more: { date: 'March 18, 2026' } });
      return (await mailsTo(site.deps)).at(-1)!.text;
    };
    for (const template of ['account-closed', 'account-deleted'] as const) {
      expect(await told(template, 'ink')).toMatch(/with your favourites, lists and history\. Comments you wrote stay/);
      expect(await told(template, 'plain')).toMatch(/with your lists and history\. (?:You can|We won)/);
    }
  });

  it('goes to one address and has the headers it is given, whatever stands in its values', async () => {
    await order('email-changed', {
      name: 'R\r\nBcc: spy@example.test',
      more: { state: 'asked', address: 'n@example.test\r\nBcc: spy@example.test' },
    });
    const [mail] = (await mailsTo(site.deps)) as [ArrivedMail];
    expect(mail.to).toBe(reader.email);
    expect(mail.headers.bcc).toBeUndefined();
    const mailer = createMailer({ ...site.deps.config }, createLog('silent'));
    const words = { sender: 'S\r\nBcc: spy@example.test', subject: 's\r\nBcc: spy@example.test', text: '.', html: '.' };
    for (const to of [
      'a@b.test\r\nBcc: spy@example.test',
      'a@b.test, c@d.test',
      '"a@evil.test x"@b.test',
      'A <a@b.test>',
      'a b@c.test',
    ]) {
      await expect(mailer.send({ ...words, to })).rejects.toThrow('not one plain address');
    }
    await mailer.send({ ...words, to: 'a@b.test' });
    const [, plain] = (await mailsTo(site.deps)) as [ArrivedMail, ArrivedMail];
    expect([plain.to, plain.headers.bcc]).toEqual(['a@b.test', undefined]);
  });

  it('tells what is new with a link that ends such mails by one click and does nothing by being looked at', async () => {
    await order('digest', { items: [{ text: 'Lighthouse <3: chapter 2', url: '/en/comic/lighthouse' }] });
    const [mail] = (await mailsTo(site.deps)) as [ArrivedMail];
    expect(mail.text).toContain('Lighthouse <3: chapter 2\n  https://ink.example/en/comic/lighthouse');
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const path = new URL(mail.headers['list-unsubscribe']?.slice(1, -1) ?? '').pathname;
    const settings = async () =>
      (await site.deps.db.selectFrom('users').select('settings').where('id', '=', reader.id).executeTakeFirstOrThrow())
        .settings;
    expect((await site.get(path)).status).toBe(200);
    expect(await settings()).toEqual({});
    const post = (url: string) =>
      site.app.inject({
        method: 'POST',
        url,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await post(`${path}x`)).statusCode).toBe(422);
    expect((await post(path)).statusCode).toBe(200);
    expect(await settings()).toEqual({ notifications: { mail: 'off' } });
  });
});

describe('a mail server', () => {
  it('that is away, refuses for now or is slow is asked again until it takes the mail, and gets it once', async () => {
    const arrived: ArrivedMail[] = [];
    let refusals = 1;
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) =>
        done(refusals-- > 0 ? Object.assign(new Error('busy'), { responseCode: 421 }) : null),
      onData: (stream, _session, done) => {
        void stream.toArray().then(async (parts) => {
          arrived.push(await readMail(Buffer.concat(parts)));
          done();
        });
      },
    });
    smtp.on('error', () => {});
    const listening = smtp.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as { port: number };
    const { db, log } = site.deps;
    const mailerTo = (at: number) =>
      createMailer(
        {
          ...site.deps.config,
          site: {
            ...site.deps.config.site,
            mail: {
              server: '127.0.0.1',
              port: at,
              security: 'auto',
              user: '',
              password: '',
              sender: 'Tea house <tea@ink.example>',
            },
          },
        },
        log,
      );
    // Nothing listens at port 1.
    let mailer = mailerTo(1);
    const run = mailJob({ ...site.deps, mailer: { send: (mail) => mailer.send(mail) } });
    const runner = createRunner({ db, log, alone: false }, [{ ...MAIL_JOB, run }]);
    await order('password-changed');
    runner.start();
    const states = async () =>
      await db.selectFrom('jobs').select(['attempts', 'state']).orderBy('id', 'desc').executeTakeFirst();
    const failed = (count: number) =>
      expect.poll(states, { interval: 20, timeout: 60_000 }).toMatchObject({ attempts: count, state: 'waiting' });
    const again = async () => {
      await db
        .updateTable('jobs')
        .set({ run_at: new Date() })
        .where('kind', '=', MAIL_JOB.kind)
        .where('state', '=', 'waiting')
        .execute();
      announceJobs();
    };
    await failed(1);
    mailer = mailerTo(port);
    await again();
    await failed(2);
    await again();
    // Not only arrived: a runner that closes before it has heard so sends the mail another time.
    await expect.poll(states, { interval: 20, timeout: 60_000 }).toMatchObject({ state: 'done' });
    await runner.close();
    smtp.close();
    expect(arrived).toMatchObject([{ to: reader.email, subject: 'Your password was changed' }]);
    expect(arrived[0]?.headers.from).toBe('Tea house <tea@ink.example>');
    expect(
      await db
        .selectFrom('jobs')
        .select('state')
        .where('kind', '=', MAIL_JOB.kind)
        .where('state', '!=', 'done')
        .execute(),
    ).toEqual([]);
  });

  it('that says nothing keeps nobody from closing: the mail leaves another time', async () => {
    const silent = createServer();
    const met = once(silent, 'connection');
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as { port: number };
    const { db, log } = site.deps;
    const run = mailJob({
      ...site.deps,
      mailer: createMailer({ ...site.deps.config, smtpUrl: `smtp://127.0.0.1:${port}` }, log),
    });
    const runner = createRunner({ db, log, alone: false }, [{ ...MAIL_JOB, run }]);
    await order('password-changed');
    runner.start();
    const [socket] = (await met) as [Socket];
    await runner.close();
    expect(
      await db.selectFrom('jobs').select(['attempts', 'state']).orderBy('id', 'desc').executeTakeFirst(),
    ).toMatchObject({ attempts: 0, state: 'waiting' });
    socket.destroy();
    silent.close();
    expect(await mailsTo(site.deps)).toMatchObject([{ subject: 'Your password was changed' }]);
  });
});
