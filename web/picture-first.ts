/**
 * A page in the order a visitor on a slow line wants it: words and styles, the most important picture, scripts and messages,
 * all other pictures. The scripts lie in a template, whose content the script at the end of `index.html` puts into the head
 * once the picture is there; it also keeps lazy pictures from loading until the scripts say that they have come
 * (`komawari.scripts`). It waits for neither once someone wants something, nor for more than 2.5 seconds.
 */
export function pictureFirst(html: string): string {
  const end = html.indexOf('</head>');
  const waiting: string[] = [];
  const head = html.slice(0, end).replace(/<script type="module"[^>]* src=[^>]*><\/script>|<link rel="(?:modulepreload|preload" as="fetch)"[^>]*>/g, (element) => {
    waiting.push(element);
    return '';
  });
  return `${head}<template id="later">${waiting.join('')}</template>${html.slice(end)}`;
}
