import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { compileMessages } from './tools/messages.ts';
import { dropUnusedSchemas } from './tools/unused-schemas.ts';

const root = normalizePath(import.meta.dirname);

/** Compiles the messages before anything needs them, and again when a translator saves. */
function messages(): Plugin {
  // `npm run dev -- --pseudo`: the process that Vite serves the site in is given it.
  const compile = () => {
    compileMessages({ pseudo: process.argv.includes('--pseudo') });
  };
  return {
    name: 'messages',
    config: compile,
    configureServer({ watcher }) {
      watcher.on('change', (file) => {
        if (/\/messages\/[a-z]+\.json$/.test(file)) {
          compile();
        }
      });
    },
  };
}

/** Puts the sprite of icons and flags into the page, once, outside what React renders. */
function sprite(): Plugin {
  const drawn = () => readFileSync(join(root, 'web/ui/basic/sprite.svg'), 'utf8').replaceAll('\n', '');
  return {
    name: 'sprite',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!--sprite-->', drawn) },
  };
}

/** Lays a Brotli and a gzip copy beside every text file the browser fetches. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets).filter((file) => /\.(js|css|json|svg)$/.test(file))) {
        const bytes = readFileSync(join(assets, name));
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** The path of a module from the root, which may itself be a folder called `web` or `contract`; empty where it has none. */
const inProject = (id: string | null) => (id?.startsWith(root) ? id.slice(root.length) : '');

/** A page that need not be there without a network. */
const ONLINE_PAGE = /^\/web\/(?!reader\/|members\/offline\/).*-page\.tsx$/;

/**
 * Tells the service worker what this build is called, and the files to keep for reading without a network: everything the
 * entry may ever fetch, but for the pages that are of no use then.
 */
function worker(): Plugin {
  return {
    name: 'worker',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir = '' }, bundle) {
      const wanted = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || wanted.has(file) || ONLINE_PAGE.test(inProject(chunk.facadeModuleId))) return;
        wanted.add(file);
        for (const style of chunk.viteMetadata?.importedCss ?? []) {
          wanted.add(style);
        }
        for (const each of [...chunk.imports, ...chunk.dynamicImports]) {
          add(each);
        }
      };
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry) {
          add(file.fileName);
        }
      }
      const files = [...wanted].map((file) => `/${file}`).sort();
      const path = join(dir, 'sw.js');
      const code = readFileSync(path, 'utf8');
      const version = createHash('sha256')
        .update(code)
        .update(Object.keys(bundle).sort().join())
        .digest('hex')
        .slice(0, 12);
      writeFileSync(path, code.replace(/^const BUILD = .*$/m, `const BUILD = ${JSON.stringify({ version, files })};`));
    },
  };
}

/** Folders of small things that most pages share: those of them that many do are in one file. */
const BASE = /^\/(?:contract|web\/platform|web\/ui\/(?:basic|feedback|media))\//;

/** The room a file of the site stands in: `catalogue-cards`. */
const roomFor = (id: string) => /^\/web\/(\w+)\/([\w-]+)\//.exec(inProject(id))?.slice(1).join('-') ?? null;

export default defineConfig({
  root,
  appType: 'custom',
  plugins: [messages(), sprite(), dropUnusedSchemas(), react(), precompress(), worker()],
  build: { assetsInlineLimit: 0, target: 'es2023', modulePreload: { polyfill: false }, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Rooms form no circle (architecture.test.ts): what a file imports may stay in a file of its own.
              includeDependenciesRecursively: false,
              groups: [
                // Everything the entry imports at once, apart from the entry itself: that names every page and changes with each.
                { name: 'vendor', test: /\/node_modules\/|vite\/preload-helper/, tags: ['$initial'], priority: 5 },
                {
                  name: 'frame',
                  test: (id) => /^\/(?:web|contract)\//.test(inProject(id)),
                  tags: ['$initial'],
                  minShareCount: 2,
                  priority: 4,
                },
                { name: 'package', test: /\/node_modules\//, entriesAware: true, priority: 3 },
                { name: 'base', test: (id) => BASE.test(inProject(id)), minShareCount: 8, priority: 2 },
                // Of every other room what at least two pages or late parts need; what one alone needs comes with it.
                { name: roomFor, debugName: 'room', test: (id) => roomFor(id) !== null, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
    // One file, read at the start: a running server does not look for pages in a build that was made after it.
    ssr: {
      build: {
        outDir: 'build/server',
        copyPublicDir: false,
        rolldownOptions: { input: './web/app/render.tsx', output: { codeSplitting: false } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        await builder.build(environment);
      }
    },
  },
});
