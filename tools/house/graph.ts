/** A part of the house, and the other parts that it imports. */
export interface Part {
  name: string;
  uses: Set<string>;
}

/**
 * The floor of each part, from 0: above everything that it imports. Parts that import one another in a circle stand on one floor.
 */
export function layers(parts: ReadonlyMap<string, Part>): Map<string, number> {
  const reach = reachable(parts);
  const circle = (name: string) =>
    [...parts.keys()].filter((other) => other === name || (reach.get(name)!.has(other) && reach.get(other)!.has(name)));
  const floors = new Map<string, number>();
  const floor = (name: string): number => {
    const known = floors.get(name);
    if (known !== undefined) return known;
    const members = circle(name);
    const below = new Set(
      members.flatMap((member) => [...parts.get(member)!.uses]).filter((used) => !members.includes(used)),
    );
    const height = Math.max(-1, ...[...below].map(floor)) + 1;
    for (const member of members) {
      floors.set(member, height);
    }
    return height;
  };
  for (const name of parts.keys()) {
    floor(name);
  }
  return floors;
}

/** The parts that reach themselves by imports over others. */
export function circles(parts: ReadonlyMap<string, Part>): string[] {
  return [...reachable(parts)].filter(([name, reached]) => reached.has(name)).map(([name]) => name);
}

/** The imports that no way over a third part stands for: enough to see who is above whom. */
export function directUses(parts: ReadonlyMap<string, Part>): [from: string, to: string][] {
  const reach = reachable(parts);
  const reaches = (from: string, to: string) => reach.get(from)!.has(to);
  return [...parts].flatMap(([from, { uses }]) =>
    [...uses]
      .filter(
        (to) =>
          ![...uses].some((over) => over !== to && reaches(over, to) && !reaches(over, from) && !reaches(to, over)),
      )
      .map((to): [string, string] => [from, to]),
  );
}

/** All that each part imports, over others too; itself only where it is in a circle. */
function reachable(parts: ReadonlyMap<string, Part>): Map<string, Set<string>> {
  return new Map(
    [...parts].map(([name, { uses }]) => {
      // A set is walked with all that is added meanwhile.
      const found = new Set(uses);
      for (const each of found) {
        for (const next of parts.get(each)?.uses ?? []) {
          found.add(next);
        }
      }
      return [name, found];
    }),
  );
}
