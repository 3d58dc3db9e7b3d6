import { readFileSync } from 'node:fs';
import { addressesFor } from '#contract/addresses.ts';
import { LOCALE_NAMES, textDirection, type Locale } from '#contract/locales.ts';
import type { Site } from '#server/config/site-file.ts';
import { translate } from '#server/i18n/translate.ts';
import { escaped } from '#server/http/xml.ts';
import { exampleFor } from './example.ts';
import type { OpenApi, Operation, Parameter } from './openapi.ts';

let script: string | undefined;
let style: string | undefined;

/** The script of the page, as browsers run it. */
export function docsScript(): string {
  return (script ??= readFileSync(new URL('try-calls.js', import.meta.url), 'utf8'));
}

/**
 * The whole document as one page, without anything from elsewhere. Its words are in a language of the site; names and
 * descriptions of calls are in English, as the document is. Read without scripts it describes; with ours, calls can be
 * tried.
 */
export function docsPage(document: OpenApi, site: Pick<Site, 'name' | 'locales' | 'variant'>, locale: Locale): string {
  const word = (name: string, values: Record<string, string> = {}) => translate(locale, `apidocs.${name}`, values);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'other'))];
  const sections = tags.map(
    (tag) =>
      `<section><h2 id="${escaped(tag)}" lang="en" dir="ltr">${escaped(tag)}</h2>${operations
        .filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag)
        .map((each) => operationHtml(each, word))
        .join('')}</section>`,
  );
  const words = Object.fromEntries(
    ['value', 'body', 'send', 'sending', 'unreachable', 'answer', 'code', 'json', 'copy', 'copied', 'needsKey'].map(
      (name) => [name, word(name)],
    ),
  );
  const languages = site.locales.map(
    (each) =>
      `<a href="?lang=${each}" lang="${each}" hreflang="${each}"${each === locale ? ' aria-current="true"' : ''}>${escaped(LOCALE_NAMES[each])}</a>`,
  );
  const title = escaped(word('title', { site: site.name }));
  const settings = addressesFor(locale, site.variant).settings('keys');
  const tagLinks = tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`);
  style ??= readFileSync(new URL('docs-page.css', import.meta.url), 'utf8');
  return `<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<script type="module" src="/api/docs/try-calls.js"></script>
</head>
<body>
<header>
<nav aria-label="${escaped(word('languages'))}">${languages.join('')}</nav>
<h1>${title}</h1>
<p>${escaped(word('intro'))}</p>
<p><a href="/api/openapi.json">openapi.json</a> · <a href="${settings}">${escaped(word('keys'))}</a></p>
<div id="try-tools" hidden>
<label for="api-key">${escaped(word('key'))}
<input id="api-key" type="password" dir="ltr" autocomplete="off" spellcheck="false" placeholder="kmw_…">
<small>${escaped(word('keyHint'))}</small></label>
<label for="find-call">${escaped(word('search'))}
<input id="find-call" type="search" dir="auto" autocomplete="off"></label>
</div>
</header>
<nav class="tags" aria-label="${escaped(word('groups'))}" lang="en" dir="ltr">${tagLinks.join('')}</nav>
<main data-words="${escaped(JSON.stringify(words))}">${sections.join('')}</main>
</body>
</html>`;
}

function operationHtml(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  word: (name: string) => string,
): string {
  const rows = (operation.parameters ?? []).map(
    ({ name, in: place, required, description, schema }) =>
      `<tr data-name="${escaped(name)}" data-in="${escaped(place)}" data-type="${escaped([schema?.type ?? 'string'].flat()[0] ?? 'string')}"${
        schema?.enum === undefined ? '' : ` data-choices="${escaped(schema.enum.join('|'))}"`
      }${required === true ? ' data-required' : ''}><td><code dir="ltr">${escaped(name)}</code></td><td>${escaped(place)}${
        required === true ? ` · ${escaped(word('required'))}` : ''
      }</td><td lang="en" dir="ltr">${escaped(describeValues(schema))}${description ? `<br>${escaped(description)}` : ''}</td></tr>`,
  );
  const heads = ['parameter', 'place', 'values'].map((name) => `<th scope="col">${escaped(word(name))}</th>`).join('');
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return `<details data-method="${method.toUpperCase()}" data-path="${escaped(path)}"><summary dir="ltr" lang="en"><code><b>${method.toUpperCase()}</b> ${escaped(path)}</code> ${
    operation.deprecated === true ? `<b>${escaped(word('deprecated'))}</b> ` : ''
  }${escaped(operation.summary ?? '')}</summary>
${operation.description ? `<p lang="en" dir="ltr">${escaped(operation.description)}</p>` : ''}${
    rows.length === 0 ? '' : `<table><tr>${heads}</tr>${rows.join('')}</table>`
  }${
    body === undefined
      ? ''
      : `<p>${escaped(word('body'))}</p><pre data-body dir="ltr">${escaped(JSON.stringify(exampleFor(body), null, 2))}</pre>`
  }<p>${escaped(word('answers'))} <span dir="ltr">${escaped(Object.keys(operation.responses ?? {}).join(', '))}</span></p></details>`;
}

function describeValues(schema: Parameter['schema']): string {
  const values = schema?.enum ?? schema?.items?.enum;
  const range =
    schema?.minimum === undefined && schema?.maximum === undefined
      ? ''
      : ` ${schema.minimum ?? ''}–${schema.maximum ?? ''}`;
  const initial =
    schema?.default === undefined || Array.isArray(schema.default) ? '' : `, default ${JSON.stringify(schema.default)}`;
  return `${values ? values.join(' | ') : [schema?.type ?? 'string'].flat().join(' or ')}${range}${initial}`;
}
