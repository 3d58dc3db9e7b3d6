import { defaultTreeAdapter, html as namespaces, parse, type DefaultTreeAdapterMap } from 'parse5';
import { HtmlValidate } from 'html-validate';
import { isLocale, textDirection } from '#contract/locales.ts';
import english from '../messages/en.json' with { type: 'json' };

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** The bounds of a crawl. */
export interface CrawlOptions {
  /** Which of the links of a page are followed; given the path with its query. */
  follow: (path: string) => boolean;
  /** Which pages are held to the whole of the HTML standard; the parser's own errors are looked for in all. */
  validate: (path: string) => boolean;
  /** Whether what pages are made of (pictures, styles, scripts, feeds and what they show elsewhere) is asked for, too. */
  files?: boolean;
}

/** The findings of a crawl. */
export interface CrawlResult {
  /** Paths of the pages that were read. */
  pages: string[];
  /** How many files were asked for. */
  files: number;
  /** The faults, one line each, with the path. */
  faults: string[];
}

/** Requests under way at a time: the server has always one to work at while another is looked into. */
const AT_ONCE = 6;
const KEYS = new Set(Object.keys(english));
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // As React writes it: an empty value stands for a boolean attribute.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    // Sizes and colours of pictures (page-policy.ts).
    'no-inline-style': 'off',
    // A style of the house, not of the standard.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'tel-non-breaking': 'off',
    'prefer-native-element': 'off',
  },
});

/**
 * Reads pages by HTTP from the given paths on, by every link that may be followed, as a search engine does: no link is
 * broken; each page has a title, a description, the right language and direction, no name of a message where its words
 * should be, HTML without errors, and names of itself in other languages that name it back.
 *
 * @param origin what addresses of the site start with; no slash at the end.
 */
export async function crawl(
  origin: string,
  starts: readonly string[],
  { follow, validate, files = false }: CrawlOptions,
): Promise<CrawlResult> {
  const queue = starts.map((path) => ({ path, from: '', isFile: false }));
  const seen = new Set(starts);
  const pages: string[] = [];
  const faults: string[] = [];
  const alternates = new Map<string, string>();
  let asked = 0;

  const find = (link: string, from: URL, isFile: boolean) => {
    const to = URL.canParse(link, from.href) ? new URL(link, from.href) : null;
    if (to === null) {
      faults.push(`${from.pathname}: links to ${link}, which is no address`);
      return;
    }
    const path = to.pathname + to.search;
    if (to.origin !== origin || seen.has(path) || !(isFile ? files : follow(path))) return;
    seen.add(path);
    queue.push({ path, from: from.pathname + from.search, isFile });
  };

  const read = async ({ path, from, isFile }: (typeof queue)[number]) => {
    const answer = await fetch(origin + path, { headers: { accept: isFile ? '*/*' : 'text/html' } });
    const body = await answer.text();
    if (answer.status !== 200) {
      faults.push(`${path}: answered ${answer.status}${from && `, on ${from}`}`);
      return;
    }
    if (isFile) {
      asked += 1;
      return;
    }
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return;
    const at = new URL(answer.url);
    pages.push(path);
    const page = readPage(body);
    faults.push(
      ...page.faults.map((fault) => `${path}: ${fault}`),
      ...languageFaults(page, at).map((fault) => `${path}: ${fault}`),
    );
    if (page.canonical !== null) {
      alternates.set(page.canonical, [...page.alternates].sort().join(' '));
    }
    if (validate(path)) {
      const { results } = await validator.validateString(body);
      faults.push(
        ...results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${path}: ${ruleId}: ${message}`)),
      );
    }
    for (const link of [...page.links, ...page.alternates.map(addressFor)]) {
      find(link, at, false);
    }
    for (const file of page.files) {
      find(file, at, true);
    }
  };

  // Each link found is read as soon as somebody is free: an answer brings more.
  const under = new Set<Promise<void>>();
  while (queue.length > 0 || under.size > 0) {
    while (queue.length > 0 && under.size < AT_ONCE) {
      const reading = read(queue.shift()!).finally(() => under.delete(reading));
      under.add(reading);
    }
    await Promise.race(under);
  }
  return {
    pages,
    files: asked,
    faults: [
      ...faults,
      ...disagreements(alternates, (address) => seen.has(address.slice(new URL(address).origin.length))),
    ],
  };
}

/** Says of the first path of each kind, as `kindFor` names them, that it is the first. */
export function firstOfKind(kindFor: (path: string) => string): (path: string) => boolean {
  const known = new Set<string>();
  return (path) => {
    const kind = kindFor(path);
    return !known.has(kind) && known.add(kind) !== undefined;
  };
}

interface ReadPage {
  language: string;
  direction: string;
  canonical: string | null;
  alternates: string[];
  links: string[];
  files: string[];
  faults: string[];
}

function readPage(body: string): ReadPage {
  const faults: string[] = [];
  const document = parse(body, {
    onParseError: ({ code, startLine, startCol }) => faults.push(`${code} at ${startLine}:${startCol}`),
  });
  const page: ReadPage = { language: '', direction: '', canonical: null, alternates: [], links: [], files: [], faults };
  const ids = new Set<string>();
  let title = '';
  let description = '';
  walk(document, (element) => {
    const attribute = (name: string) => element.attrs.find((each) => each.name === name)?.value;
    const id = attribute('id');
    if (id !== undefined && ids.has(id)) {
      faults.push(`two elements with the id ${id}`);
    }
    if (id !== undefined) {
      ids.add(id);
    }
    for (const text of listTexts(element)) {
      if (KEYS.has(text.trim())) {
        faults.push(`says ${text.trim()}`);
      }
    }
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'content']) {
      if (KEYS.has(attribute(name) ?? '')) {
        faults.push(`${name} says ${attribute(name)}`);
      }
    }
    switch (element.tagName) {
      case 'html':
        page.language = attribute('lang') ?? '';
        page.direction = attribute('dir') ?? '';
        break;
      case 'title':
        if (element.namespaceURI === namespaces.NS.HTML) {
          title += listTexts(element).join('');
        }
        break;
      case 'meta':
        if (attribute('name') === 'description') {
          description = attribute('content') ?? '';
        }
        if (attribute('property') === 'og:image') {
          page.files.push(attribute('content') ?? '');
        }
        break;
      case 'img':
      case 'script':
      case 'source':
        page.files.push(
          ...[
            attribute('src') ?? [],
            (attribute('srcset') ?? '').split(/,\s+/).map((each) => each.trim().split(' ')[0]!),
          ]
            .flat()
            .filter((each) => each !== ''),
        );
        break;
      case 'link':
        if (attribute('rel') === 'canonical') {
          page.canonical = attribute('href') ?? null;
        }
        if (!/canonical|preconnect/.test(attribute('rel') ?? '') && attribute('hreflang') === undefined) {
          page.files.push(attribute('href') ?? '');
        }
        if (attribute('hreflang') !== undefined) {
          page.alternates.push(`${attribute('hreflang')}=${attribute('href')}`);
        }
        break;
      case 'a': {
        const href = attribute('href');
        if (href !== undefined) {
          page.links.push(href);
        }
        break;
      }
      default:
    }
  });
  if (title.trim() === '') {
    faults.push('has no title');
  }
  if (description.trim() === '') {
    faults.push('has no description');
  }
  return page;
}

function walk(node: Node, visit: (element: Element) => void): void {
  if (defaultTreeAdapter.isElementNode(node)) {
    visit(node);
  }
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    walk(child, visit);
  }
}

function listTexts({ childNodes }: Element): string[] {
  return childNodes.flatMap((child) => (defaultTreeAdapter.isTextNode(child) ? [child.value] : []));
}

function languageFaults({ language, direction }: ReadPage, { pathname }: URL): string[] {
  const locale = pathname.split('/')[1];
  if (!isLocale(locale)) return [`${pathname} names no language`];
  return [
    ...(language === locale ? [] : [`is in ${language}`]),
    ...(direction === textDirection(locale) ? [] : [`runs ${direction}`]),
  ];
}

/** The address of what `readPage` found of a page in another language. */
function addressFor(alternate: string): string {
  return alternate.slice(alternate.indexOf('=') + 1);
}

/** Pages that name others as themselves in another language, which do not name them back, or which turned out to be none. */
function disagreements(alternates: ReadonlyMap<string, string>, wasAsked: (address: string) => boolean): string[] {
  return [...alternates].flatMap(([page, named]) =>
    named
      .split(' ')
      .filter((each) => each !== '')
      .map(addressFor)
      .flatMap((other) => {
        const back = alternates.get(other);
        if (back === undefined) return wasAsked(other) ? [`${page} names ${other}, which no page calls itself`] : [];
        return back === named ? [] : [`${page} and ${other} name different pages as themselves in other languages`];
      }),
  );
}
