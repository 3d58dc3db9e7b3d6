import { damagedContainers } from '#server/images/testing/damaged-containers.ts';
import { damageTrials } from '#server/images/testing/damage-trials.ts';
import { table, type Figure } from '../figures.ts';

/** Damages an archive of 12 pages of every kind in as many places by chance, and says what became of it. */
export async function benchDamage(trials: number, say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const container of await damagedContainers()) {
    const { whole, refused, named, undecodable, altered, lost, disordered, failed } = await damageTrials(
      container,
      trials,
    );
    rows.push([
      container.name,
      ...[whole, refused, named, undecodable, altered, lost + disordered + failed.length].map(String),
    ]);
    const silent = lost + disordered + failed.length + (container.hasSums ? altered : 0);
    figures.push({
      name: `${container.name}: pages lost or altered without a word`,
      value: silent,
      unit: '',
      limit: 0,
      bound: 'most',
    });
  }
  say(`What became of archives of 12 pages, each damaged ${trials} times`);
  say(
    table(
      ['container', 'all pages', 'refused', 'pages named', 'pages not decodable', 'bytes nobody has a sum of', 'lost'],
      rows,
    ),
  );
  return figures;
}
