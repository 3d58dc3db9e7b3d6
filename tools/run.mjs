// The commands of package.json. Plain JavaScript that any Node from 20 on can run, because it makes ready what the
// rest needs: the packages (Node 24 among them), the compiled messages, the built site.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'node_modules', '.bin');
const windows = process.platform === 'win32';
process.chdir(root);
/** A release has the site built, and nothing it is built from. */
const released = !existsSync(join(root, 'web'));
process.env.PATH = `${bin}${windows ? ';' : ':'}${process.env.PATH}`;
// Every process of ours keeps what Node compiles of its sources, which is half of the work of a start.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'komawari', 'compiled');

const [command = 'help', ...rest] = process.argv.slice(2);
const commands = {
  start: () => {
    build();
    node('server/main.ts', rest, { NODE_ENV: 'production' });
  },
  worker: () => {
    install();
    messages();
    node('server/main.ts', ['--worker', ...rest], { NODE_ENV: 'production' });
  },
  dev: () => {
    install();
    messages();
    if (rest.includes('--pseudo')) {
      forget('messages/generated');
    }
    node('server/main.ts', rest, { NODE_ENV: 'development' });
  },
  install: () => install(),
  client: () => {
    client();
  },
  build: () => build(),
  cli: () => {
    install();
    messages();
    node('server/cli.ts', rest, { NODE_ENV: 'production' });
  },
  bench: () => {
    build();
    node('bench/main.ts', rest, { NODE_ENV: 'production' });
  },
  faults: () => {
    build();
    node('bench/faults/main.ts', rest, { NODE_ENV: 'production' });
  },
  check: () => {
    check();
  },
  test: () => {
    test(rest);
  },
  demo: () => {
    demo();
  },
  prove: () => {
    build();
    installApart('tools/deployment');
    node('tools/deployment/main.ts', rest);
  },
  release: () => {
    build();
    node('tools/release.ts', rest);
  },
  walk: () => {
    build();
    node('node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e/whole/playwright.config.ts', ...rest]);
  },
};
if (!(command in commands)) {
  console.error(`Unknown command ${command}. Expected one of: ${Object.keys(commands).join(', ')}.`);
  process.exit(64);
}
commands[command]();

/** Installs the packages when package-lock.json is newer than what is installed. */
function install() {
  const stamp = join(root, 'node_modules', '.komawari-lock');
  const wanted = hashFiles(['package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(bin, 'node'))) return;
  if (!existsSync(join(root, 'package-lock.json'))) {
    fail('package-lock.json is missing');
  }
  console.error('Installing packages…');
  run(windows ? 'npm.cmd' : 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: windows,
  });
  writeFileSync(stamp, wanted);
}

/**
 * Installs the packages of a folder, which stand apart from the product's own: some of the linters' for other platforms
 * are missing from mirrors, which `npm ci` refuses, of what checks regular expressions only the part in JavaScript is used,
 * fonts are for drawing the demo library alone, and what reads manifests and images is large.
 */
function installApart(folder, omitted = []) {
  const stamp = join(root, folder, 'node_modules', '.komawari-lock');
  const wanted = hashFiles([`${folder}/package.json`]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  run(
    windows ? 'npm.cmd' : 'npm',
    [
      'install',
      '--prefix',
      folder,
      '--include=dev',
      ...omitted,
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
    ],
    { shell: windows },
  );
  writeFileSync(stamp, wanted);
}

/** Compiles the messages when they changed. */
function messages() {
  if (released) return;
  whenStale('messages/generated', ['messages', 'tools/messages.ts', 'tools/pseudo-locale.ts'], () =>
    run('node', ['tools/messages.ts']),
  );
}

/** Builds the client for programs: its types follow from the routes and what they promise. */
function client() {
  install();
  messages();
  installApart('clients/typescript');
  whenStale(
    'clients/typescript/dist',
    ['contract', 'server', 'tools/api', 'clients/typescript/src', 'clients/typescript/package.json'],
    () => {
      run('node', ['tools/api/client-types.ts']);
      run('node', ['clients/typescript/node_modules/typescript/bin/tsc', '-p', 'clients/typescript']);
    },
  );
}

/** Builds the site when anything it is made of changed. */
function build() {
  install();
  if (released) return;
  messages();
  whenStale(
    'build',
    [
      'web',
      'contract',
      'messages',
      'public',
      'index.html',
      'vite.config.ts',
      'tools/unused-schemas.ts',
      'package-lock.json',
    ],
    () => {
      console.error('Building the site…');
      run('node', ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
        env: { ...process.env, NODE_ENV: 'production' },
      });
    },
  );
}

/**
 * Types, lint and formatting; does what comes `then`. Checker and linter are programs of Go, which collects garbage less often than it would:
 * a quarter of their work.
 */
function check(then = () => {}) {
  const env = { GOGC: '300', ...process.env };
  install();
  messages();
  // It keeps one core busy for as long as the others keep theirs.
  const formatting = spawn(
    'node',
    ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level', 'warn', '.'],
    { stdio: 'inherit' },
  );
  formatting.on('exit', (code) => (code === 0 ? then() : process.exit(code ?? 1)));
  process.on('exit', () => formatting.kill());
  // Checkers side by side work out the same types again and again: alone, one takes half of the processor's time and as long.
  run('node', ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded'], { env });
  // With packages of its own, which are installed now and not before.
  installApart('tools/deployment');
  run('node', ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', 'tools/deployment'], { env });
  client();
  run(
    'node',
    ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', 'clients/typescript/tsconfig.test.json'],
    { env },
  );
  installApart('tools/lint');
  installApart('tools/recheck', ['--omit=optional']);
  run(join('tools', 'lint', 'node_modules', '.bin', windows ? 'oxlint.cmd' : 'oxlint'), [], {
    shell: windows,
    env: {
      ...env,
      PATH: `${join(root, 'tools', 'lint', 'node_modules', '.bin')}${windows ? ';' : ':'}${process.env.PATH}`,
    },
  });
}

/** Draws the demo library anew, after the tests of what draws it. */
function demo() {
  install();
  messages();
  installApart('demo');
  run('node', ['node_modules/vitest/vitest.mjs', 'run', '--config', 'demo/vitest.config.ts']);
  node('demo/make.ts', rest);
}

/**
 * Everything that proves the product: checks, unit and database tests, browser tests; `--changed`, with a commit after it or
 * without, has those run that what has changed since can break; other arguments pick tests of Vitest.
 */
function test(picked) {
  if (picked.length > 0 && picked[0] !== '--changed') {
    return check(() => run('node', ['node_modules/vitest/vitest.mjs', 'run', ...picked]));
  }
  install();
  messages();
  // Each of the two keeps one core busy for half a minute.
  const checking = spawn(process.execPath, [fileURLToPath(import.meta.url), 'check'], { stdio: 'inherit' });
  checking.on('exit', (code) => {
    if (code !== 0) {
      process.exit(code ?? 1);
    }
    run('node', ['tools/test.ts', ...picked]);
  });
  build();
}

/** Makes the folder `output` unless it was made from the same inputs. */
function whenStale(output, inputs, make) {
  const stamp = join(root, output, '.made-from');
  const wanted = hashFiles(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  make();
  writeFileSync(stamp, wanted);
}

/** Has a folder made anew the next time. */
function forget(output) {
  rmSync(join(root, output, '.made-from'), { force: true });
}

/** A hash over files and folders, tests and generated files left out. */
function hashFiles(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'generated' && name !== 'node_modules') {
          add(join(path, name));
        }
      }
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(path).update('\0').update(readFileSync(path));
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/** Runs a script under Node 24 in the foreground: signals reach it, its exit status is ours. */
function node(script, args, env) {
  const child = spawn('node', ['--max-semi-space-size=16', script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal tells everyone by itself, and being told twice means: at once.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) {
        child.kill(signal);
      }
    });
  }
  // npm and its shell end at a signal without passing it on; what they started must not run on with nobody to end it.
  if (process.env.npm_lifecycle_event) {
    const npm = process.ppid;
    const orphaned = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(orphaned);
      child.kill('SIGTERM');
    }, 250).unref();
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (error) {
    fail(`${program}: ${error.message}`);
  }
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
