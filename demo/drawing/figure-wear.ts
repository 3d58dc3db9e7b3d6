import type { Pen } from './figure-heads.ts';
import type { Hat, Outfit } from './figure-look.ts';
import { box, mix, n, oval, path } from './svg.ts';

/** A hat on a head around (0, 0); `colour` is its cloth, `trim` its band. */
export function hat(kind: Hat, colour: string, trim: string, { ink, line }: Pen): string {
  switch (kind) {
    case 'witch':
      return (
        path(
          'M-38,-34C-28,-70 -18,-104 6,-128C14,-140 40,-142 54,-126C44,-128 34,-122 30,-112C32,-84 36,-58 40,-34Z',
          colour,
          ink,
          line,
        ) +
        path('M-36,-44C-10,-34 16,-34 38,-44L40,-32C14,-22 -12,-22 -39,-32Z', trim, ink, line) +
        path('M-88,-22C-60,-44 60,-44 88,-22C70,-10 30,-16 0,-16C-30,-16 -70,-10 -88,-22Z', colour, ink, line)
      );
    case 'sailor':
      return (
        path('M-44,-36C-60,-62 -30,-82 0,-82C30,-82 60,-62 44,-36C20,-28 -20,-28 -44,-36Z', '#ffffff', ink, line) +
        path('M-45,-48C-20,-38 20,-38 45,-48L45,-30C20,-20 -20,-20 -45,-30Z', colour, ink, line) +
        oval(0, -32, 6, 6, trim)
      );
    case 'toque':
      return (
        path('M-40,-40C-72,-54 -60,-100 -30,-94C-20,-116 22,-116 30,-94C60,-100 72,-54 40,-40Z', '#ffffff', ink, line) +
        path('M-42,-56C-16,-48 16,-48 42,-56V-32C16,-22 -16,-22 -42,-32Z', colour, ink, line)
      );
    case 'knight':
      return (
        path('M-2,-62C10,-104 50,-106 66,-88C50,-88 46,-72 50,-58C36,-66 16,-66 6,-58Z', trim, ink, line) +
        path(
          'M-52,6C-58,-60 -30,-68 0,-68C30,-68 58,-60 52,6C48,-8 44,-14 38,-18L-38,-18C-44,-14 -48,-8 -52,6Z',
          colour,
          ink,
          line,
        ) +
        path('M0,-66V-20', 'none', mix(colour, '#ffffff', 0.5), line * 2)
      );
    case 'bubble':
      return (
        oval(0, -6, 76, 74, '#bfeaff', ink, line, 'fill-opacity=".28"') +
        path('M-52,-40C-44,-54 -30,-62 -14,-66', 'none', '#ffffff', line * 2.4) +
        path('M-46,52C-20,66 20,66 46,52L50,66C20,80 -20,80 -50,66Z', colour, ink, line)
      );
    case 'beret':
      return (
        path('M-54,-34C-64,-66 -10,-82 22,-74C58,-66 64,-40 50,-30C20,-40 -20,-40 -54,-34Z', colour, ink, line) +
        path('M10,-76q2,-12 10,-14', 'none', ink, line * 1.6)
      );
    case 'straw':
      return (
        path('M-38,-36C-40,-78 40,-78 38,-36Z', colour, ink, line) +
        path('M-39,-46C-14,-38 14,-38 39,-46L40,-32C14,-24 -14,-24 -40,-32Z', trim, ink, line) +
        path('M-84,-24C-50,-44 50,-44 84,-24C50,-12 -50,-12 -84,-24Z', colour, ink, line)
      );
    case 'cap':
      return (
        path('M-48,-28C-52,-74 52,-74 48,-28C20,-36 -20,-36 -48,-28Z', colour, ink, line) +
        path('M4,-36C34,-42 66,-40 86,-24C66,-20 30,-22 4,-26Z', trim, ink, line)
      );
    case 'turban':
      return (
        path('M-52,-20C-66,-70 -24,-88 4,-84C44,-84 64,-58 52,-20C30,-34 -30,-34 -52,-20Z', colour, ink, line) +
        path(
          'M-50,-24C-20,-56 20,-70 46,-62M-54,-42C-30,-66 -6,-78 24,-80M-20,-30C10,-48 34,-50 54,-44',
          'none',
          mix(colour, ink, 0.35),
          line,
        ) +
        oval(8, -48, 9, 11, trim, ink, line)
      );
    case 'crown':
      return (
        path('M-40,-36L-50,-80L-24,-60L0,-90L24,-60L50,-80L40,-36C14,-28 -14,-28 -40,-36Z', colour, ink, line) +
        [-24, 0, 24].map((x) => oval(x, -46, 5, 5, trim)).join('')
      );
    case 'headphones':
      return (
        path('M-52,0C-58,-74 58,-74 52,0', 'none', ink, line * 3.4) +
        path('M-52,0C-58,-74 58,-74 52,0', 'none', colour, line * 1.6) +
        [-1, 1].map((s) => box(s * 54 - 12, -14, 24, 38, trim, 11, ink, line)).join('')
      );
    case 'beanie':
      return (
        path('M-50,-22C-54,-78 54,-78 50,-22Z', colour, ink, line) +
        path('M-53,-34C-20,-44 20,-44 53,-34V-14C20,-24 -20,-24 -53,-14Z', trim, ink, line) +
        oval(0, -76, 15, 14, trim, ink, line)
      );
    case 'hood':
      return path(
        'M0,-76C-76,-72 -72,20 -46,58L-32,44C-46,16 -48,-34 0,-40C48,-34 46,16 32,44L46,58C72,20 76,-72 0,-76Z',
        colour,
        ink,
        line,
      );
    case 'conical':
      return (
        path('M-82,-16C-50,-40 -20,-66 0,-86C20,-66 50,-40 82,-16C50,-26 -50,-26 -82,-16Z', colour, ink, line) +
        path('M0,-84L-34,-26M0,-84L34,-26M0,-84V-26', 'none', mix(colour, ink, 0.3), line * 0.7)
      );
    case 'bow':
      return (
        path(
          'M0,-58C-20,-86 -44,-82 -42,-58C-44,-38 -20,-40 0,-58C20,-86 44,-82 42,-58C44,-38 20,-40 0,-58Z',
          colour,
          ink,
          line,
        ) + oval(0, -58, 8, 8, trim, ink, line)
      );
    case 'flower':
      return (
        [0, 72, 144, 216, 288]
          .map((a) =>
            oval(
              -34 + Math.cos((a * Math.PI) / 180) * 12,
              -44 + Math.sin((a * Math.PI) / 180) * 12,
              10,
              10,
              colour,
              ink,
              line * 0.8,
            ),
          )
          .join('') + oval(-34, -44, 7, 7, trim, ink, line * 0.6)
      );
  }
}

const torso = 'M-27,52C-32,80 -32,104 -30,130C-12,136 12,136 30,130C32,104 32,80 27,52C12,46 -12,46 -27,52Z';

/** Trunk and clothes from the shoulders (y 50) down; `legs` tells whether legs show under them. */
export function clothes(
  outfit: Outfit,
  cloth: string,
  cloth2: string,
  skin: string,
  pale: string,
  { ink, line, mono }: Pen,
): string {
  const dark = mix(cloth, ink, mono ? 0.3 : 0.22);
  const fold = (d: string) => path(d, dark);
  switch (outfit) {
    case 'tunic':
      return (
        path(
          'M-26,52C-34,84 -40,118 -42,144C-16,152 16,152 42,144C40,118 34,84 26,52C12,46 -12,46 -26,52Z',
          cloth,
          ink,
          line,
        ) +
        fold('M-26,54C-34,84 -40,118 -42,144L-26,148C-26,118 -22,84 -18,52Z') +
        path('M-36,104C-14,112 14,112 36,104L38,118C14,126 -14,126 -38,118Z', cloth2, ink, line)
      );
    case 'dress':
      return (
        path(
          'M-24,52C-30,78 -34,92 -38,104C-50,128 -56,150 -60,170C-24,182 24,182 60,170C56,150 50,128 38,104C34,92 30,78 24,52C12,46 -12,46 -24,52Z',
          cloth,
          ink,
          line,
        ) +
        fold('M-24,54C-30,78 -34,92 -38,104C-50,128 -56,150 -60,170L-36,176C-34,140 -22,100 -16,52Z') +
        path('M-36,98C-14,106 14,106 36,98L39,110C14,118 -14,118 -39,110Z', cloth2, ink, line) +
        path('M-22,51C-12,66 12,66 22,51C12,46 -12,46 -22,51Z', '#ffffff', ink, line)
      );
    case 'coat':
      return (
        path(
          'M-30,52C-40,90 -46,130 -50,166C-20,174 20,174 50,166C46,130 40,90 30,52C12,46 -12,46 -30,52Z',
          cloth,
          ink,
          line,
        ) +
        fold('M-30,54C-40,90 -46,130 -50,166L-30,170C-30,130 -26,90 -20,52Z') +
        path('M-16,50L0,92L16,50Z', cloth2, ink, line) +
        path('M0,92V170', 'none', ink, line) +
        [110, 130, 150].map((y) => oval(10, y, 4, 4, cloth2, ink, line * 0.6)).join('')
      );
    case 'apron':
      return (
        path(torso, cloth, ink, line) +
        path('M-18,60L-24,150C-8,156 8,156 24,150L18,60Z', '#ffffff', ink, line) +
        path('M-18,60L-22,50M18,60L22,50M-24,98L-31,96M24,98L31,96', 'none', ink, line) +
        path('M-12,104H12V124Q0,132 -12,124Z', cloth2, ink, line * 0.8)
      );
    case 'stripes':
      return (
        path(torso, '#ffffff', ink, line) +
        [64, 80, 96, 112]
          .map((y) =>
            path(
              `M-29,${y}C-10,${y + 5} 10,${y + 5} 29,${y}L30,${y + 8}C10,${y + 13} -10,${y + 13} -30,${y + 8}Z`,
              cloth,
            ),
          )
          .join('') +
        path(torso, 'none', ink, line) +
        path('M-26,52L0,76L26,52L14,46H-14Z', cloth2, ink, line)
      );
    case 'overalls':
      return (
        path(torso, cloth2, ink, line) +
        path('M-20,76H20L28,104L31,134C12,140 -12,140 -31,134L-28,104Z', cloth, ink, line) +
        path('M-18,78L-22,52M18,78L22,52', 'none', ink, line * 3.6) +
        path('M-18,78L-22,52M18,78L22,52', 'none', cloth, line * 1.8) +
        oval(-17, 80, 4, 4, '#ffe08a', ink, line * 0.6) +
        oval(17, 80, 4, 4, '#ffe08a', ink, line * 0.6) +
        path('M-11,94H11V108Q0,114 -11,108Z', mix(cloth, '#ffffff', 0.25), ink, line * 0.7)
      );
    case 'suit':
      return (
        path(
          'M-32,52C-40,84 -40,112 -34,138C-12,146 12,146 34,138C40,112 40,84 32,52C14,44 -14,44 -32,52Z',
          cloth,
          ink,
          line,
        ) +
        fold('M-32,54C-40,84 -40,112 -34,138L-22,142C-28,112 -28,84 -22,50Z') +
        box(-18, 78, 36, 26, cloth2, 6, ink, line) +
        oval(-8, 88, 4, 4, '#ffffff') +
        oval(6, 88, 4, 4, mix(cloth2, ink, 0.5)) +
        path('M-35,124C-12,132 12,132 35,124', 'none', cloth2, line * 2)
      );
    case 'armour':
      return (
        path(torso, cloth, ink, line) +
        path('M0,48V134M-31,90C-10,98 10,98 31,90M-31,112C-10,120 10,120 31,112', 'none', mix(cloth, ink, 0.45), line) +
        [-1, 1]
          .map((s) =>
            path(
              `M${s * 18},50C${s * 34},42 ${s * 46},52 ${s * 44},72C${s * 36},76 ${s * 26},74 ${s * 20},68Z`,
              mix(cloth, '#ffffff', 0.3),
              ink,
              line,
            ),
          )
          .join('') +
        path('M-31,122L0,134L31,122L34,146L0,154L-34,146Z', cloth2, ink, line)
      );
    case 'robe':
      return (
        path(
          'M-28,52C-40,100 -52,150 -56,190C-20,198 20,198 56,190C52,150 40,100 28,52C12,46 -12,46 -28,52Z',
          cloth,
          ink,
          line,
        ) +
        fold('M-28,54C-40,100 -52,150 -56,190L-34,194C-32,150 -26,100 -18,52Z') +
        path('M-8,50L-6,192M10,50L12,192', 'none', cloth2, line * 2) +
        path('M-40,112C-14,120 14,120 40,112L43,124C14,132 -14,132 -43,124Z', cloth2, ink, line)
      );
    case 'hoodie':
      return (
        path(
          'M-30,52C-36,80 -38,110 -36,134C-12,142 12,142 36,134C38,110 36,80 30,52C14,44 -14,44 -30,52Z',
          cloth,
          ink,
          line,
        ) +
        fold('M-30,54C-36,80 -38,110 -36,134L-24,138C-26,110 -26,80 -20,50Z') +
        path('M-24,54C-12,72 12,72 24,54L28,62C12,82 -12,82 -28,62Z', mix(cloth, '#ffffff', 0.25), ink, line) +
        path('M-20,106H20L24,128H-24Z', mix(cloth, ink, 0.15), ink, line * 0.8) +
        path('M-8,70v16M8,70v16', 'none', cloth2, line * 1.2)
      );
    case 'none':
      return (
        path(torso, skin, ink, line) + path('M0,60C22,62 24,96 18,126C8,132 -8,132 -18,126C-24,96 -22,62 0,60Z', pale)
      );
  }
}

/** A limb through a bend, drawn as a line with an outline. */
export function limb(
  x1: number,
  y1: number,
  bx: number,
  by: number,
  x2: number,
  y2: number,
  width: number,
  colour: string,
  { ink, line }: Pen,
): string {
  const d = `M${n(x1)},${n(y1)}Q${n(bx)},${n(by)} ${n(x2)},${n(y2)}`;
  return path(d, 'none', ink, width + line * 2) + path(d, 'none', colour, width);
}
