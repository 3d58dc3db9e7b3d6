import { drawHouses } from './draw.ts';
import type { Part } from './graph.ts';

/** The picture, by its path from the root. */
export const HOUSE = 'docs/images/house.svg';

/** Files of the product and what each imports, by paths from the root. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** A part of the project by the path of a file in it; undefined for files that are in none. */
export type PartFinder = (file: string) => string | undefined;

/** The wings of web/ and their floors (docs/architecture.md): a wing imports itself and wings on floors below its own. */
export const FLOORS: Readonly<Record<string, number>> = {
  platform: 1,
  ui: 2,
  library: 3,
  legal: 3,
  community: 3,
  catalogue: 4,
  reader: 5,
  members: 6,
  staff: 7,
  app: 8,
};

export const webWing: PartFinder = (file) => /^web\/([^/]+)\//.exec(file)?.[1];
/** The rooms of the server, and the files that start it. */
export const serverRoom: PartFinder = (file) => /^server\/([a-z\d-]+)(?:\/|\.ts$)/.exec(file)?.[1];
export const serverFeature: PartFinder = (file) => /^server\/features\/([^/]+)\//.exec(file)?.[1];

/** The picture of the project: the wings of the site, the rooms of the server, and its features, each drawn from the imports of their files. */
export function drawProject(imports: Imports): string {
  return drawHouses([
    { title: 'web/: the wings of the site', parts: partsFrom(imports, webWing) },
    { title: 'server/: its rooms, and the files that start it', parts: partsFrom(imports, serverRoom) },
    { title: 'server/features/: what the product does', parts: partsFrom(imports, serverFeature) },
  ]);
}

/** The parts that files are in, and which of them import which, types included. */
export function partsFrom(imports: Imports, partFor: PartFinder): Map<string, Part> {
  const parts = new Map<string, Part>();
  // In one order, whichever files git lists first.
  for (const [file, all] of [...imports].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = partFor(file);
    if (name === undefined) continue;
    const part = parts.get(name) ?? { name, uses: new Set() };
    parts.set(name, part);
    for (const to of all.map(partFor)) {
      if (to !== undefined && to !== name) {
        part.uses.add(to);
      }
    }
  }
  return parts;
}
