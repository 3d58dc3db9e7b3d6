import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../server/config/values-from-files.ts';
import { environmentFor, readCompose } from './compose.ts';

const root = join(import.meta.dirname, '..', '..');
const needed = { POSTGRES_PASSWORD: 'password', S3_ACCESS_KEY_ID: 'GK00', S3_SECRET_ACCESS_KEY: 'secret' };
const { services } = readCompose(join(root, 'compose.yml'), needed);

describe('compose.yml', () => {
  it('and what goes with it are as the Compose Specification has them, and break no rule of its linter', () => {
    const files = ['compose.yml', 'deploy/compose.secrets.yml'].map((file) => join(root, file));
    const found = new DCLinter({
      // The interface is a variable, which a test below reads.
      rules: { 'no-unbound-port-interfaces': 0, 'top-level-properties-order': 0 },
      quiet: false,
      debug: false,
      exclude: [],
    })
      .lintFiles(files, false)
      .flatMap(({ filePath, messages }) =>
        messages
          .filter(({ severity }) => severity === 'critical' || severity === 'major')
          .map(({ line, message, rule }) => `${filePath}:${line} ${rule} ${message}`),
      );
    expect(found).toEqual([]);
  });

  it('hands every variable of the configuration to the site and to the worker, but for what is the containers’ own', () => {
    const own = {
      app: ['HOST', 'KOMAWARI_DATA', 'KOMAWARI_JOBS', 'KOMAWARI_WATCH', 'METRICS_HOST', 'METRICS_PORT', 'PORT'],
      worker: ['HOST', 'KOMAWARI_DATA', 'KOMAWARI_WATCH', 'METRICS_HOST', 'METRICS_PORT', 'PORT'],
    };
    const given = Object.fromEntries(VARIABLES.map((name) => [name, `the value of ${name}`]));
    const filled = readCompose(join(root, 'compose.yml'), { ...needed, ...given }).services;
    for (const name of ['app', 'worker'] as const) {
      const got = environmentFor(filled[name]!, given);
      expect(VARIABLES.filter((variable) => got[variable] !== given[variable]).sort(), name).toEqual(own[name]);
    }
  });

  it('starts without the demo library, on its own database, counter and store', () => {
    expect(environmentFor(services.app!, needed)).toMatchObject({
      KOMAWARI_DEMO: 'off',
      DATABASE_URL: 'postgresql://komawari:password@postgres:5432/komawari',
      REDIS_URL: 'redis://valkey:6379',
      S3_ENDPOINT: 'http://store:3900',
      SITE_URL: 'http://localhost:3000',
    });
    expect(services.app!.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  it('says what is missing', () => {
    expect(() => readCompose(join(root, 'compose.yml'), {})).toThrow(
      'POSTGRES_PASSWORD_FILE: set POSTGRES_PASSWORD in .env',
    );
  });

  it('takes passwords from files', () => {
    const files = { ...needed, POSTGRES_PASSWORD: '', POSTGRES_PASSWORD_FILE: './p', DATABASE_URL_FILE: './d' };
    const { services: changed, secrets } = readCompose(join(root, 'deploy/compose.secrets.yml'), files);
    expect(changed.postgres!.environment).toEqual({
      POSTGRES_PASSWORD: '',
      POSTGRES_PASSWORD_FILE: '/run/secrets/postgres_password',
    });
    expect(changed.app!.environment).toMatchObject({
      DATABASE_URL: '',
      DATABASE_URL_FILE: '/run/secrets/database_url',
    });
    expect(secrets).toMatchObject({ postgres_password: { file: './p' }, smtp_url: { file: '/dev/null' } });
  });

  it.each(Object.entries(services).filter(([name]) => name !== 'store-folder'))(
    '%s answers for its health, says what it may take, and has no rights it does not need',
    (_name, service) => {
      expect(service.build === '.' || (service.healthcheck?.test.length ?? 0) > 1).toBe(true);
      expect(service.deploy?.resources.limits).toMatchObject({ cpus: expect.any(String), memory: expect.any(String) });
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
      });
      // The product's image says by itself whom it runs as.
      expect(service.build === '.' || /^[1-9]\d*:[1-9]\d*$/.test(service.user ?? '')).toBe(true);
    },
  );

  it.each(Object.values(services).flatMap(({ image }) => image ?? []))('%s is an image of one version', (image) => {
    expect(image).toMatch(/^komawari:\d+\.\d+\.\d+$|^[\w/]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/);
  });
});
