/** One entry of a TAR as it shall be written, true or not. */
export interface RawTarEntry {
  name: string | Buffer;
  data?: Buffer;
  /** `0` file, `1` hard link, `2` link, `3` and `4` devices, `5` folder, `6` pipe, `S` sparse, `x` PAX, `L` long name. */
  type?: string;
  link?: string;
  /** The header's value for the size: octal digits, or twelve bytes. */
  size?: string | Buffer;
  /** Whether the header's checksum is right. */
  checked?: boolean;
}

/** Promises the bytes of a TAR written field by field, so that any of them can lie. */
export function rawTar(entries: RawTarEntry[], { end = true } = {}): Buffer {
  const parts = entries.flatMap(({ name, data = Buffer.from('page'), type = '0', link = '', size, checked = true }) => {
    const header = Buffer.alloc(512);
    header.set(Buffer.from(name as string).subarray(0, 100), 0);
    header.write('0000644\0', 100, 'latin1');
    const sizeField = size ?? data.length.toString(8).padStart(11, '0');
    header.set(Buffer.isBuffer(sizeField) ? sizeField : Buffer.from(`${sizeField}\0`, 'latin1'), 124);
    header.write('00000000000\0', 136, 'latin1');
    header.write(type, 156, 'latin1');
    header.write(link, 157, 'latin1');
    header.write('ustar\x0000', 257, 'latin1');
    header.write('        ', 148, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, checked ? 0 : 1);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(end ? 1024 : 0)]);
}
