import pg from 'pg';

const INT8 = 20,
  INT8_ARRAY = 1016,
  INT4_ARRAY = 1007,
  DATE = 1082,
  DATE_ARRAY = 1182,
  TEXT_ARRAY = 1009;

/** How values arrive, on both databases: int8 as number, dates as `YYYY-MM-DD`, the rest as `pg` reads it. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    switch (oid) {
      case INT8:
        return safeInteger;
      case INT8_ARRAY:
        return (text: string) => textArray(text).map((item) => (item === null ? null : safeInteger(item)));
      case INT4_ARRAY:
        return intArray;
      case DATE:
        return String;
      case DATE_ARRAY:
        return textArray;
      default:
        return pg.types.getTypeParser(oid, 'text');
    }
  },
};

const anyIntArray = pg.types.getTypeParser(INT4_ARRAY as number, 'text') as (text: string) => (number | null)[];

/** A plain list of numbers, which is what the terms of comics are, takes a tenth of the time that any array does. */
function intArray(text: string): (number | null)[] {
  if (!/^[{][-\d,]+[}]$/.test(text)) return anyIntArray(text);
  return text.slice(1, -1).split(',').map(Number);
}

const textArray = pg.types.getTypeParser(TEXT_ARRAY as number, 'text') as (text: string) => (string | null)[];

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a number`);
  return number;
}
