// The script of /api/docs: has the calls that the page describes tried, with a key that stays in this page. Runs as it is in browsers.

/** @typedef {{ method: string, path: string, origin: string, params: { name: string, in: string, type: string, value: string }[], body: string, keyed: boolean }} Call */

/** The value of a parameter as its type has it. */
function valueOf({ type, value }) {
  if (type === 'array') {
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => (/^-?\d+$/.test(part) ? Number(part) : part));
  }
  if ((type === 'integer' || type === 'number') && value.trim() !== '' && Number.isFinite(Number(value))) {
    return Number(value);
  }
  return type === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value;
}

function given(call, place) {
  return call.params.filter((param) => param.in === place && param.value !== '');
}

/** The address of a call: its path with what was filled in, and its query. */
export function addressFor(call) {
  const path = call.path.replace(/\{([^}]*)\}/g, (_whole, name) =>
    encodeURIComponent(call.params.find((param) => param.in === 'path' && param.name === name)?.value ?? ''),
  );
  const query = new URLSearchParams();
  for (const param of given(call, 'query')) {
    for (const value of [valueOf(param)].flat()) {
      query.append(param.name, String(value));
    }
  }
  return call.origin + path + (query.size === 0 ? '' : `?${query}`);
}

const inShell = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call by curl; the key is taken from the environment. */
export function toCurl(call) {
  return [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${inShell(addressFor(call))}`,
    ...(call.keyed ? ['-H "Authorization: Bearer $KOMAWARI_KEY"'] : []),
    ...(call.body === '' ? [] : ["-H 'Content-Type: application/json'", `-d ${inShell(call.body)}`]),
  ].join(' \\\n  ');
}

function record(params) {
  return Object.fromEntries(params.map((param) => [param.name, valueOf(param)]));
}

/** The body as a value; null where it is no JSON. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const inScript = (value, indent) =>
  JSON.stringify(value, null, 2)
    .replace(/"([A-Za-z_$][\w$]*)":/g, '$1:')
    .replaceAll('\n', `\n${indent}`);

/** The call by the client for TypeScript. */
export function toTypeScript(call) {
  const [path, query] = [given(call, 'path'), given(call, 'query')];
  const parts = [
    ...(path.length === 0 ? [] : [`path: ${inScript(record(path), '    ')}`]),
    ...(query.length === 0 ? [] : [`query: ${inScript(record(query), '    ')}`]),
  ];
  const init = [
    ...(parts.length === 0 ? [] : [`  params: {\n    ${parts.join(',\n    ')},\n  },`]),
    ...(call.body === '' ? [] : [`  body: ${inScript(parsed(call.body), '  ')},`]),
  ];
  return `import { createClient } from '@komawari/client';

const site = createClient({ baseUrl: '${call.origin}'${call.keyed ? ', apiKey: process.env.KOMAWARI_KEY' : ''} });
const answer = await site.${call.method.toLowerCase()}('${call.path}'${init.length === 0 ? '' : `, {\n${init.join('\n')}\n}`});`;
}

/** A value as Python writes it. */
function inPython(value, indent) {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((each) => inPython(each, deeper))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inPython(each, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0
    ? open + close
    : `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}

/** The call in Python, by requests. */
export function toPython(call) {
  const query = given(call, 'query');
  const address = addressFor({ ...call, params: call.params.filter((param) => param.in === 'path') });
  return `${call.keyed ? 'import os\n\n' : ''}import requests

answer = requests.${call.method.toLowerCase()}(
    ${JSON.stringify(address)},
${call.keyed ? '    headers={"Authorization": "Bearer " + os.environ["KOMAWARI_KEY"]},\n' : ''}${
    query.length === 0 ? '' : `    params=${inPython(record(query), '    ')},\n`
  }${call.body === '' ? '' : `    json=${inPython(parsed(call.body), '    ')},\n`})
answer.raise_for_status()
print(answer.${call.method === 'DELETE' ? 'text' : 'json()'})`;
}

const LANGUAGES = { curl: ['curl', toCurl], typescript: ['TypeScript', toTypeScript], python: ['Python', toPython] };

/** Puts an element together: a name, attributes, children. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Makes the form of an operation, the first time that it is opened. */
function addForm(details, words, key) {
  const { method, path } = details.dataset;
  const inputs = [...details.querySelectorAll('tr[data-name]')].map((row) => {
    const { name, in: place, type, required } = row.dataset;
    const choices = row.dataset.choices === undefined ? null : row.dataset.choices.split('|');
    const label = `${name} (${row.dataset.in})`;
    const input =
      choices !== null && type !== 'array'
        ? make(
            'select',
            { 'aria-label': label },
            make('option', { value: '' }, '–'),
            ...choices.map((choice) => make('option', { value: choice }, choice)),
          )
        : make('input', { 'aria-label': label, dir: 'ltr', autocomplete: 'off', spellcheck: 'false' });
    if (required !== undefined) {
      input.required = true;
    }
    row.append(make('td', {}, input));
    return { name, in: place, type, input };
  });
  if (inputs.length > 0) {
    details.querySelector('tr').append(make('th', { scope: 'col' }, words.value));
  }
  const example = details.querySelector('pre[data-body]');
  const body =
    example === null
      ? null
      : make('textarea', {
          rows: String(Math.min(12, example.textContent.split('\n').length)),
          dir: 'ltr',
          spellcheck: 'false',
          'aria-label': words.body,
        });
  if (body !== null) {
    body.value = example.textContent;
    example.replaceWith(body);
  }
  const send = make('button', { type: 'submit' }, words.send);
  const code = make('pre', { dir: 'ltr', tabindex: '0', role: 'region', 'aria-label': words.code });
  const answer = make('pre', { dir: 'ltr', tabindex: '0', role: 'region', 'aria-label': words.answer, hidden: '' });
  const status = make('p', { role: 'status', dir: 'auto' });
  let language = 'curl';
  const tabs = Object.entries(LANGUAGES).map(([id, [name]]) => {
    const tab = make('button', { type: 'button', 'aria-pressed': String(id === language) }, name);
    tab.addEventListener('click', () => {
      language = id;
      for (const each of tabs) each.setAttribute('aria-pressed', String(each === tab));
      show();
    });
    return tab;
  });
  const copy = make('button', { type: 'button' }, words.copy);
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent);
    status.textContent = words.copied;
  });
  const call = () => ({
    method,
    path,
    origin: location.origin,
    params: inputs.map(({ input, ...param }) => ({ ...param, value: input.value })),
    body: body?.value ?? '',
    keyed: key.value !== '',
  });
  const show = () => {
    code.textContent = LANGUAGES[language][1](call());
  };
  const form = make('form', {}, make('p', {}, ...tabs, ' ', copy), code, make('p', {}, send), status, answer);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const missing = inputs.find(({ input }) => input.required && input.value === '');
    if (missing !== undefined) {
      missing.input.reportValidity();
      return;
    }
    if (body !== null && body.value !== '' && parsed(body.value) === null) {
      body.setCustomValidity(words.json);
      body.reportValidity();
      return;
    }
    // Without a key the site could not tell a call that is tried from one that another page forges.
    if (method !== 'GET' && key.value === '') {
      status.textContent = words.needsKey;
      answer.hidden = true;
      return;
    }
    send.disabled = true;
    status.textContent = words.sending;
    answer.hidden = true;
    const start = performance.now();
    try {
      const response = await fetch(addressFor(call()), {
        method,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: {
          'accept-language': document.documentElement.lang,
          ...(key.value === '' ? {} : { authorization: `Bearer ${key.value.trim()}` }),
          ...(body === null || body.value === '' ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null || body.value === '' ? {} : { body: body.value }),
      });
      const text = await response.text();
      const value = parsed(text);
      answer.textContent = value === null ? text.slice(0, 100_000) : JSON.stringify(value, null, 2).slice(0, 100_000);
      answer.hidden = text === '';
      status.textContent = `HTTP ${response.status} · ${Math.round(performance.now() - start)} ms`;
    } catch {
      status.textContent = words.unreachable;
    }
    send.disabled = false;
  });
  body?.addEventListener('input', () => body.setCustomValidity(''));
  details.addEventListener('input', show);
  key.addEventListener('input', show);
  details.append(form);
  show();
}

function start() {
  const main = document.querySelector('main');
  const words = JSON.parse(main.dataset.words);
  const key = document.querySelector('#api-key');
  const search = document.querySelector('#find-call');
  document.querySelector('#try-tools').hidden = false;
  for (const details of document.querySelectorAll('details[data-path]')) {
    details.addEventListener('toggle', () => {
      if (details.open && !details.querySelector('form')) {
        addForm(details, words, key);
      }
    });
  }
  search.addEventListener('input', () => {
    const wanted = search.value.trim().toLowerCase();
    for (const section of document.querySelectorAll('main section')) {
      let any = false;
      for (const details of section.querySelectorAll('details')) {
        details.hidden = !details.querySelector('summary').textContent.toLowerCase().includes(wanted);
        any ||= !details.hidden;
      }
      section.hidden = !any;
    }
  });
}

if (typeof document !== 'undefined') {
  start();
}
