import type { CountedModule } from './counting/counted-work.ts';
import { drive } from './counting/counted-calls.ts';

/** Calls that are counted at once: reading the counts takes longer than most calls. */
const AT_ONCE = 20;

/**
 * Makes calls that a thread has prepared, in their order: those that were answered with 500, and those that took more work than
 * `most`, by their lines.
 *
 * @param counted `counted-calls.ts`, opened and with its calls prepared.
 * @param lines what names each of its calls; those that are not `chosen` are not made.
 */
export async function findHeavyCalls(
  counted: CountedModule,
  lines: readonly string[],
  most: number,
  chosen: (line: string) => boolean = () => true,
): Promise<{ failed: string[]; heavy: string[] }> {
  const [failed, heavy]: [string[], string[]] = [[], []];
  const all = [...lines.keys()].filter((place) => chosen(lines[place] as string));
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const places = all.slice(from, from + AT_ONCE);
    const { work, result } = await counted.call(drive, places);
    failed.push(...places.filter((_place, at) => result[at] === 500).map((place) => lines[place] as string));
    if (work <= most) continue;
    for (const place of places) {
      const alone = await counted.call(drive, [place]);
      if (alone.work > most) {
        heavy.push(`${lines[place]}: ${alone.work}`);
      }
    }
  }
  return { failed, heavy };
}
