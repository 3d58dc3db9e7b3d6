import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join, matchesGlob, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeNodeRoot, reasonForNone, registryEnv, runIn, startIn, stop } from './clean-root.ts';
import { readCompose } from './compose.ts';
import { freePort } from './free-port.ts';
import { readDockerfile, type Stage, type Step } from './dockerfile.ts';

/** A stage that was made: its root, and what a program that is started in it gets. */
interface BuiltStage {
  root: string;
  env: Record<string, string>;
  cwd: string;
  user: number;
  signal: string;
  health: string[];
  command: string[];
}

/** Longest a first start may take, in milliseconds. */
const PATIENCE = 240_000;

/**
 * Takes the steps of a folder's Dockerfile in a clean Debian root, without an engine, starts the site from it as compose.yml
 * does (nothing but `/data` and `/tmp` to write to, no rights), asks its health, reads pages, stops it, and does the same with the worker.
 *
 * @param context a checkout, or a release that was unpacked.
 * @returns lines that tell what was seen, or why nothing was.
 * @throws Error for the first step that fails.
 */
export async function proveImage(context: string, checkout: string): Promise<string[]> {
  const reason = reasonForNone();
  if (reason !== null) return [`skipped: ${reason}`];
  const work = mkdtempSync(join(tmpdir(), 'komawari-image-'));
  try {
    const [made, steps] = await build(context, checkout, work);
    const { services } = readCompose(join(context, 'compose.yml'), {
      POSTGRES_PASSWORD: 'unused',
      S3_ACCESS_KEY_ID: 'unused',
      S3_SECRET_ACCESS_KEY: 'unused',
    });
    const worker = services.worker!;
    const data = join(work, 'volume');
    mkdirSync(data);
    chownSync(data, made.user, made.user);
    return [
      ...steps,
      await proveProcess(made, data, {
        command: made.command,
        health: made.health,
        pages: ['/en', '/ar/latest', '/api/comics'],
      }),
      await proveProcess(made, data, {
        command: worker.command!,
        health: worker.healthcheck!.test.slice(1),
        pages: [],
      }),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function build(context: string, checkout: string, work: string): Promise<[BuiltStage, string[]]> {
  const told: string[] = [];
  const made = new Map<string, BuiltStage>();
  const bases = new Map<string, string>();
  let last: BuiltStage | undefined;
  for (const stage of readDockerfile(join(context, 'Dockerfile'))) {
    if (!bases.has(stage.image)) {
      const base = join(work, `base-${bases.size}`);
      makeNodeRoot(base, stage.image, checkout);
      bases.set(stage.image, base);
    }
    const root = join(work, `stage-${stage.name}`);
    execFileSync('cp', ['--archive', '--reflink=auto', bases.get(stage.image)!, root]);
    last = await buildStage(stage, root, { context, made, told });
    made.set(stage.name, last);
  }
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  const size = Number(execFileSync('du', ['-sm', join(last.root, 'app')], { encoding: 'utf8' }).split('\t')[0]);
  return [last, [...told, `/app: ${size} MB`]];
}

interface Building {
  context: string;
  made: ReadonlyMap<string, BuiltStage>;
  told: string[];
}

async function buildStage({ steps }: Stage, root: string, { context, made, told }: Building): Promise<BuiltStage> {
  const state: BuiltStage = { root, env: {}, cwd: '/', user: 0, signal: 'SIGTERM', health: [], command: [] };
  const inside = (path: string) => join(root, isAbsolute(path) ? path : join(state.cwd, path));
  for (const step of steps) {
    const { keyword, words, text } = step;
    const began = Date.now();
    switch (keyword) {
      case 'WORKDIR':
        state.cwd = isAbsolute(text) ? text : join(state.cwd, text);
        mkdirSync(inside('.'), { recursive: true });
        break;
      case 'ENV':
        Object.assign(state.env, step.set);
        break;
      case 'USER':
        state.user = userId(root, text);
        break;
      case 'RUN': {
        const env = { HOME: '/root', ...state.env, ...registryEnv(root) };
        const status = await runIn(root, step.isJson ? words : ['sh', '-c', text], { ...state, env });
        if (status !== 0) throw new Error(`Dockerfile:${step.line}: RUN ${text}: status ${status}`);
        break;
      }
      case 'COPY':
        copy(step, inside, context, made.get(step.flags.from ?? '')?.root);
        if (step.flags.chown !== undefined) {
          execFileSync('chroot', [root, 'chown', '-R', step.flags.chown, inside(words.at(-1)!).slice(root.length)]);
        }
        break;
      case 'VOLUME':
        mkdirSync(inside(text), { recursive: true });
        break;
      case 'STOPSIGNAL':
        state.signal = text;
        break;
      case 'HEALTHCHECK':
        state.health = JSON.parse(/^CMD (\[.*\])$/.exec(text)?.[1] ?? 'null') as string[];
        break;
      case 'CMD':
        state.command = words;
        break;
    }
    told.push(`${keyword} ${text.slice(0, 60)}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return state;
}

/** Copies from another stage, or from the context without what `.dockerignore` names. */
function copy(step: Step, inside: (path: string) => string, context: string, from: string | undefined): void {
  const sources = step.words.slice(0, -1);
  const target = step.words.at(-1)!;
  if (step.flags.from !== undefined && from === undefined) {
    throw new Error(`Dockerfile:${step.line}: no stage ${step.flags.from}`);
  }
  const ignored = from === undefined ? ignoredIn(context) : () => false;
  for (const source of sources) {
    const path = join(from ?? context, source);
    const isFolder = statSync(path).isDirectory();
    const into = isFolder || !/(^|\/)\.?$/.test(target) ? inside(target) : join(inside(target), basename(source));
    mkdirSync(isFolder ? into : join(into, '..'), { recursive: true });
    if (from === undefined) {
      cpSync(path, into, { recursive: true, filter: (file) => !ignored(relative(context, file)) });
    } else {
      execFileSync('cp', ['--archive', '--reflink=auto', `${path}/.`, into]);
    }
  }
}

function ignoredIn(context: string): (path: string) => boolean {
  const file = join(context, '.dockerignore');
  const patterns = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return (path) => patterns.some((pattern) => matchesGlob(path, pattern));
}

function userId(root: string, name: string): number {
  const line = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`there is no user ${name}`);
  return Number(line.split(':')[2]);
}

/** Starts a process, waits for its health, reads pages, stops it as an engine does. */
async function proveProcess(
  made: BuiltStage,
  data: string,
  { command, health, pages }: { command: string[]; health: string[]; pages: string[] },
): Promise<string> {
  const [port, metrics] = [await freePort(), await freePort()];
  const env = {
    ...made.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metrics),
    KOMAWARI_DEMO: 'off',
    LOG_LEVEL: 'warn',
  };
  const running = { ...made, env, data };
  const began = Date.now();
  const program = startIn(made.root, command, running);
  try {
    while ((await runIn(made.root, health, running)) !== 0) {
      if (program.exitCode !== null) throw new Error(`${command.join(' ')} ended with status ${program.exitCode}`);
      if (Date.now() - began > PATIENCE) throw new Error(`${command.join(' ')} is not healthy`);
      await setTimeout(500);
    }
    const healthy = Date.now() - began;
    for (const page of pages) {
      const answer = await fetch(`http://127.0.0.1:${port}${page}`);
      if (!answer.ok) throw new Error(`${page}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
    const status = await stop(program, made.signal);
    if (status !== 0) throw new Error(`${made.signal} ended it with status ${status}`);
    return `${command.at(-1)}: healthy after ${(healthy / 1000).toFixed(1)} s, ${pages.length} pages read, ended by ${made.signal}`;
  } finally {
    program.kill('SIGKILL');
  }
}
