import type { BalloonKind } from './balloons.ts';
import { moods, poses, type Mood, type Pose } from './figure-look.ts';
import { scenes, type SceneName } from './scenes.ts';

/** How near the figures are: whole bodies, to the waist, or faces. */
export type Shot = 'w' | 'm' | 'c';

/** One figure of a panel, with what it says, if anything. */
export type Actor = { id: string; mood: Mood; pose: Pose; speech: { kind: BalloonKind; text: string } | null };

/** One panel, ready to draw. */
export type Panel = { place: SceneName; shot: Shot; actors: Actor[]; caption: string | null; sound: string | null };

const speech: Record<string, BalloonKind> = { '"': 'say', '!': 'shout', '~': 'think' };

/** How many texts a panel's line asks for. */
export function textsIn(line: string): number {
  return line.split(' ').filter((token) => token === '#' || token === '*' || /["!~]$/.test(token)).length;
}

/**
 * Reads one panel from its line: `place[:shot]`, then in reading order `#` (a caption), `*` (a sound) and figures
 * `id[.mood[.pose]]`, each with `"` when it speaks, `!` when it shouts, `~` when it thinks.
 * Every mark takes the next of `texts`. A speechless comic passes none and its marks are dropped.
 * Throws on an unknown place, mood or pose.
 */
export function readPanel(line: string, texts: readonly string[]): Panel {
  const [where, ...tokens] = line.split(' ');
  const [place, shot = 'm'] = where!.split(':');
  if (!(place! in scenes)) throw new Error(`unknown place ${place} in ${line}`);
  const panel: Panel = { place: place as SceneName, shot: shot as Shot, actors: [], caption: null, sound: null };
  let next = 0;
  for (const token of tokens) {
    if (token === '#') {
      panel.caption = texts[next++] ?? null;
    } else if (token === '*') {
      panel.sound = texts[next++] ?? null;
    } else {
      const mark = speech[token.at(-1)!];
      const [id, mood = 'calm', pose = 'stand'] = (mark ? token.slice(0, -1) : token).split('.');
      if (!moods.includes(mood as Mood) || !poses.includes(pose as Pose)) {
        throw new Error(`unknown mood or pose in ${line}`);
      }
      const text = mark ? texts[next++] : undefined;
      panel.actors.push({
        id: id!,
        mood: mood as Mood,
        pose: pose as Pose,
        speech: mark && text ? { kind: mark, text } : null,
      });
    }
  }
  return panel;
}
