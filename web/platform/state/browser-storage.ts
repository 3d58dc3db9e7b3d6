/** Something kept in local storage; null where nothing is kept or storage is refused. */
export function readLocal(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps something in local storage, as far as the browser lets us. */
export function writeLocal(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* private windows refuse; the choice holds for this page */
  }
}

/** Takes something out of local storage. */
export function removeLocal(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    /* nothing is kept there */
  }
}

/** Keeps a choice in a cookie the server reads too: for a year, or the seconds given; 0 takes it away. */
export function writeCookie(name: string, value: string, seconds = 31_536_000): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
}
