import { isDrawn, type Box, type Ground, type Picture } from './analysis-picture.ts';

/**
 * Promises which pixels of a picture are something: drawn on the ground, or shut in by what is. What is not is reached
 * from the picture's outline over the bare ground: borders and the gutters between panels. 1 or 0, one byte a pixel.
 */
export function findInside(picture: Picture, ground: Ground): Uint8Array {
  const { data, width, height } = picture;
  const inside = new Uint8Array(width * height);
  for (let at = 0; at < inside.length; at += 1) {
    inside[at] = isDrawn(data, at * 3, ground) ? 1 : 0;
  }
  const BARE = 2;
  // Every pixel is put in line at most once.
  const line = new Int32Array(inside.length);
  let waiting = 0;
  const reach = (at: number) => {
    if (inside[at] === 0) {
      inside[at] = BARE;
      line[waiting] = at;
      waiting += 1;
    }
  };
  for (let x = 0; x < width; x += 1) {
    reach(x);
    reach((height - 1) * width + x);
  }
  for (let y = 0; y < height; y += 1) {
    reach(y * width);
    reach(y * width + width - 1);
  }
  while (waiting > 0) {
    waiting -= 1;
    const at = line[waiting]!;
    const x = at % width;
    if (x > 0) {
      reach(at - 1);
    }
    if (x < width - 1) {
      reach(at + 1);
    }
    if (at >= width) {
      reach(at - width);
    }
    if (at < inside.length - width) {
      reach(at + width);
    }
  }
  for (let at = 0; at < inside.length; at += 1) {
    inside[at] = inside[at] === BARE ? 0 : 1;
  }
  return inside;
}

/** Promises the boxes around the connected parts of what is inside, within a box; parts of fewer than `least` pixels are left out. */
export function findParts(inside: Uint8Array, width: number, box: Box, least: number): Box[] {
  const parts: Box[] = [];
  const seen = new Uint8Array(box.width * box.height);
  const line = new Int32Array(seen.length);
  let waiting = 0;
  const visit = (x: number, y: number) => {
    const at = y * box.width + x;
    if (seen[at] === 0 && inside[(box.top + y) * width + box.left + x] === 1) {
      seen[at] = 1;
      line[waiting] = at;
      waiting += 1;
    }
  };
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue;
    visit(start % box.width, Math.floor(start / box.width));
    if (waiting === 0) continue;
    let left = box.width;
    let right = 0;
    let top = box.height;
    let bottom = 0;
    let count = 0;
    while (waiting > 0) {
      waiting -= 1;
      const at = line[waiting]!;
      const x = at % box.width;
      const y = (at - x) / box.width;
      if (x < left) {
        left = x;
      }
      if (x > right) {
        right = x;
      }
      if (y < top) {
        top = y;
      }
      if (y > bottom) {
        bottom = y;
      }
      count += 1;
      if (x > 0) {
        visit(x - 1, y);
      }
      if (x < box.width - 1) {
        visit(x + 1, y);
      }
      if (y > 0) {
        visit(x, y - 1);
      }
      if (y < box.height - 1) {
        visit(x, y + 1);
      }
    }
    if (count >= least) {
      parts.push({ left: box.left + left, top: box.top + top, width: right - left + 1, height: bottom - top + 1 });
    }
  }
  return parts;
}
