import { face } from './figure-face.ts';
import type { HairStyle, Look, Mood } from './figure-look.ts';
import { box, mix, oval, path } from './svg.ts';

/** The pen a head is drawn with: ink colour and line width in figure units. */
export type Pen = { ink: string; line: number; mono: boolean };

/** A head around (0, 0), about 100 units wide: what hangs behind the body, and what is seen in front of it. */
export type Head = { behind: string; front: string };

const skull = 'M-43,-8C-43,-54 43,-54 43,-8C43,26 24,47 0,47C-24,47 -43,26 -43,-8Z';
const shade = 'M-43,-8C-43,26 -24,47 0,47C8,47 16,45 22,41C-8,40 -34,22 -36,-26C-41,-21 -43,-15 -43,-8Z';

const hairBack: Record<HairStyle, string> = {
  short: '',
  spiky: '',
  bald: '',
  hijab: 'M-52,-10C-56,40 -58,70 -44,86L44,86C58,70 56,40 52,-10Z',
  bob: 'M-50,-10C-58,30 -52,44 -44,48L44,48C52,44 58,30 50,-10C50,-66 -50,-66 -50,-10Z',
  long: 'M-50,-10C-62,40 -62,90 -54,128C-30,138 30,138 54,128C62,90 62,40 50,-10C50,-66 -50,-66 -50,-10Z',
  bun: 'M-47,-6C-50,20 -44,34 -38,38L38,38C44,34 50,20 47,-6Z',
  pony: 'M-30,-34C-84,-52 -100,0 -88,48C-84,62 -74,76 -66,84C-70,50 -62,22 -34,2Z',
  curly:
    'M-44,34C-70,30 -70,4 -60,-6C-76,-26 -58,-50 -42,-50C-34,-74 -4,-74 6,-64C26,-78 50,-62 50,-46C70,-40 72,-16 62,-4C74,14 62,34 44,34Z',
  braids: 'M-48,-6C-52,20 -50,34 -44,40L44,40C50,34 52,20 48,-6Z',
};

const fringe: Record<HairStyle, string> = {
  bald: '',
  hijab: '',
  short:
    'M-46,2C-54,-44 -28,-62 4,-60C36,-60 52,-38 46,2C42,-8 40,-18 36,-26C18,-18 -8,-18 -24,-30C-28,-16 -40,-12 -46,2Z',
  bob: 'M-48,14C-56,-44 -30,-62 0,-62C30,-62 56,-44 48,14C44,-2 42,-14 40,-22C20,-20 -2,-22 -16,-34C-20,-20 -42,-14 -48,14Z',
  long: 'M-48,26C-58,-44 -30,-62 0,-62C30,-62 58,-44 48,26C42,0 40,-16 30,-30C22,-22 8,-18 -4,-18C2,-24 4,-30 4,-36C-10,-20 -42,-22 -48,26Z',
  bun: 'M-46,4C-54,-44 -28,-60 0,-60C28,-60 54,-44 46,4C42,-14 32,-30 14,-38C-6,-26 -36,-24 -46,4Z',
  pony: 'M-46,4C-54,-44 -28,-60 0,-60C28,-60 54,-44 46,4C44,-10 42,-16 38,-24C24,-18 -2,-18 -20,-34C-24,-20 -38,-14 -46,4Z',
  spiky:
    'M-48,6C-66,-14 -62,-26 -52,-30C-62,-46 -50,-56 -40,-54C-36,-74 -18,-72 -12,-66C-2,-84 18,-78 20,-66C36,-74 48,-60 46,-50C60,-46 60,-28 52,-22C58,-10 54,2 46,8C44,-6 40,-14 36,-22L24,-12L16,-28L0,-12L-8,-30L-26,-12L-32,-26C-40,-14 -44,-6 -48,6Z',
  curly:
    'M-46,2C-60,-4 -58,-28 -46,-32C-48,-52 -26,-60 -16,-52C-4,-66 22,-62 26,-50C44,-54 56,-36 48,-24C58,-16 56,-2 46,4C44,-14 36,-18 30,-20C22,-12 10,-14 6,-22C-2,-14 -16,-14 -20,-24C-34,-22 -42,-12 -46,2Z',
  braids: 'M-47,8C-56,-44 -28,-60 0,-60C28,-60 56,-44 47,8C44,-14 34,-30 2,-40C-32,-30 -44,-14 -47,8Z',
};

function human(look: Look, mood: Mood, pen: Pen): Head {
  const hair = look.hair ?? '#3b2a2a';
  const style = look.hairStyle ?? 'short';
  const { ink, line } = pen;
  const hijab = style === 'hijab';
  const behind = hairBack[style] ? path(hairBack[style], mix(hair, ink, 0.18), ink, line) : '';
  const bun = style === 'bun' ? oval(0, -64, 24, 21, hair, ink, line) : '';
  const ears = hijab ? '' : [-1, 1].map((s) => oval(s * 43, 4, 8, 10, look.skin, ink, line)).join('');
  const braids =
    style !== 'braids'
      ? ''
      : [-1, 1]
          .map(
            (s) =>
              [0, 1, 2, 3].map((i) => oval(s * (48 + i * 2), 34 + i * 19, 12 - i, 12, hair, ink, line)).join('') +
              box(s * 55 - 7, 100, 14, 8, look.cloth2, 3, ink, line * 0.8),
          )
          .join('');
  const beard = look.extras?.includes('beard')
    ? path('M-42,4C-44,40 -22,70 2,70C28,70 44,40 42,4C34,22 22,24 6,20C-10,24 -32,22 -42,4Z', hair, ink, line)
    : '';
  const moustache = look.extras?.includes('moustache')
    ? path('M4,20C-4,12 -22,16 -26,26C-14,28 -4,28 4,22C12,28 24,28 36,26C32,16 14,12 4,20Z', hair, ink, line)
    : '';
  const shine =
    pen.mono || !fringe[style] ? '' : path('M-30,-40C-18,-50 -4,-52 8,-51', 'none', mix(hair, '#ffffff', 0.35), 5);
  const cover = hijab
    ? path(
        'M0,-62C-64,-62 -62,20 -40,50C-30,66 30,66 40,50C62,20 64,-62 0,-62ZM0,-36C34,-36 40,-8 36,12C30,34 16,44 2,44C-16,44 -30,32 -34,12C-38,-8 -34,-36 0,-36Z',
        hair,
        ink,
        line,
        'fill-rule="evenodd"',
      )
    : '';
  const nose = path('M9,13q6,4 -1,7', 'none', mix(look.skin, ink, 0.55), line);
  const features = face(mood, {
    ink,
    line,
    look: 5,
    eyeY: 3,
    gap: 18,
    mouthY: 26,
    eye: 1,
    cheek: pen.mono ? undefined : mix(look.skin, '#ff5a5a', 0.4),
  });
  return {
    behind,
    front:
      bun +
      ears +
      path(skull, look.skin) +
      path(shade, mix(look.skin, pen.mono ? '#999999' : '#7a2d5a', 0.16)) +
      path(skull, 'none', ink, line) +
      beard +
      nose +
      features +
      moustache +
      cover +
      (fringe[style] ? path(fringe[style], hair, ink, line) : '') +
      shine +
      braids,
  };
}

function beast(look: Look, mood: Mood, pen: Pen): Head {
  const { ink, line } = pen;
  const pale = look.pale ?? mix(look.skin, '#ffffff', 0.6);
  const dark = mix(look.skin, ink, 0.2);
  const cheek = pen.mono ? undefined : mix(pale, '#ff6a6a', 0.45);
  const round = 'M-54,4C-54,-36 -26,-48 0,-48C26,-48 54,-36 54,4C54,34 28,46 0,46C-28,46 -54,34 -54,4Z';
  const pointed =
    'M-52,-10C-46,-42 -22,-46 0,-46C22,-46 46,-42 52,-10C58,2 64,14 66,24C50,24 42,30 34,36C22,46 10,50 0,50C-10,50 -22,46 -34,36C-42,30 -50,24 -66,24C-64,14 -58,2 -52,-10Z';
  const ear = (d: string, inner: string) =>
    [1, -1]
      .map(
        (s) =>
          `<g transform="scale(${s},1)">${path(d, look.skin, ink, line)}${path(inner, mix(pale, '#ff8f9a', pen.mono ? 0 : 0.35))}</g>`,
      )
      .join('');
  const nose = (y: number, c: string) =>
    path(`M-1,${y}q6,-7 13,0q-2,8 -6.5,9q-4.500,-1 -6.500,-9Z`, c, ink, line * 0.7);
  const whiskers = [-1, 1]
    .map((s) => path(`M${s * 34},14l${s * 30},-6M${s * 34},21l${s * 30},3`, 'none', ink, line * 0.7))
    .join('');
  const fit = { ink, line, look: 5, eyeY: -2, gap: 22, mouthY: 24, eye: 1.05, cheek };
  const stripes = look.extras?.includes('stripes')
    ? path('M0,-46l0,16M-15,-44l2,13M15,-44l-2,13M-52,-2l14,3M52,-2l-14,3M-50,12l12,0M50,12l-12,0', 'none', dark, 6)
    : '';
  const patch = look.extras?.includes('patch') ? oval(27, -4, 21, 24, dark) : '';
  switch (look.head) {
    case 'cat':
      return {
        behind: '',
        front:
          ear(
            'M14,-40C24,-62 38,-74 50,-76C58,-56 58,-30 52,-12Z',
            'M28,-44C34,-54 40,-60 46,-63C50,-50 50,-38 47,-26Z',
          ) +
          path(round, look.skin, ink, line) +
          stripes +
          patch +
          oval(5, 24, 24, 17, pale) +
          whiskers +
          nose(11, '#e8788a') +
          face(mood, fit),
      };
    case 'fox':
      return {
        behind: '',
        front:
          ear(
            'M10,-40C20,-70 38,-88 52,-92C62,-66 60,-32 50,-8Z',
            'M26,-46C32,-60 40,-70 47,-75C52,-58 51,-42 46,-26Z',
          ) +
          path(pointed, look.skin, ink, line) +
          path(
            'M-62,24C-48,22 -40,8 -22,8C-8,8 0,16 4,20C10,14 16,8 28,8C44,8 50,22 62,24C48,26 40,32 34,36C22,46 10,49 0,49C-10,49 -22,46 -34,36C-42,30 -50,26 -62,24Z',
            pale,
          ) +
          path(pointed, 'none', ink, line) +
          nose(13, ink) +
          face(mood, { ...fit, eyeY: -6, mouthY: 27 }),
      };
    case 'bear':
      return {
        behind: '',
        front:
          [-1, 1].map((s) => oval(s * 38, -38, 18, 18, look.skin, ink, line) + oval(s * 38, -37, 9, 9, pale)).join('') +
          path(round, look.skin, ink, line) +
          patch +
          oval(5, 22, 25, 19, pale, ink, line * 0.7) +
          path('M-6,10q11,-8 22,0q-3,11 -11,11q-8,0 -11,-11Z', ink) +
          face(mood, { ...fit, eyeY: -8, mouthY: 26 }),
      };
    case 'rabbit':
      return {
        behind: '',
        front:
          [-1, 1]
            .map(
              (s) =>
                `<g transform="rotate(${s * 10})">${oval(s * 20, -82, 14, 44, look.skin, ink, line)}${oval(s * 20, -80, 6.5, 32, mix(pale, '#ff8f9a', pen.mono ? 0 : 0.45))}</g>`,
            )
            .join('') +
          path(round, look.skin, ink, line) +
          oval(5, 24, 22, 15, pale) +
          nose(10, '#e8788a') +
          path('M1,33h4.500v9h-4.500zM6,33h4.500v9h-4.500z', '#ffffff', ink, line * 0.5) +
          face(mood, { ...fit, mouthY: 22 }),
      };
    case 'frog':
      return {
        behind: '',
        front:
          [-1, 1]
            .map(
              (s) =>
                oval(s * 28, -38, 22, 22, look.skin, ink, line) +
                oval(s * 28 + 3, -38, 14, 15, '#ffffff', ink, line * 0.6),
            )
            .join('') +
          path(
            'M-60,8C-60,-28 -30,-40 0,-40C30,-40 60,-28 60,8C60,34 30,46 0,46C-30,46 -60,34 -60,8Z',
            look.skin,
            ink,
            line,
          ) +
          path('M-52,18C-40,40 -20,44 0,44C20,44 40,40 52,18C30,28 -30,28 -52,18Z', pale) +
          face(mood, { ...fit, eyeY: -38, gap: 28, mouthY: 8, eye: 0.85 }),
      };
    case 'penguin':
      return {
        behind: '',
        front:
          path(round, look.skin, ink, line) +
          path('M4,-18C16,-36 44,-30 44,2C44,28 24,40 4,40C-18,40 -38,28 -38,2C-38,-30 -8,-36 4,-18Z', pale) +
          face(mood, { ...fit, gap: 19, beak: true }) +
          path(
            mood === 'joy' || mood === 'happy' || mood === 'shock'
              ? 'M-10,12Q5,2 20,12Q12,18 5,34Q-2,18 -10,12Z'
              : 'M-10,14Q5,4 20,14Q12,24 5,25Q-2,24 -10,14Z',
            look.cloth2,
            ink,
            line,
          ),
      };
    case 'owl':
      return {
        behind: '',
        front:
          path(
            'M-50,-56C-34,-52 -20,-48 0,-46C20,-48 34,-52 50,-56C48,-46 56,-20 54,4C54,34 28,48 0,48C-28,48 -54,34 -54,4C-56,-20 -48,-46 -50,-56Z',
            look.skin,
            ink,
            line,
          ) +
          [-1, 1].map((s) => oval(3 + s * 23, -2, 25, 27, pale, ink, line * 0.7)).join('') +
          face(mood, { ...fit, look: 3, gap: 22, eye: 1.3, beak: true }) +
          path('M-6,12Q3,6 12,12Q10,24 3,30Q-4,24 -6,12Z', '#f2a63a', ink, line),
      };
    default:
      return {
        behind: '',
        front:
          [-1, 1]
            .map((s) =>
              path(
                `M${s * 18},-40C${s * 20},-64 ${s * 38},-74 ${s * 48},-78C${s * 50},-60 ${s * 46},-46 ${s * 38},-34Z`,
                pale,
                ink,
                line,
              ),
            )
            .join('') +
          [-1, 1]
            .map((s) =>
              path(
                `M${s * 48},-6l${s * 26},-14l${s * -6},16l${s * 14},6l${s * -18},8l${s * 6},14l${s * -24},-6Z`,
                look.cloth2,
                ink,
                line,
              ),
            )
            .join('') +
          path(round, look.skin, ink, line) +
          oval(5, 25, 33, 21, pale, ink, line * 0.8) +
          [-8, 18].map((x) => oval(x, 16, 3.5, 3, ink)).join('') +
          face(mood, { ...fit, eyeY: -10, mouthY: 27, gap: 20 }),
      };
  }
}

function robot(look: Look, mood: Mood, pen: Pen): Head {
  const { ink, line } = pen;
  const glow = look.pale ?? '#8df3e4';
  return {
    behind: '',
    front:
      (look.hat ? '' : path('M0,-46V-72', 'none', ink, line * 2.6) + oval(0, -76, 10, 10, look.cloth2, ink, line)) +
      [-1, 1].map((s) => box(s * 58 - 9, -16, 18, 34, mix(look.skin, ink, 0.25), 6, ink, line)).join('') +
      box(-54, -48, 108, 94, look.skin, 26, ink, line) +
      path(
        'M-54,-20C-54,-36 -44,-48 -28,-48H-10C-34,-40 -42,-24 -42,4V36C-50,30 -54,24 -54,20Z',
        '#ffffff',
        undefined,
        0,
        'fill-opacity=".35"',
      ) +
      box(-40, -32, 84, 62, mix(ink, '#1c3048', 0.4), 18, ink, line) +
      face(mood, { ink: glow, line, look: 3, eyeY: -6, gap: 19, mouthY: 10, eye: 1, white: mix(ink, '#1c3048', 0.4) }),
  };
}

/** Draws the head of a figure. */
export function head(look: Look, mood: Mood, pen: Pen): Head {
  if (look.head === 'human') return human(look, mood, pen);
  if (look.head === 'robot') return robot(look, mood, pen);
  return beast(look, mood, pen);
}
