/** A path of this site, without its host, or `otherwise` for anything that leads elsewhere, or to what is no page. */
export function pathWithin(next: string | undefined, otherwise: string): string {
  const base = 'http://site.invalid';
  if (next === undefined || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next) || !URL.canParse(next, base)) return otherwise;
  const { origin, pathname, search, hash } = new URL(next, base);
  return origin === base && !/^\/(api\/|\/)/.test(pathname) ? pathname + search + hash : otherwise;
}
