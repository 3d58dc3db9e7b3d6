import { Gauge, Registry } from 'prom-client';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { metricsOfProcess } from '#server/metrics/process-metrics.ts';

/**
 * Everything a process tells of itself: what it has counted, and what it holds at the moment of the question.
 *
 * @param serves whether it serves the site; the catalogue of one that does not is never built.
 */
export function createRegistry({ catalogue }: Pick<Deps, 'catalogue'>, serves: boolean): Registry {
  const registry = Registry.merge([metricsOfProcess()]);
  if (serves) {
    measureCatalogue(registry, catalogue);
  }
  return registry;
}

/** The figures of the catalogue in memory; those that are not known yet are left out. */
function measureCatalogue(registry: Registry, catalogue: Catalogue): void {
  const gauge = (name: string, help: string, value: () => number | null) =>
    new Gauge({
      name: `komawari_catalogue_${name}`,
      help,
      registers: [registry],
      collect() {
        const known = value();
        if (known === null) {
          this.remove();
        } else {
          this.set(known);
        }
      },
    });
  gauge('ready', '1 when lists are answered from memory, 0 when by the database', () => Number(catalogue.state.ready));
  gauge('comics', 'Published comics when it was built', () => catalogue.state.comics);
  gauge('changed_comics', 'Comics that have changed since it was built', () => catalogue.state.changed);
  gauge('bytes', 'Memory of the catalogue', () => catalogue.state.bytes);
  gauge('build_seconds', 'Duration of the last build', () => catalogue.state.buildSeconds);
  gauge('load_seconds', 'Duration of loading what an earlier process saved', () => catalogue.state.loadSeconds);
  gauge('behind_seconds', 'Time since it was as the database', () => catalogue.state.behindSeconds);
}
