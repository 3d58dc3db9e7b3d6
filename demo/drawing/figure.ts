import { face } from './figure-face.ts';
import { head, type Pen } from './figure-heads.ts';
import { greyed, type Look, type Mood, type Pose } from './figure-look.ts';
import { prop } from './figure-props.ts';
import { clothes, hat, limb } from './figure-wear.ts';
import { mix, n, oval, path, place } from './svg.ts';

type Arm = readonly [elbowX: number, elbowY: number, handX: number, handY: number];
const arms = {
  down: [44, 92, 38, 122],
  up: [70, 40, 78, -20],
  wave: [72, 84, 82, 24],
  hip: [66, 92, 32, 112],
  front: [50, 96, 72, 84],
  chin: [52, 112, 24, 56],
  hold: [46, 112, 18, 98],
  back: [46, 96, 56, 116],
} as const satisfies Record<string, Arm>;

const armsByPose: Record<Pose, readonly [keyof typeof arms, keyof typeof arms]> = {
  stand: ['down', 'down'],
  wave: ['down', 'wave'],
  cheer: ['up', 'up'],
  point: ['hip', 'front'],
  hips: ['hip', 'hip'],
  ponder: ['hip', 'chin'],
  hold: ['down', 'front'],
  run: ['back', 'front'],
  jump: ['up', 'wave'],
  sit: ['down', 'hold'],
  give: ['hold', 'front'],
  fly: ['front', 'front'],
};

function legs(pose: Pose, colour: string, shoe: string, pen: Pen): string {
  const foot = (x: number, y: number, side = 1) =>
    path(
      `M${n(x - 9)},${n(y - 8)}h16q16,2 16,14q0,3 -4,3h-28q-4,-10 0,-17Z`,
      shoe,
      pen.ink,
      pen.line,
      side < 0 ? `transform="translate(${n(2 * x)},0) scale(-1,1)"` : '',
    );
  const leg = (x1: number, bx: number, by: number, x2: number, y2: number, side = 1) =>
    limb(x1, 124, bx, by, x2, y2, 17, colour, pen) + foot(x2, y2, side);
  switch (pose) {
    case 'run':
      return leg(-12, -16, 158, -52, 160) + leg(12, 46, 146, 36, 190);
    case 'jump':
      return leg(-12, -40, 140, -34, 172) + leg(12, 44, 140, 30, 176);
    case 'sit':
      return leg(-10, 30, 126, 34, 176) + leg(12, 52, 128, 54, 178);
    case 'fly':
      return leg(-12, -16, 160, -40, 182) + leg(10, 6, 160, -12, 190);
    default:
      return leg(-13, -14, 156, -15, 190, -1) + leg(13, 14, 156, 15, 190);
  }
}

function tail(look: Look, pen: Pen): string {
  const d =
    look.head === 'fox'
      ? 'M-20,124C-60,134 -96,110 -92,66C-90,50 -76,44 -74,56C-66,84 -44,96 -18,104Z'
      : look.head === 'dragon'
        ? 'M-18,104C-60,110 -84,140 -104,120L-112,98L-124,126C-96,168 -44,150 -14,132Z'
        : '';
  if (d) {
    return (
      path(d, look.skin, pen.ink, pen.line) +
      (look.head === 'fox'
        ? path(
            'M-92,66C-90,50 -76,44 -74,56C-72,66 -70,72 -66,78L-80,84L-91,78Z',
            look.pale ?? '#ffffff',
            pen.ink,
            pen.line,
          )
        : '')
    );
  }
  if (look.head !== 'cat') return '';
  const curve = 'M-22,122C-70,132 -78,92 -66,70C-58,54 -74,46 -82,56';
  return path(curve, 'none', pen.ink, 13 + pen.line * 2) + path(curve, 'none', look.skin, 13);
}

function ghost(look: Look, mood: Mood, pose: Pose, pen: Pen): string {
  const { ink, line } = pen;
  const up = pose === 'cheer' || pose === 'wave' || pose === 'jump';
  const arm = (s: number) =>
    path(
      up
        ? `M${s * 44},40C${s * 70},30 ${s * 84},4 ${s * 80},-14C${s * 96},0 ${s * 92},56 ${s * 48},80Z`
        : `M${s * 46},44C${s * 70},52 ${s * 84},70 ${s * 86},92C${s * 70},104 ${s * 50},96 ${s * 44},84Z`,
      look.skin,
      ink,
      line,
    );
  const sheet =
    'M-54,0C-54,-76 54,-76 54,0C58,60 64,120 70,170C52,186 44,164 30,170C18,188 8,170 -4,174C-16,190 -28,166 -40,174C-52,184 -58,178 -66,166C-60,120 -58,60 -54,0Z';
  return (
    arm(-1) +
    arm(1) +
    path(sheet, look.skin, ink, line) +
    path(
      'M-54,0C-54,-56 -30,-62 -22,-58C-44,-30 -40,60 -44,176C-54,184 -60,176 -66,166C-60,120 -58,60 -54,0Z',
      mix(look.skin, look.cloth, 0.35),
    ) +
    path(sheet, 'none', ink, line) +
    face(mood, {
      ink,
      line,
      look: 6,
      eyeY: 0,
      gap: 21,
      mouthY: 24,
      eye: 1.2,
      cheek: pen.mono ? undefined : mix(look.skin, '#ff6f8f', 0.4),
    })
  );
}

function octopus(look: Look, mood: Mood, pen: Pen): string {
  const { ink, line } = pen;
  const arm = (x: number, bx: number, ex: number, ey: number) =>
    limb(x, 60, bx, 150, ex, ey, 24, look.skin, pen) +
    limb(x, 60, bx, 110, bx * 0.7 + x * 0.3, 112, 22, look.skin, { ...pen, line: 0 });
  const dome = 'M-62,34C-84,-20 -62,-84 0,-84C62,-84 84,-20 62,34C64,62 40,78 0,78C-40,78 -64,62 -62,34Z';
  return (
    arm(-40, -78, -108, 130) +
    arm(40, 78, 108, 126) +
    arm(-20, -46, -54, 186) +
    arm(22, 46, 60, 184) +
    arm(0, 4, 6, 194) +
    path(dome, look.skin, ink, line) +
    path('M-62,34C-84,-20 -62,-84 -10,-84C-52,-66 -62,-10 -44,50C-50,60 -58,52 -62,34Z', mix(look.skin, ink, 0.16)) +
    path(dome, 'none', ink, line) +
    oval(34, -56, 9, 9, look.pale ?? '#ffffff') +
    oval(14, -66, 6, 6, look.pale ?? '#ffffff') +
    oval(48, -36, 6, 6, look.pale ?? '#ffffff') +
    face(mood, {
      ink,
      line,
      look: 4,
      eyeY: 8,
      gap: 24,
      mouthY: 36,
      eye: 1.2,
      cheek: pen.mono ? undefined : mix(look.skin, '#ffffff', 0.4),
    })
  );
}

/** How a figure is shown: `line` is its outline in pixels of the picture once scaled by `scale`. */
export type Showing = {
  mood: Mood;
  pose: Pose;
  scale: number;
  flip?: boolean;
  ink: string;
  mono?: boolean | undefined;
  line?: number;
};

/**
 * Draws a figure in figure units scaled and moved to (x, y), the middle of its head.
 * The look stays the same in every panel; mood, pose and side change.
 */
export function figure(given: Look, x: number, y: number, showing: Showing): string {
  const { mood, pose, scale, ink } = showing;
  const mono = showing.mono ?? false;
  const look = mono ? greyed(given) : given;
  const pen: Pen = { ink, line: (showing.line ?? 2.6 + scale * 1.1) / scale, mono };
  const size = scale * (look.size ?? 1);
  const held =
    look.prop && (pose === 'hold' || pose === 'give' || pose === 'cheer' || pose === 'wave' || pose === 'fly')
      ? look.prop
      : undefined;
  const inner = body(look, mood, pose, pen, held);
  return place(
    inner,
    x,
    y,
    showing.flip ? -size : size,
    size,
    pose === 'fly' ? (showing.flip ? -38 : 38) : pose === 'run' ? (showing.flip ? -8 : 8) : 0,
  );
}

function body(look: Look, mood: Mood, pose: Pose, pen: Pen, held: Look['prop']): string {
  const { ink, line } = pen;
  const topped = (at: number) =>
    look.hat ? place(hat(look.hat, look.hatColour ?? look.cloth2, look.cloth2, pen), 0, at) : '';
  const hand = (side: number) => {
    const [, , hx, hy] = arms[armsByPose[pose][side < 0 ? 0 : 1]];
    return [side * hx, hy] as const;
  };
  const holding = held
    ? place(prop(held, look.cloth2, pen), ...hand(1), 1, 1, held === 'umbrella' && hand(1)[1] > 0 ? 26 : 0)
    : '';
  if (look.head === 'ghost') {
    return (
      ghost(look, mood, pose, pen) +
      topped(-8) +
      (held ? place(prop(held, look.cloth2, pen), 84, pose === 'hold' || pose === 'give' ? 88 : -10) : '')
    );
  }
  if (look.head === 'octopus') {
    return octopus(look, mood, pen) + topped(-28) + (held ? place(prop(held, look.cloth2, pen), 112, 116) : '');
  }
  const parts = head(look, mood, pen);
  const bare = look.outfit === 'none';
  const machine = look.head === 'robot';
  const sleeve = machine
    ? mix(look.skin, ink, 0.3)
    : bare
      ? look.skin
      : look.outfit === 'stripes'
        ? '#ffffff'
        : look.outfit === 'overalls'
          ? look.cloth2
          : look.outfit === 'apron'
            ? look.cloth
            : mix(look.cloth, '#ffffff', 0.06);
  const trousers = machine
    ? mix(look.skin, ink, 0.3)
    : bare
      ? look.skin
      : look.outfit === 'overalls' || look.outfit === 'suit'
        ? look.cloth
        : look.outfit === 'dress'
          ? look.skin
          : mix(look.cloth2, ink, 0.4);
  const shoe = machine ? look.skin : bare ? mix(look.skin, ink, 0.25) : mix(look.cloth2, ink, 0.65);
  const arm = (side: number) => {
    const [ex, ey, hx, hy] = arms[armsByPose[pose][side < 0 ? 0 : 1]];
    return (
      limb(side * 24, 64, side * ex, ey, side * hx, hy, 16, sleeve, pen) +
      oval(side * hx, hy, 10, 10, look.head === 'penguin' ? look.skin : look.skin, ink, line)
    );
  };
  const cape = look.extras?.includes('cape')
    ? path(
        pose === 'run' || pose === 'fly' || pose === 'jump'
          ? 'M-20,50C-70,70 -110,120 -130,170C-96,172 -66,190 -40,170C-20,150 10,120 24,54Z'
          : 'M-24,50C-50,96 -62,150 -64,186C-30,198 30,198 64,186C62,150 50,96 24,50Z',
        look.cloth2,
        ink,
        line,
      )
    : '';
  const scarf = look.extras?.includes('scarf')
    ? path('M-32,44C-14,58 14,58 32,44L36,58C14,74 -14,74 -36,58Z', look.cloth2, ink, line) +
      path('M-26,60L-40,104L-20,108L-12,66Z', look.cloth2, ink, line)
    : '';
  const bag = look.extras?.includes('bag')
    ? path('M-20,54L26,112', 'none', ink, 9 + line) +
      path('M-20,54L26,112', 'none', look.cloth2, 7) +
      path('M12,104H52V138Q32,146 12,138Z', look.cloth2, ink, line) +
      path('M12,104H52L46,120H18Z', mix(look.cloth2, ink, 0.18), ink, line)
    : '';
  const glasses = look.extras?.includes('glasses')
    ? [-1, 1].map((s) => oval(5 + s * 19, 3, 16, 15, '#ffffff', ink, line, 'fill-opacity=".3"')).join('') +
      path('M2,1q3,-4 6,0M-30,2H-42M40,2H44', 'none', ink, line)
    : '';
  const chest = machine
    ? path('M-38,52H38Q44,52 44,60V122Q44,134 32,134H-32Q-44,134 -44,122V60Q-44,52 -38,52Z', look.skin, ink, line) +
      oval(0, 88, 17, 17, mix(look.cloth2, '#ffffff', 0.2), ink, line) +
      oval(-4, 84, 6, 6, '#ffffff') +
      path('M-28,118H28', 'none', mix(look.skin, ink, 0.4), line)
    : clothes(look.outfit, look.cloth, look.cloth2, look.skin, look.pale ?? mix(look.skin, '#ffffff', 0.5), pen);
  const neck = limb(0, 40, 0, 50, 0, 56, 16, look.skin, pen);
  const longHair = look.hairStyle === 'long' || look.hairStyle === 'pony' || look.hairStyle === 'hijab';
  const wings =
    look.head === 'dragon'
      ? [-1, 1]
          .map((s) =>
            path(
              `M${s * 20},70C${s * 50},20 ${s * 96},20 ${s * 118},44C${s * 100},50 ${s * 98},64 ${s * 98},78C${s * 84},70 ${s * 74},80 ${s * 70},92C${s * 54},84 ${s * 36},92 ${s * 24},104Z`,
              look.cloth2,
              ink,
              line,
            ),
          )
          .join('')
      : '';
  return (
    wings +
    cape +
    tail(look, pen) +
    (longHair ? parts.behind : '') +
    (pose === 'wave' || pose === 'hold' || pose === 'give' ? arm(-1) : '') +
    legs(pose, trousers, shoe, pen) +
    neck +
    chest +
    bag +
    (pose === 'wave' || pose === 'hold' || pose === 'give' ? '' : arm(-1)) +
    scarf +
    (longHair ? '' : parts.behind) +
    parts.front +
    glasses +
    topped(look.head === 'human' ? 0 : look.head === 'rabbit' ? 4 : 2) +
    holding +
    arm(1)
  );
}
