import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { where } from '../../server/testing/samples.ts';

const root = join(import.meta.dirname, '..', '..', 'deploy', 'kubernetes');
const { stdout } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
/** The parts of Kustomize that are used are there from 4.1 on; Debian 12 has an older one. */
const hasKustomize = /Kustomize Version: v([5-9]|4\.[1-9])/.test(stdout ?? '');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  spec?: any;
  data?: Record<string, string>;
}

const read = (text: string) => parseAllDocuments(text, { merge: true }).map((each) => each.toJS() as Manifest);

type Kinds = Record<string, new (manifest: Manifest) => { validate(): void }>;
/** The kinds there are, by the versions of the API. */
const KINDS = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
} as unknown as Record<string, Kinds>;

/** The faults for which the API server of Kubernetes would refuse these manifests. */
function refused(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const Kind = KINDS[manifest.apiVersion]?.[manifest.kind];
    const name = `${manifest.kind} ${manifest.metadata.name}`;
    if (Kind === undefined) return [`${name}: there is no such kind`];
    try {
      new Kind(manifest).validate();
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
}

const base = readdirSync(join(root, 'base'))
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => read(readFileSync(join(root, 'base', name), 'utf8')));

describe('the manifests of Kubernetes', () => {
  it('are as its API has them', () => {
    expect(refused(base)).toEqual([]);
    expect(refused([{ ...base[0]!, kind: 'ServiceAcount' }])).toEqual([
      'ServiceAcount komawari: there is no such kind',
    ]);
    const deployment = base.find(({ kind }) => kind === 'Deployment')!;
    expect(refused([{ ...deployment, spec: { ...deployment.spec, replicas: 'two' } }])).toHaveLength(1);
  });

  it('probe every process, end it gently, and give it no rights', () => {
    const deployments = base.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments) {
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      expect(spec.template.spec).toMatchObject({
        securityContext: { runAsNonRoot: true },
        automountServiceAccountToken: false,
      });
      for (const container of spec.template.spec.containers) {
        expect(container).toMatchObject({
          startupProbe: { httpGet: { path: '/health/live' } },
          readinessProbe: { httpGet: { path: '/health/ready' } },
          livenessProbe: { httpGet: { path: '/health/live' } },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        });
      }
    }
  });

  it.each(['base', 'overlays/small', 'overlays/large'])('of %s fit together', where(hasKustomize), (folder) => {
    const built = read(execFileSync('kubectl', ['kustomize', join(root, folder)], { encoding: 'utf8' }));
    expect(refused(built)).toEqual([]);
    const named = (kind: string) => built.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);
    for (const { spec } of built.filter(({ kind }) => kind === 'Deployment')) {
      const [container] = spec.template.spec.containers;
      expect(container.image).toBe('registry.example/komawari:0.1.0');
      expect(named('ConfigMap')).toEqual([container.envFrom[0].configMapRef.name]);
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
    for (const { spec } of built.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
      expect(named('Deployment')).toContain(spec.scaleTargetRef.name);
    }
    expect(named('HorizontalPodAutoscaler')).toHaveLength(folder.endsWith('small') ? 0 : 2);
    expect(named('PodDisruptionBudget')).toHaveLength(2);
  });
});
