import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDockerfile } from './dockerfile.ts';

const root = join(import.meta.dirname, '..', '..');
const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  devDependencies: Record<string, string>;
};

it('the image is Node as the product runs with it, of one digest, and its process no root', () => {
  const stages = readDockerfile(join(root, 'Dockerfile'));
  for (const { image } of stages) {
    expect(image).toMatch(new RegExp(`^node:${devDependencies.node}-bookworm-slim@sha256:[0-9a-f]{64}$`));
  }
  const steps = stages.at(-1)!.steps;
  expect(steps.find(({ keyword }) => keyword === 'USER')?.text).toBe('node');
  expect(steps.find(({ keyword }) => keyword === 'CMD')).toMatchObject({
    isJson: true,
    words: expect.arrayContaining(['server/main.ts']),
  });
});

it('every place that names the version of the image names this one', () => {
  for (const [file, named] of [
    ['compose.yml', /image: komawari:(\S+)/],
    ['deploy/kubernetes/base/kustomization.yaml', /newTag: (\S+)/],
  ] as const) {
    expect(named.exec(readFileSync(join(root, file), 'utf8'))?.[1], file).toBe(version);
  }
});

it('an instruction that could not be tried is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-dockerfile-'));
  try {
    writeFileSync(join(folder, 'Dockerfile'), 'FROM node\nADD https://a.example/b /b\n');
    expect(() => readDockerfile(join(folder, 'Dockerfile'))).toThrow(/:2: ADD is not understood/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
