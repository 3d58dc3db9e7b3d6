const ARRAYS = { Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array };
type ArrayType = keyof typeof ARRAYS;

/** An array or text as bytes; numbers in the machine's order. */
export interface Section {
  type: ArrayType | 'latin1' | 'utf16le';
  bytes: Uint8Array;
}

/**
 * Plain data (objects and lists of typed arrays, texts, numbers and null) taken apart: JSON of all but arrays and texts, with
 * `{"section": n}` for each, and their bytes, which are not copied.
 *
 * @param first the number of the first section. @throws TypeError for an array that is none of the types above.
 */
export function toSections(data: unknown, first = 0): { shape: string; sections: Section[] } {
  const sections: Section[] = [];
  const shape = JSON.stringify(data, (_, value: unknown) => {
    const section = toSection(value);
    return section === null ? value : { section: first + sections.push(section) - 1 };
  });
  return { shape, sections };
}

/** The data of a shape. @param values of its sections (`sectionValue`). */
export function fromSections(shape: string, values: readonly unknown[]): object {
  return filled(JSON.parse(shape), values) as object;
}

function toSection(value: unknown): Section | null {
  if (typeof value === 'string') {
    const type = /^[\0-\xff]*$/.test(value) ? 'latin1' : 'utf16le';
    return { type, bytes: Buffer.from(value, type) };
  }
  if (!ArrayBuffer.isView(value)) return null;
  const type = value.constructor.name as ArrayType;
  if (!(type in ARRAYS)) throw new TypeError(`no section holds a ${type}`);
  return { type, bytes: new Uint8Array(value.buffer, value.byteOffset, value.byteLength) };
}

/** The array or text of a section. Bytes that are all of their buffer become the memory of their array, others are copied. */
export function sectionValue({ type, bytes }: Section): unknown {
  if (type === 'latin1' || type === 'utf16le') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(type);
  }
  const Type = ARRAYS[type];
  const own = bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
  return new Type(own.buffer as ArrayBuffer, 0, own.length / Type.BYTES_PER_ELEMENT);
}

function filled(shape: unknown, values: readonly unknown[]): unknown {
  if (typeof shape !== 'object' || shape === null) return shape;
  if ('section' in shape) return values[shape.section as number];
  if (Array.isArray(shape)) return shape.map((part) => filled(part, values));
  return Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, filled(part, values)]));
}
