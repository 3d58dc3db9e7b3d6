import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { where } from '#server/testing/samples.ts';
import { findProgram, hasProgram } from '../../../tools/programs.ts';

const FOLDER = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const files = ['grafana/komawari.json', 'prometheus/komawari.rules.yml'];

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

it.each(files)('%s asks for figures that there are', async (file) => {
  const told = String((await site.get('/metrics')).body);
  const known = new Set([...told.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
  const asked = readFileSync(FOLDER + file, 'utf8').match(/\b(?:komawari|nodejs|process)_[a-z\d_]+/g) ?? [];
  const unknown = [...new Set(asked)].filter(
    (name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/, '')),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(unknown).toEqual([]);
});

it('each alert goes off where it should, and not where it should not', where(hasProgram('promtool')), () => {
  const { status, stdout, stderr } = spawnSync(findProgram('promtool'), ['test', 'rules', 'komawari.rules.test.yml'], {
    cwd: `${FOLDER}prometheus`,
    encoding: 'utf8',
  });
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
  const read = (file: string) => readFileSync(`${FOLDER}prometheus/${file}`, 'utf8');
  const alerts = [...read('komawari.rules.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts.filter((name) => !read('komawari.rules.test.yml').includes(`alertname: ${name}`))).toEqual([]);
});
