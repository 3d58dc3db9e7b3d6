import { isIPv4, isIPv6 } from 'node:net';

/**
 * The part of an address that one caller cannot change at will, for counting: all of an IPv4 address, the first 64 bits
 * of an IPv6 one (RFC 6177: a customer is given at least those).
 */
export function countedAddress(ip: string): string {
  const plain = unmapped(ip);
  return isIPv6(plain) ? `${parseGroups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** An address as it is kept, where it tells a place but nobody's line: IPv4 without its last 8 bits, IPv6 without its last 80. */
export function shortAddress(ip: string): string {
  const plain = unmapped(ip);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0`;
  return isIPv6(plain) ? `${parseGroups(plain).slice(0, 3).join(':')}::` : '';
}

/** An IPv4 address that arrived on an IPv6 socket, as what it is. */
function unmapped(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : ip;
}

/** The eight groups of an IPv6 address, in its shortest hexadecimal digits, without its zone. */
function parseGroups(ip: string): string[] {
  const [bare = ''] = ip.split('%');
  const hex = bare.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_all, a, b, c, d) =>
      `${((Number(a) << 8) | Number(b)).toString(16)}:${((Number(c) << 8) | Number(d)).toString(16)}`,
  );
  const [head = '', tail] = hex.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}
