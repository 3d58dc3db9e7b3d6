import { drawHouses } from './draw.ts';
import type { Part } from './graph.ts';
import { isTest, listImports, projectFiles, sourcesAmong } from './imports.ts';

/** The picture, by its path from the root. */
export const HOUSE = 'docs/images/house.svg';

/** A part of the project by the path of a file in it; undefined for files that are in none. */
type PartOf = (file: string) => string | undefined;

const wingOf: PartOf = (file) => /^web\/([^/]+)\//.exec(file)?.[1];
const roomOf: PartOf = (file) => /^server\/([a-z\d-]+)(?:\/|\.ts$)/.exec(file)?.[1];
const featureOf: PartOf = (file) => /^server\/features\/([^/]+)\//.exec(file)?.[1];

/** The features of the server and which of them import which, types included; tests left out. */
export function serverFeatures(): Map<string, Part> {
  return gather(featureOf);
}

/** The rooms of the server, and the files that start it, and which of them import which. */
export function serverRooms(): Map<string, Part> {
  return gather(roomOf);
}

/** The picture of the project: the wings of the site, the rooms of the server, and its features, each drawn from the imports of their files. */
export function drawProject(): string {
  return drawHouses([
    { title: 'web/: the wings of the site', parts: gather(wingOf) },
    { title: 'server/: its rooms, and the files that start it', parts: serverRooms() },
    { title: 'server/features/: what the product does', parts: serverFeatures() },
  ]);
}

function gather(partOf: PartOf): Map<string, Part> {
  const parts = new Map<string, Part>();
  // In one order, whichever files git lists first.
  for (const file of sourcesAmong(projectFiles()).filter((each) => !isTest(each)).sort()) {
    const name = partOf(file);
    if (name === undefined) { continue; }
    const part = parts.get(name) ?? { name, uses: new Set() };
    parts.set(name, part);
    for (const to of listImports(file).map(partOf)) { if (to !== undefined && to !== name) { part.uses.add(to); } }
  }
  return parts;
}
