/**
 * A page whose scripts wait until its most important picture is there, so that they take nothing of the network from it;
 * the script at the end of `index.html` then fetches them, at the latest when someone wants something.
 */
export function pictureFirst(html: string): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end)
    .replace(/(<script type="module"[^>]*?) src=/g, '$1 data-later=')
    .replace(/<link rel="(modulepreload|preload(?=" as="fetch))"([^>]*?) href=/g, '<link data-rel="$1"$2 data-later=');
  return head + html.slice(end);
}
