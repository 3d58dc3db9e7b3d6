import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

it('reads every option of an import', () => {
  expect(
    readArguments([
      'import',
      'a.cbz',
      '--publish',
      'b c',
      '--json',
      '--rating',
      'safe',
      '--language=pt-BR',
      '--processes',
      '4',
    ]),
  ).toEqual({
    command: 'import',
    json: true,
    request: {
      paths: ['a.cbz', 'b c'],
      publish: true,
      incomplete: false,
      chapters: 'now',
      rating: 'safe',
      language: 'pt',
      processes: 4,
    },
  });
  expect(readArguments(['import', 'x'])).toEqual({
    command: 'import',
    json: false,
    request: {
      paths: ['x'],
      publish: false,
      incomplete: false,
      chapters: 'now',
      rating: null,
      language: null,
      processes: null,
    },
  });
  expect(readArguments(['import', 'x', '--publish-incomplete'])).toMatchObject({
    request: { publish: true, incomplete: true },
  });
  for (const chapters of ['draft', '2999-01-31T18:00:00Z']) {
    expect(readArguments(['import', 'x', '--chapters', chapters])).toMatchObject({ request: { chapters } });
  }
  for (const value of ['later', '2001-01-31T18:00:00Z']) {
    expect(readArguments(['import', 'x', '--chapters', value])).toMatchObject({
      wrong: 'bad-value',
      values: { value },
    });
  }
  expect(readArguments(['import', '--', '--json'])).toMatchObject({ json: false, request: { paths: ['--json'] } });
});

it('reads which list to import', () => {
  expect(readArguments(['blocklist', 'import', 'a.csv'])).toEqual({
    command: 'blocklist',
    file: 'a.csv',
    kind: 'phash',
  });
  expect(readArguments(['blocklist', 'import', 'a.csv', '--kind', 'sha256'])).toEqual({
    command: 'blocklist',
    file: 'a.csv',
    kind: 'sha256',
  });
});

it.each([[[]], [['help']], [['--help']], [['-h']], [['import', '--help']]])('answers %j with help', (args) => {
  expect(readArguments(args)).toEqual({ command: 'help' });
});

it.each([
  [['imprt'], { wrong: 'unknown-command', values: { command: 'imprt' } }],
  [['blocklist'], { wrong: 'unknown-command', values: { command: 'blocklist' } }],
  [['blocklist', 'import'], { wrong: 'no-paths', values: {} }],
  [['blocklist', 'import', 'x', '--sort'], { wrong: 'unknown-option', values: { option: '--sort' } }],
  [
    ['blocklist', 'import', 'x', '--kind', 'mail'],
    { wrong: 'bad-value', values: { option: '--kind', value: 'mail', expected: 'prohibited, sha256, phash' } },
  ],
  [['import'], { wrong: 'no-paths', values: {} }],
  [['import', 'x', '--publsh'], { wrong: 'unknown-option', values: { option: '--publsh' } }],
  [['import', 'x', '-z'], { wrong: 'unknown-option', values: { option: '-z' } }],
  [['migrate', 'now'], { wrong: 'unknown-option', values: { option: 'now' } }],
  [
    ['import', 'x', '--rating', 'spicy'],
    { wrong: 'bad-value', values: { option: '--rating', value: 'spicy', expected: 'safe, suggestive, explicit' } },
  ],
  [
    ['import', 'x', '--rating'],
    { wrong: 'bad-value', values: { option: '--rating', value: '', expected: 'safe, suggestive, explicit' } },
  ],
  [
    ['import', 'x', '--language', 'klingonish'],
    { wrong: 'bad-value', values: { option: '--language', value: 'klingonish', expected: 'en, ja, pt …' } },
  ],
  [
    ['import', 'x', '--processes', '0'],
    { wrong: 'bad-value', values: { option: '--processes', value: '0', expected: '1–64' } },
  ],
])('says what is wrong with %j', (args, answer) => {
  expect(readArguments(args)).toEqual(answer);
});

it('reads whom to let in', () => {
  expect(readArguments(['sign-in', 'mika'])).toEqual({ command: 'sign-in', name: 'mika' });
  expect(readArguments(['sign-in'])).toEqual({ wrong: 'no-name', values: {} });
  expect(readArguments(['sign-in', 'mika', '--now'])).toMatchObject({ wrong: 'unknown-option' });
});

it('reads what is to be done with members', () => {
  expect(readArguments(['users'])).toMatchObject({ request: { does: 'list', q: '', limit: 50 }, json: false });
  expect(readArguments(['users', '--search', 'mi', '--role=admin', '--limit', '3', '--json'])).toMatchObject({
    request: { does: 'list', q: 'mi', role: 'admin', limit: 3 },
    json: true,
  });
  expect(readArguments(['users', 'add', 'mika', '--email', 'mika@mail.test', '--password-file', 'p'])).toMatchObject({
    request: { does: 'add', username: 'mika', email: 'mika@mail.test', role: 'user', password: '' },
    passwordFile: 'p',
  });
  expect(readArguments(['users', 'role', 'mika', 'uploader'])).toMatchObject({
    request: { does: 'role', username: 'mika', role: 'uploader' },
  });
  expect(readArguments(['users', 'suspend', 'mika', '--reason', 'spam', '--until', '2999-01-31'])).toMatchObject({
    request: { does: 'suspend', reason: 'spam', until: '2999-01-31T00:00:00Z' },
  });
  expect(readArguments(['roles', '--json'])).toEqual({ command: 'roles', json: true });
});

it.each([
  [['users', 'ad'], { wrong: 'unknown-command', values: { command: 'users ad' } }],
  [['users', 'add', 'mika'], { wrong: 'missing', values: { missing: '--email' } }],
  [['users', 'add', 'mika', '--password', 'secret'], { wrong: 'unknown-option', values: { option: '--password' } }],
  [['users', 'role', 'mika'], { wrong: 'missing', values: { missing: 'ROLE' } }],
  [['users', 'lift'], { wrong: 'missing', values: { missing: 'NAME' } }],
  [['users', 'lift', 'mika', 'now'], { wrong: 'unknown-option', values: { option: 'now' } }],
  [['users', 'delete', 'mika'], { wrong: 'missing', values: { missing: '--reason' } }],
  [
    ['users', 'role', 'mika', 'king'],
    { wrong: 'bad-value', values: { option: 'ROLE', value: 'king', expected: 'user, uploader, moderator, admin' } },
  ],
  [
    ['users', '--limit', 'all'],
    { wrong: 'bad-value', values: { option: '--limit', value: 'all', expected: '1–10000' } },
  ],
  [
    ['users', 'suspend', 'mika', '--reason', 'x', '--until', 'soon'],
    { wrong: 'bad-value', values: { option: '--until', value: 'soon', expected: '2027-01-31' } },
  ],
])('says what is wrong with %j', (args, answer) => {
  expect(readArguments(args)).toEqual(answer);
});

it('reads what is to be checked', () => {
  expect(readArguments(['check'])).toEqual({
    command: 'check',
    deep: false,
    mendFrom: null,
    removeUnowned: false,
    json: false,
  });
  expect(readArguments(['check', '--deep', '--mend', '--from', '/b', '--remove-unowned'])).toMatchObject({
    deep: true,
    mendFrom: '/b',
    removeUnowned: true,
  });
  expect(readArguments(['check', '--mend'])).toEqual({ wrong: 'missing', values: { missing: '--from' } });
  expect(readArguments(['check', '--from', '/b'])).toEqual({ wrong: 'missing', values: { missing: '--mend' } });
  expect(readArguments(['check', '/b'])).toMatchObject({ wrong: 'unknown-option' });
});
