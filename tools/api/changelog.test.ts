import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_VERSION } from '#contract/api-version.ts';
import { compareApis } from './changes.ts';
import { changelogText, closedText, describeToday, nextVersion, readKept } from './changelog.ts';
import { describeApi } from './description.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
/** An API of one call that takes and answers an object, and another that answers a list of the same. */
const api = (answered: object, sent: object = object({ name: text }), more: object = {}) =>
  describeApi({
    info: { version: '2.3.0' },
    paths: {
      '/comics': {
        get: { responses: { 200: json({ type: 'array', items: answered }) }, ...more },
        post: { requestBody: json(sent), responses: { 201: json(answered), 422: json(text) } },
      },
    },
  });
const before = api(object({ id: { type: 'integer' }, state: { enum: ['new', 'old'] } }));
const changed = (...given: Parameters<typeof api>) =>
  compareApis(before, api(...given)).map(
    ({ text: what, breaks, operations }) => `${breaks ? '! ' : ''}${operations.join(' ')} ${what}`,
  );
const state = { enum: ['new', 'old'] };
const id = { type: 'integer' };

it('docs/api-changelog.md tells what has changed since the last version (write it anew by: node tools/api/changelog.ts)', async () => {
  const page = readFileSync('docs/api-changelog.md', 'utf8');
  const kept = readKept();
  expect(kept.version).toBe(API_VERSION);
  expect(page).toBe(changelogText(kept, await describeToday(), page));
});

describe('changes of the API', () => {
  it('are none where nothing changed', () => {
    expect(compareApis(before, before)).toEqual([]);
  });

  it('break nothing where something came', () => {
    expect(changed(object({ id, state, title: text }), object({ name: text, note: text }, ['name']))).toEqual([
      'GET /comics `200.title` is new',
      'POST /comics `201.title` is new',
      'POST /comics `body.note` is new',
    ]);
    expect(changed(object({ id, state: { enum: ['new', 'old', 'gone'] } }))).toEqual([
      'GET /comics `200.state` may now be `"gone"`',
      'POST /comics `201.state` may now be `"gone"`',
    ]);
    expect(
      changed(object({ id, state }), undefined, { parameters: [{ name: 'page', in: 'query', schema: id }] }),
    ).toEqual(['GET /comics `query page` is new']);
  });

  it('break where something went, may be missing, has another type or has to be sent', () => {
    expect(changed(object({ id }))).toEqual([
      '! GET /comics `200.state` is gone',
      '! POST /comics `201.state` is gone',
    ]);
    expect(changed(object({ id, state }, ['id']))[0]).toBe('! GET /comics `200.state` is no longer always there');
    expect(changed(object({ id: text, state }))[0]).toBe(
      '! GET /comics `200.id` may now be `string`, is no longer `integer`',
    );
    expect(changed(object({ id, state }), object({ name: text, note: text }))).toEqual([
      '! POST /comics `body.note` is new and required',
    ]);
    expect(
      compareApis(before, { ...before, operations: {} }).map(({ text: what, operations, breaks }) => [
        what,
        operations,
        breaks,
      ]),
    ).toEqual([['is gone', ['GET /comics', 'POST /comics'], true]]);
    expect(changed(object({ id, state }), undefined, { deprecated: true })).toEqual(['GET /comics is deprecated']);
  });

  it('become a version, and the page keeps those before', () => {
    const page = '# …\n\n## Since 2.3.0\n\nNothing.\n\n## 2.3.0 (2026-01-01)\n\nFirst.\n';
    const added = api(object({ id, state, title: text }));
    const gone = api(object({ id }));
    expect([
      nextVersion('2.3.0', []),
      nextVersion('2.3.0', compareApis(before, added)),
      nextVersion('2.3.0', compareApis(before, gone)),
    ]).toEqual(['2.3.0', '2.4.0', '3.0.0']);
    expect(changelogText(before, gone, page)).toMatch(
      /## Since 2\.3\.0\n\n- \*\*`GET \/comics`: `200\.state` is gone\.\*\*\n[^]*\n\n## 2\.3\.0 \(2026-01-01\)\n\nFirst\.\n$/,
    );
    const closed = closedText(before, added, page, '2026-02-02');
    expect(closed).toMatch(
      /## Since 2\.4\.0\n\nNothing has changed\.\n\n## 2\.4\.0 \(2026-02-02\)\n\n- [^]*\n\n## 2\.3\.0/,
    );
    expect(changelogText(added, added, closed)).toBe(closed.replace('## Since 2.4.0', '## Since 2.3.0'));
  });
});
