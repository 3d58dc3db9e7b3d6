/** Tag, type and number of the entry that says how a picture lies: a SHORT. Some programs write a LONG, which decoders take. */
const ENTRY = { tag: 0x0112, type: 3, count: 1 };
const LONG = 4;
/** Bytes of a TIFF with one entry: header, count of entries, the entry, no further directory. */
const LENGTH = 26;

/**
 * How a picture lies, and nothing else of what its EXIF says: a TIFF of 26 bytes with that one entry. Null where it lies
 * as it is stored, or where the EXIF (from `II` or `MM` on) does not say. Never longer than what it was found in.
 */
export function orientationOnly(exif: Buffer): Buffer | null {
  const orientation = parseOrientation(exif);
  if (orientation === null) return null;
  if (exif.length < LENGTH) return exif;
  const tiff = Buffer.alloc(LENGTH);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(ENTRY.tag, 10);
  tiff.writeUInt16LE(ENTRY.type, 12);
  tiff.writeUInt32LE(ENTRY.count, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

/** From 2 to 8 (TIFF 6.0, "Orientation"); null for one that changes nothing. */
function parseOrientation(exif: Buffer): number | null {
  const order = exif.toString('latin1', 0, 4);
  if (exif.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return null;
  const little = order.startsWith('I');
  const short = (at: number): number => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number): number => (little ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  const directory = long(4);
  if (directory + 2 > exif.length) return null;
  const entries = Math.min(short(directory), Math.floor((exif.length - directory - 2) / 12));
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (short(at) !== ENTRY.tag) continue;
    const type = short(at + 2);
    const value = type === LONG ? long(at + 8) : short(at + 8);
    return (type === ENTRY.type || type === LONG) && long(at + 4) === ENTRY.count && value >= 2 && value <= 8
      ? value
      : null;
  }
  return null;
}
