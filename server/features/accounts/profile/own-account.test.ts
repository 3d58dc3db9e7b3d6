import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { imageRecord } from '#server/db/queries/image-access.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { verifyLink } from '#server/features/accounts/public/verification.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { claimJob, complete } from '#server/jobs/queue.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { mailsTo } from '#server/testing/mails.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { eraseAccount, eraseClosedAccounts } from '#server/features/accounts/public/account-deletion.ts';
import { FORGET_PICTURE_JOB, forgetPictureJob } from './avatars.ts';

const PASSWORD = 'correct horse battery';
let site: TestApp;
let hash: string;

beforeAll(async () => {
  site = await testApp({ name: 'Tea', url: 'https://tea.example' });
  hash = await hashPassword(PASSWORD);
});
afterAll(() => site.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = async (
  method: Method,
  path: string,
  who: Pick<Member, 'headers'>,
  payload?: object | Buffer,
  headers: Record<string, string> = {},
) => {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...who.headers, ...headers, host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** A member who has a password. */
async function person(more: Parameters<typeof member>[1] = {}): Promise<Member> {
  const made = await member(site.deps.db, more);
  await site.deps.db.updateTable('users').set({ password: hash }).where('id', '=', made.id).execute();
  return made;
}

/** Another session of theirs, on a telephone. */
async function addSession({ id }: Member) {
  const token = randomBytes(32).toString('base64url');
  await site.deps.db
    .insertInto('tokens')
    .values({
      hash: hashSecret(token),
      user_id: id,
      purpose: 'access',
      expires_at: new Date(Date.now() + 86_400_000),
      address: '192.0.2.0',
      agent:
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    })
    .execute();
  return { headers: { authorization: `Bearer ${token}` } };
}

/** An API key of theirs. */
async function keyFor({ id }: Member) {
  const key = `kmw_${randomBytes(32).toString('base64url')}`;
  await sql`insert into api_keys (user_id, name, hash, hint, scopes, expires_at)
    values (${id}, 'a script', ${hashSecret(key)}, 'hint', ${['read']}::text[], now() + interval '1 day')`.execute(
    site.deps.db,
  );
  return { headers: { authorization: `Bearer ${key}` } };
}

describe('a member’s own account', () => {
  it('takes a new name that is free and nobody’s like, and nothing else that is sent with it', async () => {
    const [rosa, other] = [await person(), await person({ username: 'Taken.Name' })];
    const before = await site.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', rosa.id)
      .executeTakeFirstOrThrow();
    for (const password of ['wrong', undefined]) {
      expect((await call('PATCH', '/account', rosa, { username: 'Rosa', password })).body).toMatchObject({
        code: 'password-wrong',
        errors: { password: [expect.any(String)] },
      });
    }
    const more = {
      role: 'admin',
      verified_at: null,
      id: 1,
      email: 'x@y.test',
      banned_at: '2020-01-01',
      settings: { nsfw: true },
    };
    expect((await call('PATCH', '/account', rosa, { username: 'Rosa', password: PASSWORD, ...more })).body.code).toBe(
      'request-invalid',
    );
    const { status, body } = await call('PATCH', '/account', rosa, { username: 'Rosa', password: PASSWORD });
    expect([status, body.username, body.role]).toEqual([200, 'Rosa', 'user']);
    expect(
      await site.deps.db.selectFrom('users').selectAll().where('id', '=', rosa.id).executeTakeFirst(),
    ).toMatchObject({ ...before, username: 'Rosa', username_key: expect.any(String) });
    for (const username of [
      'tAken.name',
      'ТакЕn.Name',
      'ro',
      'Tea',
      'a\r\nBcc: x@y.test',
      'a\u200bbc',
      'admin',
      '__proto__',
      '__PROTO__',
      'Constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'valueOf',
      '__defineGetter__',
    ]) {
      const {
        body: { code, errors },
      } = await call('PATCH', '/account', rosa, { username, password: PASSWORD });
      expect([code, Object.keys(errors ?? {})], username).toEqual(['request-invalid', ['username']]);
    }
    expect((await call('GET', `/users/${encodeURIComponent('TAKEN.name')}`, rosa)).body).toMatchObject({
      id: other.id,
      username: 'Taken.Name',
      banned: false,
      favorites_count: null,
      comments_count: 0,
    });
    expect(JSON.stringify((await call('GET', '/users/Rosa', other)).body)).not.toMatch(/@|settings/);
    expect((await call('GET', '/users/nobody.here', other)).status).toBe(404);
  });

  it('keeps settings one by one, and refuses those it does not know', async () => {
    const rosa = await person();
    await call('PATCH', '/account/settings', rosa, { nsfw: true, notifications: { mail: 'daily' } });
    const { body } = await call('PATCH', '/account/settings', rosa, {
      theme: 'light',
      notifications: { replies: false },
    });
    expect(body).toEqual({ nsfw: true, theme: 'light', notifications: { mail: 'daily', replies: false } });
    expect((await call('GET', '/account/settings', rosa)).body).toEqual(body);
    expect((await call('PATCH', '/account/settings', rosa, { role: 'admin' })).status).toBe(422);
    expect((await call('PATCH', '/account/settings', rosa, { theme: 'pink' })).status).toBe(422);
  });

  it('lists where they are signed in, and ends one session or all others at once; nobody else’s', async () => {
    const [rosa, stranger] = [await person(), await person()];
    const [phone, tablet] = [await addSession(rosa), await addSession(rosa)];
    const { body } = await call('GET', '/account/sessions', phone);
    expect(body).toHaveLength(3);
    const mine = body.find(({ current }: { current: boolean }) => current);
    expect(mine).toMatchObject({ browser: 'Chrome', system: 'Android', device: 'mobile', address: '192.0.2.0' });
    expect((await call('DELETE', `/account/sessions/${mine.id}`, stranger)).status).toBe(404);
    expect((await call('DELETE', `/account/sessions/${mine.id}`, rosa)).body).toHaveLength(2);
    expect((await call('GET', '/account/sessions', phone)).status).toBe(401);
    expect((await call('DELETE', '/account/sessions', rosa)).body).toMatchObject([{ current: true }]);
    expect((await call('GET', '/account/sessions', tablet)).status).toBe(401);
    expect((await call('GET', '/account/sessions', stranger)).body).toHaveLength(1);
  });

  it('gets a new password for the old one alone; other sessions are out at once, and a mail says so', async () => {
    const rosa = await person();
    const phone = await addSession(rosa);
    const change = (current_password: string, password: string, again = password) =>
      call('PUT', '/account/password', rosa, { current_password, password, password_confirmation: again });
    expect((await change('wrong', 'a much better one')).body).toMatchObject({
      code: 'password-wrong',
      errors: { current_password: [expect.any(String)] },
    });
    expect((await change(PASSWORD, 'password1')).body.errors).toHaveProperty('password');
    expect((await change(PASSWORD, 'a much better one', 'another')).body.errors).toHaveProperty(
      'password_confirmation',
    );
    expect((await change(PASSWORD, 'a much better one')).status).toBe(200);
    expect((await call('GET', '/account/settings', phone)).status).toBe(401);
    expect((await call('GET', '/account/settings', rosa)).status).toBe(200);
    expect(await mailsTo(site.deps, rosa.email)).toMatchObject([{ subject: 'Your password was changed' }]);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      await change(PASSWORD, 'and one more of them');
    }
    expect((await change('a much better one', 'and one more of them')).status).toBe(429);
  });

  it('loses its API keys with the old password, but those it says to keep; the mail tells of them', async () => {
    const rosa = await person();
    const key = await keyFor(rosa);
    const change = (current_password: string, password: string, more: object = {}) =>
      call('PUT', '/account/password', rosa, { current_password, password, password_confirmation: password, ...more });
    expect((await change(PASSWORD, 'a much better one', { keep_api_keys: true })).status).toBe(200);
    expect((await call('GET', '/account/sessions', key)).body.code).toBe('key-scope-missing');
    expect((await call('GET', '/comics', key)).status).toBe(200);
    expect((await change('a much better one', 'an even better one')).status).toBe(200);
    expect((await call('GET', '/comics', key)).body.code).toBe('token-invalid');
    expect((await call('GET', '/account/api-keys', rosa)).body.keys).toEqual([]);
    expect((await change('an even better one', PASSWORD)).status).toBe(200);
    const said = (await mailsTo(site.deps, rosa.email)).map(({ text }) => /Your API keys [^.]*/.exec(text)?.[0]);
    expect(said).toEqual(['Your API keys still work, as you asked', 'Your API keys no longer work', undefined]);
    const { rows } = await sql<{
      details: object;
    }>`select details from audit_log where action = 'key.revoke' and subject_id = ${rosa.id}`.execute(site.deps.db);
    expect(rows).toEqual([{ details: { keys: [expect.any(Number)] } }]);
  });

  it('gets another address once the new one is confirmed by a link to the configured site; the old one is told', async () => {
    const [rosa, other] = [await person(), await person()];
    const ask = (email: string, password = PASSWORD) => call('PUT', '/account/email', rosa, { email, password });
    expect((await ask('new@example.test', 'wrong')).status).toBe(422);
    for (const email of ['a@b.test\r\nBcc: spy@example.test', 'a@b.test,c@d.test', 'nothing', 'A <a@b.test>']) {
      expect((await ask(email)).status, email).toBe(422);
    }
    expect((await ask('new@example.test')).body).toMatchObject({ pending_email: 'new@example.test' });
    const [mail] = await mailsTo(site.deps, 'new@example.test');
    expect(mail?.link).toBe(`https://tea.example/en/verify/${mail?.token}`);
    expect((await mailsTo(site.deps, rosa.email)).map(({ subject }) => subject)).toEqual([
      'Your email address was changed',
    ]);
    expect((await call('GET', '/account', rosa)).body).toMatchObject({
      email: rosa.email,
      pending_email: 'new@example.test',
    });
    // An address of another's: the same answer, and they are told instead.
    const taken = await ask(other.email);
    expect(taken.body.pending_email).toBe(other.email);
    expect((await mailsTo(site.deps, other.email)).map(({ subject, token }) => [subject, token])).toEqual([
      ['You already have an account', null],
    ]);
    await expect(verifyLink(site.deps.db, mail?.token ?? '')).rejects.toThrow('verify-link-invalid');
    // Who changes the password, as the mail to the old address says, has ended what another asked for.
    await ask('new@example.test');
    const before = (await mailsTo(site.deps, 'new@example.test')).at(-1);
    await call('PUT', '/account/password', rosa, {
      current_password: PASSWORD,
      password: 'a much better one',
      password_confirmation: 'a much better one',
    });
    await expect(verifyLink(site.deps.db, before?.token ?? '')).rejects.toThrow('verify-link-invalid');
    expect((await call('GET', '/account', rosa)).body.pending_email).toBeNull();
    await ask('new@example.test', 'a much better one');
    const again = (await mailsTo(site.deps, 'new@example.test')).at(-1);
    expect(await verifyLink(site.deps.db, again?.token ?? '')).toBe('verified');
    expect((await call('GET', '/account', rosa)).body).toMatchObject({
      email: 'new@example.test',
      pending_email: null,
      verified: true,
    });
    expect((await mailsTo(site.deps, rosa.email)).at(-1)?.text).toContain('is now new@example.test');
  });
});

describe('an avatar', () => {
  const upload = (who: Member, bytes: Buffer, query = '') =>
    call('PUT', `/account/avatar${query}`, who, bytes, { 'content-type': 'image/png' });
  const fetched = async (url: string) => site.get(new URL(url).pathname);

  it('is the square that was chosen, drawn anew without what the file said, public until it is replaced or taken away', async () => {
    const rosa = await person();
    const red = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    // Stored lying on its side: upright it is 300 × 200, with a red square at its lower left.
    const upright = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0000ff' } })
      .composite([{ input: red, left: 0, top: 100 }])
      .png()
      .toBuffer();
    const photo = await sharp(upright)
      .rotate(270)
      .jpeg({ quality: 95 })
      .withExif({ IFD0: { Copyright: 'secret place', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { status, body } = await upload(rosa, photo, '?x=0&y=100&size=100');
    expect(status).toBe(200);
    expect(new URL(body.avatar_url).origin).toBe('https://tea.example');
    const picture = await fetched(body.avatar_url);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    const { data, info } = await sharp(picture.body).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([192, 192]);
    for (const at of [0, (96 * 192 + 96) * info.channels, data.length - info.channels]) {
      expect(data[at]).toBeGreaterThan(200);
      expect(data[at + 2]).toBeLessThan(100);
    }
    expect(picture.body.toString('latin1')).not.toMatch(/secret|EXIF/);
    expect((await site.get(new URL(body.avatar_url).pathname.replace('cover320', 'original'))).status).toBe(404);
    const middle = await upload(rosa, photo);
    expect(middle.body.avatar_url).not.toBe(body.avatar_url);
    expect((await call('DELETE', '/account/avatar', rosa)).body).toEqual({ avatar_url: null });
    expect(await imageRecord(site.deps.db, hashIn(middle.body.avatar_url))).toMatchObject({
      cover: 'none',
      page: 'none',
    });
    await forgetPictures();
    for (const gone of [body.avatar_url, middle.body.avatar_url].map(hashIn)) {
      expect(await imageRecord(site.deps.db, gone)).toBeNull();
      expect(await site.deps.blobs.has(gone)).toBe(false);
    }
  });

  it('is refused when it is no picture, one that would burst, too many bytes, or a square outside of it', async () => {
    const rosa = await person();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>',
    );
    const small = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    // Says that it is 60,000 pixels wide and as high.
    const bomb = Buffer.from(small).fill(Buffer.from('0000ea600000ea60', 'hex'), 16, 24);
    expect((await upload(rosa, svg)).body.code).toBe('picture-unsuitable');
    expect((await upload(rosa, Buffer.from('no picture, only some more words than a head has'))).body.code).toBe(
      'page-undecodable',
    );
    expect((await upload(rosa, bomb)).body.code).toBe('page-too-large');
    expect((await upload(rosa, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await upload(rosa, small, '?x=20&y=0&size=40')).body.code).toBe('crop-outside');
    expect((await upload(rosa, small, '?x=20&y=0')).status).toBe(422);
    expect((await call('PUT', '/account/avatar', rosa, svg, { 'content-type': 'text/html' })).status).toBe(415);
    expect(
      (await call('PUT', '/account/avatar', { headers: { authorization: '' } }, small, { 'content-type': 'image/png' }))
        .status,
    ).toBe(401);
    expect((await call('GET', '/account', rosa)).body.avatar_url).toBeNull();
  });
});

describe('deleting an account', () => {
  it('needs the password, closes the account at once for everyone, and signing in opens it again as it was', async () => {
    const { db, blobs } = site.deps;
    const [rosa, friend] = [await person(), await person()];
    const avatar = await plantPicture(db, blobs, 55);
    await sql`update users set avatar = ${avatar} where id = ${rosa.id}`.execute(db);
    const before = await db.selectFrom('users').selectAll().where('id', '=', rosa.id).executeTakeFirstOrThrow();
    const phone = await addSession(rosa);
    expect((await call('DELETE', '/account', rosa, { password: 'wrong' })).status).toBe(422);
    const { status, body } = await call('DELETE', '/account', rosa, { password: PASSWORD });
    const { erase_at: end } = await db
      .selectFrom('users')
      .select('erase_at')
      .where('id', '=', rosa.id)
      .executeTakeFirstOrThrow();
    expect(Math.abs(end!.getTime() - Date.now() - 14 * 86_400_000)).toBeLessThan(600_000);
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(end!);
    expect([status, body]).toEqual([200, { message: `Your account will be deleted after ${date}` }]);
    const [mail] = await mailsTo(site.deps, rosa.email);
    expect(mail).toMatchObject({
      subject: `Your account will be deleted after ${date}`,
      text: expect.stringContaining('https://tea.example/en/login'),
    });
    for (const gone of [rosa, phone]) {
      expect((await call('GET', '/account', gone)).status).toBe(401);
    }
    expect((await call('GET', `/users/${rosa.username}`, friend)).status).toBe(404);
    expect((await imageRecord(db, avatar))?.cover).toBe('none');
    // Nobody takes the name meanwhile, and the day is not there yet.
    expect((await call('PATCH', '/account', friend, { username: rosa.username, password: PASSWORD })).status).toBe(422);
    expect(await eraseClosedAccounts(site.deps, 10)).toBe(0);
    const login = await call('POST', '/login', {} as Member, { username: rosa.username, password: PASSWORD });
    expect([login.status, login.body.user.username]).toEqual([200, rosa.username]);
    expect(await db.selectFrom('users').selectAll().where('id', '=', rosa.id).executeTakeFirst()).toEqual({
      ...before,
      password: expect.any(String),
      site: site.deps.config.site.id,
    });
    expect((await mailsTo(site.deps, rosa.email)).at(-1)!.subject).toBe('Your account is open again');
    expect((await call('GET', `/users/${rosa.username}`, friend)).status).toBe(200);
  });

  it('takes what was theirs once its days are over, leaves comments without a name, and says goodbye', async () => {
    const { db, blobs } = site.deps;
    const [rosa, friend] = [await person(), await person()];
    const image = await plantPicture(db, blobs, 50);
    const comic = await withTransaction(db, (tx) => plantComic(tx, { title: 'Kept' }, image));
    await sql`insert into favorites (user_id, comic_id) values (${rosa.id}, ${comic.id})`.execute(db);
    await sql`insert into blocked_users (user_id, blocked_id) values (${friend.id}, ${rosa.id})`.execute(db);
    await sql`insert into comments (user_id, comic_id, text, html) values (${rosa.id}, ${comic.id}, 'lovely', '<p>lovely</p>')`.execute(
      db,
    );
    expect((await call('DELETE', '/account', rosa, { password: PASSWORD })).status).toBe(200);
    await sql`update users set erase_at = now() where id = ${rosa.id}`.execute(db);
    expect((await call('POST', '/login', {} as Member, { username: rosa.username, password: PASSWORD })).status).toBe(
      401,
    );
    expect(await eraseClosedAccounts(site.deps, 10)).toBe(1);
    const row = await db.selectFrom('users').selectAll().where('id', '=', rosa.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(rosa.username);
    expect(row).toMatchObject({ password: '-', settings: {}, verified_at: null, avatar: null, erase_at: null });
    for (const table of ['favorites', 'tokens', 'blocked_users'] as const) {
      const { rows } = await sql`select 1 from ${sql.table(table)}
          where user_id in (${rosa.id}, ${friend.id}) ${table === 'tokens' ? sql`and user_id = ${rosa.id}` : sql``}`.execute(
        db,
      );
      expect(rows, table).toEqual([]);
    }
    expect(await db.selectFrom('comments').select(['text', 'user_id']).execute()).toEqual([
      { text: 'lovely', user_id: rosa.id },
    ]);
    expect((await mailsTo(site.deps, rosa.email)).map(({ subject }) => subject).at(-1)).toBe(
      'Your account was deleted',
    );
    // The name is free again.
    expect((await call('PATCH', '/account', friend, { username: rosa.username, password: PASSWORD })).status).toBe(200);
  });

  it('is done at once where the site gives no days', async () => {
    const rosa = await person();
    const { retention } = site.deps.config.site;
    const usual = retention.accounts;
    retention.accounts = 0;
    expect((await call('GET', '/account', rosa)).body.deletion_days).toBe(0);
    expect((await call('DELETE', '/account', rosa, { password: PASSWORD })).body).toEqual({
      message: 'Your account was deleted',
    });
    retention.accounts = usual;
    expect(
      (await site.deps.db.selectFrom('users').select('username').where('id', '=', rosa.id).executeTakeFirst())
        ?.username,
    ).toBe(`deleted#${rosa.id}`);
  });

  it('is refused to the last admin', async () => {
    const [first, second] = [await person({ role: 'admin' }), await person({ role: 'admin' })];
    const leave = (who: Member) => call('DELETE', '/account', who, { password: PASSWORD });
    expect((await Promise.all([leave(first), leave(second)])).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('leaves one admin of many who go in the same moment', async () => {
    const { db } = site.deps;
    await db.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute();
    const admins = await members(db, 8, { role: 'admin' });
    const gone = await Promise.allSettled(
      admins.map(({ id }) => withTransaction(db, (tx) => eraseAccount(tx, id, 'main'))),
    );
    expect(gone.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))).toEqual([
      'last-admin',
    ]);
  });
});

/** Does what waits for its time to forget pictures, now. */
async function forgetPictures(): Promise<void> {
  const { db } = site.deps;
  await db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .where('kind', '=', FORGET_PICTURE_JOB.kind)
    .execute();
  for (
    let job = await claimJob(db, 'a test', { kinds: [FORGET_PICTURE_JOB.kind] });
    job;
    job = await claimJob(db, 'a test', { kinds: [FORGET_PICTURE_JOB.kind] })
  ) {
    await forgetPictureJob(site.deps)({ ...job, signal: new AbortController().signal, complete: async () => {} });
    await complete(db, job, 'a test');
  }
}

function hashIn(url: string): string {
  return /images\/([0-9a-f]{64})/.exec(url)?.[1] ?? '';
}
