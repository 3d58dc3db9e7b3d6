import type { Palette } from './palettes.ts';
import { randomFrom } from './random.ts';
import { bakery, greenhouse, kitchen, library, room, theatre, train } from './scenes-inside.ts';
import {
  city,
  desert,
  forest,
  harbour,
  heights,
  market,
  mountains,
  rain,
  rooftops,
  sea,
  snow,
} from './scenes-outside.ts';
import { depths, dots, gloom, glow, rays, space, speed } from './scenes-strange.ts';
import type { Canvas } from './svg.ts';

/** Every place a panel can be in; the last six are no places but moods. */
export const scenes = {
  city,
  rooftops,
  harbour,
  sea,
  forest,
  mountains,
  desert,
  snow,
  heights,
  market,
  rain,
  bakery,
  library,
  kitchen,
  train,
  greenhouse,
  theatre,
  room,
  space,
  depths,
  rays,
  speed,
  dots,
  glow,
  gloom,
};

/** The name of a place. */
export type SceneName = keyof typeof scenes;

/** Draws a place into a box of w × h pixels at the origin. The same seed gives the same place in every panel. */
export function scene(name: SceneName, k: Canvas, w: number, h: number, p: Palette, seed: string): string {
  return scenes[name]({ k, w, h, p, r: randomFrom(`${name} ${seed}`) });
}
