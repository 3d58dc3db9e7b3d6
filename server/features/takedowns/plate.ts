import { crc32, deflateSync } from 'node:zlib';

/** Sides in pixels: the shape of a page, large enough to be one. */
const WIDTH = 600;
const HEIGHT = 900;

/** The picture that stands where a page is withheld: a grey page that is crossed out, without words. PNG; always the same bytes. */
export function plate(): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) { rows[y * (WIDTH + 1) + 1 + x] = shade(x, y); }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits of grey.
  header[8] = 8;
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function shade(x: number, y: number): number {
  const edge = Math.min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y);
  const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2];
  const radius = Math.hypot(dx, dy);
  const ring = Math.abs(radius - 120) < 10 || (radius < 120 && Math.abs(dx + dy) < 13);
  return ring ? 150 : edge < 8 ? 170 : 200;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
