type Random = () => number;

/** Ways in which files are damaged on their way. */
const WAYS: ((bytes: Buffer, random: Random) => Buffer)[] = [
  changeByte,
  changeRun,
  cutEnd,
  cutOut,
  moveRun,
  copyRun,
  zeroRun,
  writeText,
];

/** Promises other bytes than the given ones: damaged in one place and in one way, both by chance. */
export function damage(bytes: Buffer, random: Random): Buffer {
  for (;;) {
    const way = WAYS[whole(random, WAYS.length)] as (typeof WAYS)[number];
    const damaged = way(Buffer.from(bytes), random);
    if (!damaged.equals(bytes)) return damaged;
  }
}

const whole = (random: Random, below: number): number => Math.floor(random() * below);

/** A run of one to a third of all bytes, short ones oftener than long ones. */
function run(bytes: Buffer, random: Random): [start: number, end: number] {
  const length = Math.max(1, Math.floor((bytes.length / 3) ** random()));
  const start = whole(random, bytes.length - length);
  return [start, start + length];
}

function changeByte(bytes: Buffer, random: Random): Buffer {
  const at = whole(random, bytes.length);
  bytes[at] = (bytes[at] as number) ^ (1 << whole(random, 8));
  return bytes;
}

function changeRun(bytes: Buffer, random: Random): Buffer {
  const start = whole(random, bytes.length - 16);
  for (let at = start + whole(random, 16); at >= start; at -= 1) {
    bytes[at] = whole(random, 256);
  }
  return bytes;
}

function cutEnd(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, whole(random, bytes.length));
}

function cutOut(bytes: Buffer, random: Random): Buffer {
  const [start, end] = run(bytes, random);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}

function moveRun(bytes: Buffer, random: Random): Buffer {
  const [start, end] = run(bytes, random);
  const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  const to = whole(random, rest.length);
  return Buffer.concat([rest.subarray(0, to), bytes.subarray(start, end), rest.subarray(to)]);
}

function copyRun(bytes: Buffer, random: Random): Buffer {
  const [start, end] = run(bytes, random);
  const copied = Buffer.from(bytes.subarray(start, end));
  bytes.set(copied, whole(random, bytes.length - copied.length));
  return bytes;
}

function zeroRun(bytes: Buffer, random: Random): Buffer {
  return bytes.fill(0, ...run(bytes, random));
}

/** A line of text in the place of bytes, as programs for text leave behind. */
function writeText(bytes: Buffer, random: Random): Buffer {
  bytes.write('\r\n', whole(random, bytes.length - 2), 'latin1');
  return bytes;
}
