/** A part of the house, and the other parts that it imports. */
export interface Part { name: string; uses: Set<string> }

/**
 * The floor of each part, from 0: above everything that it imports. Parts that import one another in a circle stand on one floor.
 */
export function layers(parts: ReadonlyMap<string, Part>): Map<string, number> {
  const reach = new Map([...parts.keys()].map((name) => [name, reachable(parts, name)]));
  const circle = (name: string) => [...parts.keys()].filter((other) => other === name || reach.get(name)!.has(other) && reach.get(other)!.has(name));
  const floors = new Map<string, number>();
  const floor = (name: string): number => {
    const known = floors.get(name);
    if (known !== undefined) { return known; }
    const members = circle(name);
    const below = new Set(members.flatMap((member) => [...parts.get(member)!.uses]).filter((used) => !members.includes(used)));
    const height = Math.max(-1, ...[...below].map(floor)) + 1;
    for (const member of members) { floors.set(member, height); }
    return height;
  };
  for (const name of parts.keys()) { floor(name); }
  return floors;
}

/** The parts that reach themselves by imports over others. */
export function circles(parts: ReadonlyMap<string, Part>): string[] {
  return [...parts.keys()].filter((name) => reachable(parts, name).has(name));
}

/** The imports that no way over a third part stands for: enough to see who is above whom. */
export function directUses(parts: ReadonlyMap<string, Part>): [from: string, to: string][] {
  return [...parts].flatMap(([from, { uses }]) => [...uses]
    .filter((to) => ![...uses].some((over) => over !== to && reachable(parts, over).has(to) && !reachable(parts, over).has(from) && !reachable(parts, to).has(over)))
    .map((to): [string, string] => [from, to]));
}

function reachable(parts: ReadonlyMap<string, Part>, from: string): Set<string> {
  const found = new Set<string>();
  const left = [...parts.get(from)?.uses ?? []];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (!found.has(name)) {
      found.add(name);
      left.push(...parts.get(name)?.uses ?? []);
    }
  }
  return found;
}
