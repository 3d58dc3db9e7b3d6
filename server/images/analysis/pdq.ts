import { brightnessAt, type Picture } from './analysis-picture.ts';

/** Rows and columns that a picture is brought down to, and of its lowest frequencies. */
const SIDE = 64;
const WAVES = 16;
/** Pictures of less detail are alike in too much to be told apart (the authors' bound, of 0 to 100). */
const LEAST_QUALITY = 50;

/** How the lowest 16 frequencies weigh 64 samples: rows of the discrete cosine transform, without its constant first one. */
const COSINES = Float64Array.from({ length: WAVES * SIDE }, (_, at) => {
  const [wave, sample] = [Math.floor(at / SIDE) + 1, at % SIDE];
  return Math.sqrt(2 / SIDE) * Math.cos((Math.PI / 2 / SIDE) * wave * (2 * sample + 1));
});

/**
 * Promises the 256 bits by which copies of a picture are known, as 32 bytes; null for one that is too plain. Copies of
 * other sizes and qualities differ in 31 bits at most, others in about 128.
 *
 * It is PDQ: "The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm", Facebook, 2019: brightness,
 * smoothed and brought down to 64 × 64, of its cosine transform the lowest 16 × 16 frequencies, each above their median or
 * not. The bits stand as its authors write them, the last frequency first.
 */
export function pdqHash(picture: Picture): Buffer | null {
  const small = smoothed(picture);
  if (measureQuality(small) < LEAST_QUALITY) return null;
  const waves = computeWaves(small);
  const middle = waves.toSorted()[waves.length / 2 - 1]!;
  const bits = Buffer.alloc(waves.length / 8);
  for (let at = 0; at < waves.length; at += 1) {
    if (waves[at]! > middle) {
      bits[bits.length - 1 - (at >> 3)]! |= 1 << (at & 7);
    }
  }
  return bits;
}

/** The brightness of a picture in 64 × 64 places: a box run over it twice, as a tent, looked at where the places are. */
function smoothed({ data, width, height }: Picture): Float64Array {
  const across = makeTents(width);
  const down = makeTents(height);
  const rows = new Float64Array(height * SIDE);
  const row = new Float64Array(width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      row[x] = brightnessAt(data, (y * width + x) * 3);
    }
    for (let place = 0; place < SIDE; place += 1) {
      rows[y * SIDE + place] = weighed(row, across[place]!, 1, 0);
    }
  }
  const small = new Float64Array(SIDE * SIDE);
  for (let place = 0; place < SIDE; place += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      small[place * SIDE + column] = weighed(rows, down[place]!, SIDE, column);
    }
  }
  return small;
}

/** The pixels that count for one place along a side: from which pixel, and how much each. */
interface Tent {
  from: number;
  weights: Float64Array;
}

function makeTents(length: number): Tent[] {
  const box = Math.floor((length + 2 * SIDE - 1) / (2 * SIDE));
  return Array.from({ length: SIDE }, (_, place) => {
    const middle = Math.floor(((place + 0.5) * length) / SIDE);
    const from = Math.max(0, middle - box + 1);
    const to = Math.max(from, Math.min(length - 1, middle + box - 1));
    const raw = Array.from({ length: to - from + 1 }, (_each, step) => box - Math.abs(from + step - middle));
    const sum = raw.reduce((total, weight) => total + weight, 0);
    return { from, weights: Float64Array.from(raw, (weight) => weight / sum) };
  });
}

function weighed(values: Float64Array, { from, weights }: Tent, step: number, offset: number): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) {
    sum += weights[at]! * values[(from + at) * step + offset]!;
  }
  return sum;
}

/** How much there is to see, 0 to 100: steps between neighbours, in hundredths of white, each cut to a whole. */
function measureQuality(small: Float64Array): number {
  let sum = 0;
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const here = small[y * SIDE + x]!;
      if (y + 1 < SIDE) {
        sum += Math.abs(Math.trunc(((here - small[(y + 1) * SIDE + x]!) * 100) / 255));
      }
      if (x + 1 < SIDE) {
        sum += Math.abs(Math.trunc(((here - small[y * SIDE + x + 1]!) * 100) / 255));
      }
    }
  }
  return Math.min(100, Math.trunc(sum / 90));
}

/** The lowest 16 × 16 frequencies, row by row. */
function computeWaves(small: Float64Array): Float64Array {
  const half = new Float64Array(WAVES * SIDE);
  const waves = new Float64Array(WAVES * WAVES);
  for (let wave = 0; wave < WAVES; wave += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      let sum = 0;
      for (let y = 0; y < SIDE; y += 1) {
        sum += COSINES[wave * SIDE + y]! * small[y * SIDE + x]!;
      }
      half[wave * SIDE + x] = sum;
    }
  }
  for (let down = 0; down < WAVES; down += 1) {
    for (let wave = 0; wave < WAVES; wave += 1) {
      let sum = 0;
      for (let x = 0; x < SIDE; x += 1) {
        sum += half[down * SIDE + x]! * COSINES[wave * SIDE + x]!;
      }
      waves[down * WAVES + wave] = sum;
    }
  }
  return waves;
}

/** In how many bits two pictures differ. */
export function hammingDistance(one: Uint8Array, other: Uint8Array): number {
  let apart = 0;
  for (let at = 0; at < one.length; at += 1) {
    apart += BITS[one[at]! ^ other[at]!]!;
  }
  return apart;
}

/** How many bits of a byte are set. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
