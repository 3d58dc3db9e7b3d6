/** The code points that a TrueType font has glyphs for, from the tables of its `cmap` in the formats 4 and 12 (OpenType, "cmap"). */
export function fontCharacters(font: Buffer): Set<number> {
  const cmap = tableAt(font, 'cmap');
  const characters = new Set<number>();
  for (let record = 0; record < font.readUInt16BE(cmap + 2); record += 1) {
    const at = cmap + font.readUInt32BE(cmap + 4 + record * 8 + 4);
    for (const [first, last] of rangesIn(font, at)) {
      for (let code = first; code <= last; code += 1) {
        characters.add(code);
      }
    }
  }
  return characters;
}

/** The ranges of code points of one table; none of a format that says nothing which the others do not. */
function rangesIn(font: Buffer, at: number): [first: number, last: number][] {
  const format = font.readUInt16BE(at);
  if (format === 12) {
    return Array.from({ length: font.readUInt32BE(at + 12) }, (_, group) => [
      font.readUInt32BE(at + 16 + group * 12),
      font.readUInt32BE(at + 20 + group * 12),
    ]);
  }
  if (format !== 4) return [];
  const doubled = font.readUInt16BE(at + 6);
  const ranges = Array.from({ length: doubled / 2 }, (_, segment): [number, number] => [
    font.readUInt16BE(at + 16 + doubled + segment * 2),
    font.readUInt16BE(at + 14 + segment * 2),
  ]);
  // The last segment stands for the end of the table.
  return ranges.filter(([, last]) => last !== 0xffff);
}

function tableAt(font: Buffer, tag: string): number {
  for (let table = 0; table < font.readUInt16BE(4); table += 1) {
    if (font.toString('latin1', 12 + table * 16, 16 + table * 16) === tag) return font.readUInt32BE(20 + table * 16);
  }
  throw new Error(`a font without ${tag}`);
}
