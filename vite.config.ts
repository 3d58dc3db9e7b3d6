import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileMessages } from './tools/messages.ts';

const root = import.meta.dirname;

/** Compiles the messages before anything needs them, and again when a translator saves. */
function messages(): Plugin {
  // `npm run dev -- --pseudo`: the process that Vite serves the site in is given it.
  const compile = () => { compileMessages({ pseudo: process.argv.includes('--pseudo') }); };
  return {
    name: 'messages',
    config: compile,
    configureServer({ watcher }) {
      watcher.on('change', (file) => { if (/\/messages\/[a-z]+\.json$/.test(file)) { compile(); } });
    },
  };
}

/** Puts the sprite of icons and flags into the page, once, outside what React renders. */
function sprite(): Plugin {
  const drawn = () => readFileSync(join(root, 'web/ui/basic/sprite.svg'), 'utf8').replaceAll('\n', '');
  return { name: 'sprite', transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!--sprite-->', drawn) } };
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

/** A page that need not be there without a network. */
const ONLINE_PAGE = /\/web\/(?!reader\/|members\/offline\/).*-page\.tsx$/;

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
        if (chunk?.type !== 'chunk' || wanted.has(file) || ONLINE_PAGE.test(chunk.facadeModuleId ?? '')) { return; }
        wanted.add(file);
        for (const style of chunk.viteMetadata?.importedCss ?? []) { wanted.add(style); }
        for (const each of [...chunk.imports, ...chunk.dynamicImports]) { add(each); }
      };
      for (const file of Object.values(bundle)) { if (file.type === 'chunk' && file.isEntry) { add(file.fileName); } }
      const files = [...wanted].map((file) => `/${file}`).sort();
      const path = join(dir, 'sw.js');
      const code = readFileSync(path, 'utf8');
      const version = createHash('sha256').update(code).update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
      writeFileSync(path, code.replace(/^const BUILD = .*$/m, `const BUILD = ${JSON.stringify({ version, files })};`));
    },
  };
}

/** What only the pages of staff need, and what they alone are made with. */
const STAFF = /\/@dnd-kit\/|\/web\/(?:members\/api-keys\/|platform\/api\/download-api\.|staff\/admin\/admin-sections\.|staff\/ads\/|staff\/announcements\/|staff\/api-keys\/|staff\/audit\/|staff\/blocklist\/|staff\/bulk\/|staff\/chapters\/|staff\/comic-editor\/comic-editor\.|staff\/comic-editor\/conflict-dialog\.|staff\/comic-editor\/cover-crop\.|staff\/comic-editor\/edit-draft\.|staff\/comic-editor\/editor-cover\.|staff\/comic-editor\/editor-details\.|staff\/comic-editor\/editor-field\.|staff\/comic-editor\/editor-history\.|staff\/comic-editor\/lack-note\.|staff\/comic-editor\/leave-guard\.|staff\/comic-editor\/state-card\.|staff\/comic-editor\/translation-fields\.|staff\/comic-parts\/|staff\/comics\/|staff\/dashboard\/|staff\/frame\/|staff\/moderation\/moderation-sections\.|staff\/operations\/|staff\/sending\/|staff\/site-pages\/|staff\/slides\/|staff\/terms\/|staff\/transfers\/|staff\/uploads\/arrangement\.|staff\/uploads\/chapter-list\.|staff\/uploads\/duplicates\.|staff\/uploads\/file-list\.|staff\/uploads\/file-row\.|staff\/uploads\/limits\.|staff\/uploads\/page-grid\.|staff\/uploads\/publish-form\.|staff\/uploads\/saved\.|staff\/uploads\/start-view\.|staff\/uploads\/target-comic\.|staff\/uploads\/term-fields\.|staff\/uploads\/upload-choices\.|staff\/uploads\/upload-messages\.|staff\/uploads\/upload-view\.|staff\/uploads\/uploads\.|staff\/uploads\/use-saving\.|staff\/uploads\/use-upload\.|staff\/uploads\/work-form\.|staff\/uploads\/work-panel\.|staff\/users\/|staff\/webhooks\/|ui\/data\/|ui\/feedback\/progress\.|ui\/feedback\/use-mutation\.|ui\/form\/local-datetime\.|ui\/media\/file-drop\.|ui\/media\/picked-files\.)/;

/** What only members' pages and popups need: shared among them, and no part of what a guest loads. */
const MEMBERS = /\/web\/(?:catalogue\/downloads\/download-form\.|community\/comments\/|community\/reports\/report-form\.|community\/subjects\/comment-target\.|members\/auth\/auth-forms\.|members\/auth\/auth-page-frame\.|members\/auth\/focus-on-open\.|members\/auth\/form-link\.|members\/auth\/login-form\.|members\/auth\/new-password\.|members\/auth\/new-username\.|members\/auth\/register-form\.|members\/auth\/resend-button\.|members\/auth\/reset-form\.|members\/auth\/reset-request-form\.|members\/auth\/rules\.|members\/auth\/safe-redirect\.|members\/auth\/second-step\.|members\/auth\/setup-form\.|members\/auth\/sign-in\.|members\/auth\/sign-out\.|members\/auth\/use-post-login-redirect\.|members\/auth\/verify-status\.|members\/library\/bookmarks-view\.|members\/library\/following-feed\.|members\/library\/following-view\.|members\/library\/history-days\.|members\/library\/history-deletion\.|members\/library\/history-view\.|members\/library\/library-head\.|members\/library\/list-editor\.|members\/library\/list-form\.|members\/library\/list-head\.|members\/library\/list-order\.|members\/library\/lists-view\.|members\/library\/own-list-actions\.|members\/library\/work-row\.|members\/menu\/|members\/notifications\/notifications-view\.|members\/portability\/export-card\.|members\/portability\/export-file\.|members\/portability\/import-card\.|members\/portability\/import-choices\.|members\/portability\/import-result\.|members\/portability\/import-review\.|members\/portability\/import-row\.|members\/profile\/profile-actions\.|members\/profile\/profile-comments\.|members\/profile\/profile-head\.|members\/profile\/profile\.|members\/profile\/use-blocked\.|members\/settings\/age-card\.|members\/settings\/avatar-field\.|members\/settings\/blocked-section\.|members\/settings\/content-section\.|members\/settings\/crop-dialog\.|members\/settings\/delete-card\.|members\/settings\/email-section\.|members\/settings\/field-row\.|members\/settings\/look-section\.|members\/settings\/notifications-section\.|members\/settings\/passkeys-card\.|members\/settings\/password-section\.|members\/settings\/profile-section\.|members\/settings\/push-card\.|members\/settings\/push\.|members\/settings\/reader-fields\.|members\/settings\/reader-section\.|members\/settings\/recovery-codes\.|members\/settings\/sections\.|members\/settings\/sessions-section\.|members\/settings\/settings-frame\.|members\/settings\/totp-setup\.|members\/settings\/two-factor-section\.|platform\/account\/session-refresh\.|staff\/moderation\/ban-button\.|staff\/moderation\/chips\.|staff\/moderation\/comment-queue\.|staff\/moderation\/comments-section\.|staff\/moderation\/decision-form\.|staff\/moderation\/decision-reasons\.|staff\/moderation\/decision\.|staff\/moderation\/filters-section\.|staff\/moderation\/held-section\.|staff\/moderation\/moderation\.|staff\/moderation\/notices-section\.|staff\/moderation\/queue-item\.|staff\/moderation\/queue-section\.|staff\/moderation\/report-queue\.|staff\/moderation\/reports-section\.|staff\/moderation\/state-chips\.|staff\/moderation\/templates-section\.|ui\/captcha\/|ui\/form\/field\.tsx|ui\/form\/form\.|ui\/form\/password-field\.|ui\/form\/submit-button\.|ui\/media\/avatar\.|ui\/overlay\/confirm\.|ui\/page\/members-only\.|ui\/page\/settings-card\.)/;

/** What asks visitors, and goes by their answers: only sites that have something of others need it. */
const CONSENT = /\/contract\/consent\.ts|\/web\/(?:legal\/consent\/consent\.|legal\/consent\/provider-names\.)/;

/** What pages with lists share; home, a comic and the reader have none. */
const LISTS = /\/web\/(?:catalogue\/filters\/filters\.|catalogue\/filters\/listing-state\.|ui\/feedback\/list-failure\.|ui\/paging\/)/;

/** Covers of comics and what is done with them, which the reader has none of. Pictures are not among them: the rows of bookmarks would bring all of it to the reader. */
const CARDS = /\/web\/(?:catalogue\/cards\/|library\/marks\/favorite-toggle\.|library\/marks\/marks\.|ui\/basic\/badge\.tsx|ui\/basic\/card\.tsx|ui\/basic\/chip\.tsx|ui\/basic\/tabs\.tsx|ui\/basic\/time-ago\.|ui\/feedback\/empty-state\.tsx|ui\/feedback\/skeleton\.tsx|ui\/media\/cover\.tsx)/;

/** What lists have, and the reader has later: in a file of its own, or it would fetch all of theirs. */
const SEGMENTED = /\/web\/(?:ui\/choice\/segmented\.)/;

/** What opens over a page, later, and what is chosen by. */
const POPUPS = /\/web\/(?:platform\/account\/account-settings\.|ui\/choice\/checkbox-switch\.|ui\/choice\/checkbox\.tsx|ui\/choice\/range\.|ui\/choice\/select\.tsx|ui\/feedback\/toasts\.|ui\/overlay\/dialog\.tsx|ui\/overlay\/modal\.)/;

/** What the reader and the page of its settings share. */
const READING = /\/web\/(?:library\/preferences\/account-preferences\.|library\/preferences\/reader-keys\.|library\/preferences\/reader-preferences\.|library\/preferences\/reader-settings\.|library\/preferences\/use-preferences\.|library\/progress\/incognito\.|library\/progress\/local-progress\.|library\/progress\/progress-outbox\.|reader\/chapter\/image-adjustments\.)/;

/** What is kept for later: no page needs it at once. */
const KEPT = /\/web\/(?:library\/bookmarks\/|library\/offline\/)/;

/** What the parts of a comic's page share. */
const COMIC = /\/web\/(?:catalogue\/comic\/comic-data\.|catalogue\/comic\/later\.|catalogue\/comic\/reading-state\.|ui\/feedback\/progress-segments\.)/;

/** Small things every page needs, though few files say so. */
const SMALL = /\/contract\/editable-pages|\/web\/(?:app\/layout\/navigation\.|catalogue\/search\/result-keys\.|catalogue\/search\/search-open\.|platform\/api\/with-timeout\.|ui\/choice\/switch\.|ui\/form\/character-keys\.)/;

/** What says why a page is not there: most visits never see it. */
const FAILED = /\/web\/(?:ui\/feedback\/use-countdown\.|ui\/page\/failure-view\.|ui\/page\/not-found\.)/;

/** What several pages share, fetched beside a page and not after it; of all else only styles are, for each name costs in the first file. */
const SHARED = /\/(?:cards|lists|listing-view|reading|member|comic-view|card|strip-view|use-settings)-[\w-]{8}\.\w+$/;

export default defineConfig({
  root,
  appType: 'custom',
  plugins: [messages(), sprite(), react(), precompress(), worker()],
  build: { assetsInlineLimit: 0, target: 'es2023', modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css') || SHARED.test(file)) }, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What not every page needs is not among it: the decoder of placeholders, passkeys, the cropping of pictures, what staff sort and upload with.
                { name: 'vendor', test: /node_modules\/(?!thumbhash|@simplewebauthn|react-easy-crop|normalize-wheel|tslib|@dnd-kit|tus-js-client|js-base64|url-parse|requires-port|querystringify|lodash\.throttle)/, priority: 3 },
                { name: 'frame', test: (file) => /\/web\//.test(file) && !SMALL.test(file) && !STAFF.test(file) && !MEMBERS.test(file) && !LISTS.test(file) && !READING.test(file) && !KEPT.test(file) && !CARDS.test(file) && !POPUPS.test(file) && !SEGMENTED.test(file) && !FAILED.test(file) && !CONSENT.test(file) && !COMIC.test(file), minShareCount: 4, priority: 2 },
                { name: 'consent', test: CONSENT, priority: 2 },
                { name: 'small', test: SMALL, priority: 2 },
                { name: 'comic-view', test: COMIC, priority: 2 },
                { name: 'segmented', test: SEGMENTED, priority: 2 },
                { name: 'popups', test: POPUPS, minShareCount: 2, priority: 1 },
                { name: 'cards', test: CARDS, minShareCount: 2, priority: 1 },
                { name: 'reading', test: READING, minShareCount: 2, priority: 1 },
                { name: 'kept', test: KEPT, minShareCount: 2, priority: 1 },
                { name: 'lists', test: LISTS, minShareCount: 2, priority: 1 },
                { name: 'staff', test: STAFF, minShareCount: 3 },
                { name: 'member', test: MEMBERS, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
      },
    },
    // One file, read at the start: a running server does not look for pages in a build that was made after it.
    ssr: { build: { outDir: 'build/server', copyPublicDir: false, rolldownOptions: { input: './web/app/render.tsx', output: { codeSplitting: false } } } },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) { await builder.build(environment); }
    },
  },
});
