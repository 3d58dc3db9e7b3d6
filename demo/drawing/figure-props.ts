import type { Pen } from './figure-heads.ts';
import type { Prop } from './figure-look.ts';
import { box, oval, path } from './svg.ts';

/** A thing that is held, drawn around the holding hand at (0, 0). */
export function prop(kind: Prop, colour: string, { ink, line }: Pen): string {
  switch (kind) {
    case 'letter':
      return (
        box(-26, -34, 52, 36, '#fffaf0', 3, ink, line) +
        path('M-26,-34L0,-12L26,-34', 'none', ink, line) +
        oval(0, -12, 6, 6, colour, ink, line * 0.6)
      );
    case 'lantern':
      return (
        path('M0,0V14', 'none', ink, line * 1.5) +
        path('M-16,14H16L20,56H-20Z', '#fff0a8', ink, line) +
        path('M-12,14Q0,2 12,14ZM-22,56H22V64H-22Z', colour, ink, line) +
        path('M0,52C-10,42 -4,34 0,24C6,34 10,42 0,52Z', '#ff9a3d')
      );
    case 'broom':
      return (
        path('M-10,60L22,-84', 'none', ink, 9 + line) +
        path('M-10,60L22,-84', 'none', '#a87145', 7) +
        path('M-4,40L-34,104C-20,112 6,110 14,98L8,46Z', '#f2c35b', ink, line) +
        path('M-10,56L-20,102M0,58L-4,106', 'none', ink, line * 0.7)
      );
    case 'ladle':
      return (
        path('M0,10L10,-56', 'none', ink, 7 + line) +
        path('M0,10L10,-56', 'none', '#cfd5da', 5) +
        path('M-14,-58H36C34,-34 -10,-34 -14,-58Z', '#cfd5da', ink, line)
      );
    case 'bread':
      return (
        path('M-40,-14C-44,-42 44,-50 44,-18C44,2 -38,10 -40,-14Z', '#e8a657', ink, line) +
        path('M-20,-30l8,18M0,-34l8,20M20,-34l8,20', 'none', '#fbe0ac', line * 1.6)
      );
    case 'wrench':
      return (
        path('M-4,24L-4,-40', 'none', ink, 14 + line) +
        path('M-4,24L-4,-40', 'none', '#b9c4cc', 12 - line * 0.4) +
        path(
          'M-22,-38C-28,-62 -14,-72 -10,-70V-54H2V-70C8,-72 20,-62 14,-38C6,-30 -14,-30 -22,-38Z',
          '#b9c4cc',
          ink,
          line,
        )
      );
    case 'book':
      return (
        path(
          'M-34,-40C-20,-48 -8,-44 0,-38C8,-44 20,-48 34,-40V2C20,-6 8,-2 0,4C-8,-2 -20,-6 -34,2Z',
          '#fffaf0',
          ink,
          line,
        ) +
        path(
          'M0,-38V4M-26,-32q10,-4 18,0M-26,-22q10,-4 18,0M8,-32q8,-4 18,0M8,-22q8,-4 18,0',
          'none',
          ink,
          line * 0.6,
        ) +
        path('M-34,2C-20,-6 -8,-2 0,4C8,-2 20,-6 34,2V10C20,4 8,6 0,12C-8,6 -20,4 -34,10Z', colour, ink, line)
      );
    case 'umbrella':
      return (
        path('M0,24V-96', 'none', ink, 5 + line) +
        path(
          'M-84,-76C-76,-150 76,-150 84,-76C70,-88 56,-88 44,-76C30,-90 14,-90 0,-76C-14,-90 -30,-90 -44,-76C-56,-88 -70,-88 -84,-76Z',
          colour,
          ink,
          line,
        ) +
        path('M0,-132C-18,-118 -38,-98 -44,-76M0,-132C18,-118 38,-98 44,-76', 'none', ink, line * 0.7)
      );
    case 'net':
      return (
        path('M-6,50L20,-60', 'none', ink, 6 + line) +
        path('M-6,50L20,-60', 'none', '#a87145', 5) +
        path('M-6,-74C-2,-40 40,-20 62,-44C52,-70 40,-92 26,-98Z', '#ffffff', ink, line, 'fill-opacity=".7"') +
        oval(12, -84, 26, 15, 'none', ink, line * 1.4, 'transform="rotate(-36 12 -84)"')
      );
    case 'sword':
      return (
        path('M0,-10L-8,-100L0,-118L8,-100Z', '#dfe6ec', ink, line) +
        box(-22, -14, 44, 10, colour, 4, ink, line) +
        box(-5, -6, 10, 26, '#8d5a3c', 3, ink, line)
      );
    case 'star':
      return path('M0,-62L11,-38L37,-36L17,-18L24,8L0,-6L-24,8L-17,-18L-37,-36L-11,-38Z', '#ffe27a', ink, line);
    case 'flower':
      return (
        path('M0,20C4,-4 -2,-20 2,-36', 'none', ink, 4 + line) +
        path('M0,20C4,-4 -2,-20 2,-36', 'none', '#4f9e5e', 4) +
        [0, 60, 120, 180, 240, 300]
          .map((a) =>
            oval(
              2 + Math.cos((a * Math.PI) / 180) * 15,
              -48 + Math.sin((a * Math.PI) / 180) * 15,
              11,
              11,
              colour,
              ink,
              line * 0.8,
            ),
          )
          .join('') +
        oval(2, -48, 9, 9, '#ffe27a', ink, line * 0.8)
      );
    case 'cup':
      return (
        path('M-20,-40H20L16,4H-16Z', '#ffffff', ink, line) +
        path('M20,-34C38,-34 36,-8 17,-8', 'none', ink, line * 1.3) +
        path('M-17,-24H17L16,-14H-16Z', colour) +
        path('M-8,-52q6,-8 0,-16M6,-52q6,-8 0,-16', 'none', ink, line * 0.7)
      );
    case 'baton':
      return path('M-6,10L34,-74', 'none', ink, 4 + line) + path('M-6,10L34,-74', 'none', '#fffaf0', 3);
    case 'lens':
      return (
        path('M0,20L14,-24', 'none', ink, 9 + line) +
        path('M0,20L14,-24', 'none', '#8d5a3c', 7) +
        oval(22, -50, 28, 28, '#d8f1fb', ink, line * 1.6) +
        path('M8,-58q6,-12 16,-12', 'none', '#ffffff', line * 1.5)
      );
    case 'bowl':
      return (
        path('M-40,-24H40C38,10 22,18 0,18C-22,18 -38,10 -40,-24Z', colour, ink, line) +
        path('M-34,-24C-30,-40 -14,-38 -8,-32C0,-46 16,-42 18,-32C28,-40 36,-34 36,-24Z', '#ffe9b3', ink, line) +
        path('M-12,-54q8,-10 0,-20M8,-54q8,-10 0,-20', 'none', ink, line * 0.8)
      );
    case 'crook':
      return (
        path('M0,96V-76C0,-112 48,-112 46,-80C46,-64 26,-62 24,-74', 'none', ink, 8 + line) +
        path('M0,96V-76C0,-112 48,-112 46,-80C46,-64 26,-62 24,-74', 'none', '#b98552', 7)
      );
    case 'parcel':
      return (
        box(-32, -46, 64, 50, '#d9a066', 3, ink, line) +
        path('M0,-46V4M-32,-22H32', 'none', colour, line * 2) +
        path('M0,-46C-16,-66 -26,-52 0,-46C16,-66 26,-52 0,-46Z', colour, ink, line * 0.8)
      );
    case 'plane':
      return (
        path('M-40,-14L52,-50L4,2Z', '#ffffff', ink, line) + path('M52,-50L-14,-4L-12,18L4,2Z', '#dfe6f0', ink, line)
      );
    case 'note':
      return (
        path('M0,0V-52L34,-62V-14', 'none', ink, line * 1.8) +
        oval(-8, 0, 11, 8, colour, ink, line * 0.8) +
        oval(26, -12, 11, 8, colour, ink, line * 0.8)
      );
  }
}
