/** The names under which a visitor's own things are kept in the browser (specification, section 9). */
const TOKEN = 'token';

/** The access token of a signed-in visitor, or null. */
export function readToken(): string | null {
  return readLocal(TOKEN);
}

/** Something kept in local storage; null where nothing is kept or storage is refused. */
export function readLocal(name: string): string | null {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Keeps something in local storage, as far as the browser lets us. */
export function writeLocal(name: string, value: string): void {
  try { localStorage.setItem(name, value); } catch { /* private windows refuse; the choice holds for this page */ }
}

/** Keeps a choice for a year in a cookie the server reads too. */
export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
}
