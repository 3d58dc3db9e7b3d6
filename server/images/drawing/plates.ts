import { crc32, deflateSync } from 'node:zlib';

/** Sides in pixels: the shape of a page, large enough to be one. */
const WIDTH = 600;
const HEIGHT = 900;

/** Parts of a plate, as shades of grey. */
const [EDGE, SIGN, GROUND] = [170, 150, 200];

/** The picture that stands where a page is withheld: a grey page that is crossed out, without words. PNG; always the same bytes. */
export function withheldPlate(): Buffer {
  return drawn((x, y) => {
    const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2];
    const radius = Math.hypot(dx, dy);
    const ring = Math.abs(radius - 120) < 10 || (radius < 120 && Math.abs(dx + dy) < 13);
    return ring ? SIGN : edge(x, y) < 8 ? EDGE : GROUND;
  });
}

/** The picture that stands where a page is missing: a grey page with a dashed border and a torn leaf, without words. PNG; always the same bytes. */
export function missingPlate(): Buffer {
  return drawn((x, y) => {
    const dashed = edge(x, y) < 8 && (x + y) % 60 < 36;
    const [left, top] = [x - 200, y - 300];
    const leaf = left >= 0 && left < 200 && top >= 0 && top < 300;
    // The tear runs from side to side in teeth of 40 pixels.
    const tear = top - 130 - Math.abs((left % 40) - 20) * 1.5;
    const torn = leaf && (tear < 0 || tear >= 34);
    const outline =
      left < 10 || left >= 190 || top < 10 || top >= 290 || (tear < 0 && tear >= -10) || (tear >= 34 && tear < 44);
    return torn && outline ? SIGN : dashed ? EDGE : GROUND;
  });
}

let missing: Buffer | undefined;

/** Whether these bytes are the picture that stands where a page is missing: such a page of another library is missing here, too. */
export function isMissingPlate(bytes: Buffer): boolean {
  missing ??= missingPlate();
  return missing.equals(bytes);
}

const edge = (x: number, y: number): number => Math.min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y);

/** A PNG of eight bits of grey. */
function drawn(shade: (x: number, y: number) => number): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      rows[y * (WIDTH + 1) + 1 + x] = shade(x, y);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
