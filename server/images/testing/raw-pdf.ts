/** Promises a PDF of these objects, numbered from 1; `trailer` stands in its trailer beside the root, which is object 1. */
export function rawPdf(
  objects: (string | Buffer)[],
  { trailer = '', start }: { trailer?: string; start?: number } = {},
): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]?.length ?? 0;
  const places = objects.map((object, index) => {
    const place = at;
    const written = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(written);
    at += written.length;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start ?? at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A stream object of these bytes. */
export function pdfStream(dictionary: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/**
 * Promises a PDF whose every page is this JPEG of `size` to its edges, or where it has none, a black square. `box` is that of
 * every page; `catalog` stands in its catalogue.
 */
export function buildPdf(
  pages: ({ jpeg: Buffer; size: [number, number] } | null)[],
  { box = '0 0 300 400', catalog = '', trailer = '' } = {},
): Buffer {
  const [, , width = '300', height = '400'] = box.split(' ');
  const objects = pages.flatMap((page, at) => {
    const first = 3 + at * 3;
    const content = page === null ? '10 10 100 100 re f' : `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents ${first + 1} 0 R/Resources<</XObject<</I ${first + 2} 0 R>>>>>>`,
      pdfStream('', Buffer.from(content)),
      page === null
        ? 'null'
        : pdfStream(
            `/Type/XObject/Subtype/Image/Width ${page.size[0]}/Height ${page.size[1]}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
            page.jpeg,
          ),
    ];
  });
  const kids = pages.map((_, at) => `${3 + at * 3} 0 R`).join(' ');
  return rawPdf(
    [`<</Type/Catalog/Pages 2 0 R${catalog}>>`, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`, ...objects],
    { trailer },
  );
}
