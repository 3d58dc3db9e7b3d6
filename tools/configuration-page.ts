// Writes docs/configuration.md and komawari.schema.json from the schemas that check them: `node tools/configuration-page.ts`. A test compares them.
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { SETTING_KEYS } from '#contract/site-settings.ts';
import { unwrapSchema, variableName } from '#server/config/overrides.ts';
import { Environment } from '#server/config/environment.ts';
import { SiteFile } from '#server/config/site-file.ts';

/** A JSON Schema, as far as it is read here. */
interface JsonSchema {
  type?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxLength?: number;
  pattern?: string;
  default?: unknown;
}

/** The schema by which editors complete and check the files: JSON Schema of `komawari.config.json` and `sites/*.json`. */
export function configurationSchema(): object {
  const { properties, ...schema } = toJsonSchema(SiteFile);
  return { ...schema, title: 'Komawari', properties: { $schema: { type: 'string' }, ...properties } };
}

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  return `# Configuration

Written by \`node tools/configuration-page.ts\` from the schemas that check it; a test compares them.

Nothing has to be configured. Settings are read from \`komawari.config.json\` (\`KOMAWARI_CONFIG\` names another file) and
from the environment, which takes precedence. Invalid values stop the start; each is reported with the file and the key, or
the variable, and what was expected, in the terminal's language (\`LANG\`).

A variable can be given as a file: \`NAME_FILE\` with a path stands for \`NAME\` with what is in that file, for secrets
(\`DATABASE_URL_FILE=/run/secrets/database_url\`). Line breaks at its end are left out.

Every key has a variable: \`KOMAWARI_\` and the path of the key in capitals. Lists of words are separated by commas
(\`KOMAWARI_FEATURES=tags,artists\`), other lists and groups are JSON. Keys of a group that the variable leaves out keep
the value of the file. \`"$schema": "./komawari.schema.json"\` in a file lets editors complete and check it.

## In the page

Admins set much of this in the page, per site, without a file and a restart (\`/api/admin/site\`, decisions/0072): it is kept in
the database, in force in every process within two seconds, with a history that leads back to any state. The file and the environment win
over it: a key that either of them names is fixed, and shown with what fixes it. These keys can be set so:
${SETTING_KEYS.map((key) => `\`${key}\``).join(', ')}.

## Several sites

One process can serve several sites with one library, by their host names: each file in \`sites/\`, next to the configuration
file, is a site. It has the same keys, starts from the same defaults (not from the configuration file), and takes nothing
from the environment but \`CDN_URL\`. Without an \`id\` it is named after its file. The configuration file is the site of
every host that no other file claims; hosts that it should not serve must be turned away by the proxy. Accounts, works,
tags and credits, the operator's pages and ads are shared by all sites. A key marked *main* applies to all sites and is
allowed in the configuration file only.

\`\`\`json
{
  "$schema": "../komawari.schema.json",
  "hosts": ["strips.example", "www.strips.example"],
  "name": "Strips", "letter": "S", "title": "Strips in French and Arabic",
  "url": "https://strips.example",
  "locales": ["fr", "ar"], "defaultLocale": "fr",
  "variant": "webtoon", "theme": "light",
  "features": ["artists", "tags", "languages", "register", "favorites"],
  "social": [{ "name": "Mastodon", "url": "https://social.example/@strips" }]
}
\`\`\`

## The files

${table(['key', 'variable', 'value', 'default', 'what it says'], groupRows(SiteFile, []))}

## The environment alone

\`.env\` next to the configuration is read, too.

${table(
  ['variable', 'value', 'default', 'what it says'],
  Object.entries(Environment.shape).map(([name, schema]) => {
    const { description = '' } = z.globalRegistry.get(schema) ?? {};
    const usual = schema.safeParse(undefined);
    return [
      `\`${name}\``,
      describeValues(toJsonSchema(schema)),
      usual.success && schema instanceof z.ZodDefault ? code(toJsonSchema(schema).default) : given(schema),
      description,
    ];
  }),
)}
`;
}

function groupRows(group: z.ZodObject, above: readonly string[]): string[][] {
  return Object.entries(group.shape).flatMap(([key, value]) => {
    const schema = value as z.ZodType;
    const path = [...above, key];
    const inner = unwrapSchema(schema);
    const { description = '', only } = schema.meta() ?? {};
    const names = [
      `\`${path.join('.')}\`${only === undefined ? '' : ` *${only as string}*`}`,
      only === 'sites' ? '' : `\`${variableName(path)}\``,
    ];
    if (inner instanceof z.ZodObject) return [[...names, 'group', '', description], ...groupRows(inner, path)];
    return [[...names, describeValues(toJsonSchema(schema)), given(schema), description]];
  });
}

/** The default of a schema. */
function given(schema: z.ZodType): string {
  if (schema instanceof z.ZodOptional) return '';
  const usual = toJsonSchema(schema).default;
  return usual === undefined ? '*required*' : code(usual);
}

/** Which values are taken, with their bounds. */
function describeValues({
  type,
  enum: choices,
  anyOf,
  items,
  prefixItems,
  additionalProperties,
  properties,
  minimum,
  maximum,
  minItems,
  maxLength,
}: JsonSchema): string {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(' ');
  if (anyOf) return anyOf.map(describeValues).join(' or ');
  if (prefixItems) return `[${prefixItems.map(describeValues).join(', ')}]`;
  if (type === 'array') return `list of ${describeValues(items ?? {})}${minItems ? `, at least ${minItems}` : ''}`;
  if (properties) {
    return `{${Object.entries(properties)
      .map(([key, value]) => `${key}: ${describeValues(value)}`)
      .join('; ')}}`;
  }
  if (type === 'object') {
    return `keys with ${describeValues(typeof additionalProperties === 'object' ? additionalProperties : {})}`;
  }
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return maxLength === undefined ? 'text' : `text, ${maxLength} characters`;
  const bounds =
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? `${minimum}–${maximum}`
      : minimum === undefined
        ? ''
        : `from ${minimum}`;
  return `${type === 'integer' ? 'whole number' : type === 'number' ? 'number' : 'text'} ${bounds}`.trim();
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  return [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
  writeFileSync(
    new URL('../komawari.schema.json', import.meta.url),
    `${JSON.stringify(configurationSchema(), null, 2)}\n`,
  );
}
