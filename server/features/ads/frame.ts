/**
 * The document an ad runs in. Its policy gives it an origin of its own, wherever it is opened: nothing of the site can
 * be read from it, and no page around it be changed, left or covered (decisions, "Ads"). Windows open by a real click.
 */
export const FRAME_POLICY = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

/** Tells the page around of the first click by a person, on a channel that the ad's own code never has in hand. */
const TELLING = `(() => { const { port1, port2 } = new MessageChannel(); parent.postMessage('ad', '*', [port2]); addEventListener('click', (event) => { if (event.isTrusted) port1.postMessage('click'); }, true); })()`;

/** Shows the code that the page around hands it: how an ad looks before it is saved. */
const PREVIEWING = `addEventListener('message', ({ source, data }) => { if (source === parent && typeof data === 'string') { document.open(); document.write(data); document.close(); } }); parent.postMessage('ready', '*')`;

/** The document of an ad with this code. */
export function adDocument(code: string): string {
  return documentFor(`<script>${TELLING}</script>${code}`);
}

/** The document that waits for code to show. */
export function previewDocument(): string {
  return documentFor(`<script>${PREVIEWING}</script>`);
}

function documentFor(body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><base target="_blank"><style>html,body{margin:0;overflow:hidden}</style></head><body>${body}</body></html>`;
}
