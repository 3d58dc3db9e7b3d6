/** The file all other scripts need, with most of their bytes. */
const LARGEST = /^<link rel="modulepreload"(?=(?: crossorigin)? href="\/assets\/vendor-)/;

/**
 * The head of a page in the order a visitor on a slow line wants it: words, styles and the most important picture, scripts and messages,
 * all other pictures. The scripts lie in a template, whose content the script at the end of `index.html` puts into the head
 * once the picture is there, the largest of them at once: so the line does not rest until the picture is seen to have come,
 * and the picture shares it with one file and not with all. It also keeps lazy pictures from loading until the scripts say
 * that they have come (`komawari.scripts`). It waits for neither once someone wants something, nor for more than 2.5 seconds.
 *
 * @param head without its end.
 * @param alone whether no script at all may be on its way before the picture has come.
 */
export function preloadFirstImage(head: string, alone = false): string {
  const waiting: string[] = [];
  const rest = head.replace(
    /<script type="module"[^<>]*><\/script>|<link rel="(?:modulepreload|preload" as="fetch)"[^<>]*>/g,
    (element) => {
      if (element.startsWith('<script') && !element.includes(' src=')) return element;
      waiting.push(alone ? element : element.replace(LARGEST, '$& data-soon'));
      return '';
    },
  );
  return `${rest}<template id="later">${waiting.join('')}</template>`;
}
