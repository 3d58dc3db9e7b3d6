import { readFileSync } from 'node:fs';
import { addressesFor } from '#contract/addresses.ts';
import { LOCALE_NAMES, textDirection, type Locale } from '#contract/locales.ts';
import type { Site } from '#server/config/site-file.ts';
import { translate } from '#server/i18n/translate.ts';
import { escaped } from '#server/http/xml.ts';
import { exampleFor } from './example.ts';
import type { OpenApi, Operation, Parameter } from './openapi.ts';

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#c9ccd3,#3a3e47);--box:light-dark(#f3f4f6,#1b1d22);--link:light-dark(#a8290f,#ff8d76)}
body{font:15px/1.6 system-ui,sans-serif;max-inline-size:64rem;margin:2rem auto;padding-inline:1rem;background:light-dark(#fff,#0e0f12);color:light-dark(#15171b,#eceef2);overflow-wrap:anywhere}
a{color:var(--link)}code,pre,input,textarea,select{font:13px/1.5 ui-monospace,monospace}h2{margin-block-start:2.5rem;text-transform:capitalize}
details{border-block-start:1px solid var(--line);padding-block:.6rem}summary{cursor:pointer;min-block-size:24px}summary code{margin-inline-end:.5rem}
table{border-collapse:collapse;inline-size:100%;display:block;overflow-x:auto}td,th{text-align:start;padding:.25rem .75rem .25rem 0;vertical-align:top;min-inline-size:7rem}
nav a{display:inline-block;margin-inline-end:1rem;min-block-size:24px}nav.tags a{text-transform:capitalize}
pre{background:var(--box);padding:.75rem;border-radius:6px;overflow:auto;max-block-size:26rem;white-space:pre-wrap}
input,textarea,select,button{border:1px solid light-dark(#7a7f89,#777d89);border-radius:6px;padding:.35rem .5rem;min-block-size:36px;background:light-dark(#fff,#16181c);color:inherit;box-sizing:border-box;max-inline-size:100%}
textarea,#try-tools input{inline-size:100%}button{font:inherit;cursor:pointer;margin-inline-end:.5rem}button[aria-pressed=true],button[type=submit]{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}#try-tools{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}#try-tools label{display:grid;align-content:start}small{opacity:.85}[hidden]{display:none!important}
@media(max-width:40rem){tbody,tr,td{display:block}th{display:none}tr{padding-block:.5rem;border-block-start:1px dashed var(--line)}td input,td select{inline-size:100%}}`;

let script: string | undefined;

/** The script of the page, as browsers run it. */
export function docsScript(): string {
  return (script ??= readFileSync(new URL('try-calls.js', import.meta.url), 'utf8'));
}

/**
 * The whole document as one page, without anything from elsewhere. Its words are in a language of the site; names and descriptions of calls are in English, as the
 * document is. Read without scripts it describes; with ours, calls can be tried.
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
  return `<!doctype html><html lang="${locale}" dir="${textDirection(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${STYLE}</style><script type="module" src="/api/docs/try-calls.js"></script></head><body><header><nav aria-label="${escaped(word('languages'))}">${languages.join('')}</nav>
<h1>${title}</h1><p>${escaped(word('intro'))}</p><p><a href="/api/openapi.json">openapi.json</a> · <a href="${settings}">${escaped(word('keys'))}</a></p>
<div id="try-tools" hidden><label for="api-key">${escaped(word('key'))}<input id="api-key" type="password" dir="ltr" autocomplete="off" spellcheck="false" placeholder="kmw_…"><small>${escaped(word('keyHint'))}</small></label>
<label for="find-call">${escaped(word('search'))}<input id="find-call" type="search" dir="auto" autocomplete="off"></label></div></header>
<nav class="tags" aria-label="${escaped(word('groups'))}" lang="en" dir="ltr">${tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join('')}</nav><main data-words="${escaped(JSON.stringify(words))}">${sections.join('')}</main></body></html>`;
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
