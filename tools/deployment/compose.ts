import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service of a compose file, as far as it is read here. */
export interface Service {
  image?: string;
  build?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  network_mode?: string;
  restart?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  deploy?: { resources: { limits: { cpus?: string; memory?: string } } };
}

/** A compose file with its variables filled in from `env`, services by their names. @throws Error for a variable that must be given and is not. */
export function readCompose(
  path: string,
  env: Record<string, string>,
): { services: Record<string, Service>; secrets?: Record<string, { file: string }> } {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return interpolate(value, env);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
  };
  return fill(parse(readFileSync(path, 'utf8'), { merge: true })) as ReturnType<typeof readCompose>;
}

/** The environment that a service's process gets, where `.env` holds `env`: what the file says for itself wins. */
export function environmentFor(service: Service, env: Record<string, string>): Record<string, string> {
  return { ...(service.env_file?.some(({ path }) => path === '.env') ? env : {}), ...service.environment };
}

/** A text with its variables filled in as Compose does: `${A}`, `${A-b}`, `${A:-b}`, `${A:+b}`, `${A:?why}`; what stands after the mark may hold others, and counts where it is needed. */
function interpolate(text: string, env: Record<string, string>): string {
  const start = text.indexOf('${');
  if (start === -1) return text;
  const end = closing(text, start + 2);
  const [, name = '', how = '', other = ''] = /^(\w+)(:?[-+?])?(.*)$/s.exec(text.slice(start + 2, end)) ?? [];
  const value = env[name];
  const isGiven = value !== undefined && (!how.startsWith(':') || value !== '');
  if (how.endsWith('?') && !isGiven) throw new Error(`${name}: ${other}`);
  const filled = isGiven === how.endsWith('+') ? interpolate(other, env) : how.endsWith('+') ? '' : (value ?? '');
  return text.slice(0, start) + filled + interpolate(text.slice(end + 1), env);
}

/** Where the brace closes that is open before a place. */
function closing(text: string, from: number): number {
  for (let at = from, depth = 1; at < text.length; at += 1) {
    depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    if (depth === 0) return at;
  }
  throw new Error(`${text}: a brace is not closed`);
}
