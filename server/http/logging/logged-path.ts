/** Parts of addresses that name what anyone may see; all others may be a key, a link that was mailed, a token. */
const SHOWN = new Set(
  'slug id lang locale kind kinds chapter page comic item work delivery username file section tab list identifier'.split(
    ' ',
  ),
);
/** Parameters whose values say nothing of a person: of all others the name alone is kept, above all of what was searched for. */
const SHOWN_PARAMETERS = new Set('page per_page sort order lang nsfw rating kind state format'.split(' '));

const MAX_PATH = 1000;
const MAX_PARAMETERS = 30;
/** Letters of a parameter, with its name, that is shown. */
const MAX_PAIR = 40;

/**
 * An address as it may be written down: what its route fixes and public names of works and terms as they are, the rest as
 * the names of its parts; of its query the values that say nothing of a person. At most 1,000 characters.
 *
 * @param route the pattern; `file` for the site's own files, which are public.
 */
export function loggedPath(url: string, route: string): string {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : loggedQuery(url.slice(mark + 1));
  return ((route === 'file' ? path : shownParts(path, route)) + query).slice(0, MAX_PATH);
}

function shownParts(path: string, route: string): string {
  const given = path.split('/');
  const parts: string[] = [];
  for (const [at, part] of route.split('/').entries()) {
    const value = given[at];
    if (value === undefined) break;
    const name = /^:(\w+)/.exec(part)?.[1];
    // The hash of a picture is where it lies; in any other address it is the secret of a link.
    const isShown = name !== undefined && (SHOWN.has(name) || (name === 'hash' && route.startsWith('/images/')));
    parts.push(isShown ? value : part);
  }
  return parts.join('/');
}

function loggedQuery(query: string): string {
  const shown = query
    .split('&', MAX_PARAMETERS)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      if (!/^[\w.[\]%-]{1,40}$/.test(name)) return '*';
      // Nothing that says nothing is long: `state` is also the secret of a sign-in elsewhere.
      return SHOWN_PARAMETERS.has(name) && pair.length <= MAX_PAIR ? pair : `${name}=*`;
    });
  return shown.length === 0 ? '' : `?${shown.join('&')}`;
}
