import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { pageHeaders } from '../../src-main/shell/renderer-files.ts';
import { loopbackServer } from './loopback-server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A page of components of the application, built and served on loopback under the policy of its own pages. */
export interface BuiltPage {
  readonly url: string;
  close(): Promise<void>;
}

/** `root` holds the page's `index.html`. */
export async function builtPage(root: string): Promise<BuiltPage> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-page-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [svelte({ configFile: false, compilerOptions: { css: 'external', runes: true } })],
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  const server = await loopbackServer((response, { url }) => {
    const path = new URL(url, 'http://127.0.0.1').pathname;
    const name = path === '/' ? '/index.html' : path;
    const file = join(folder, name);
    response.writeHead(
      existsSync(file) ? 200 : 404,
      pageHeaders(TYPES[extname(name)] ?? 'application/octet-stream', name),
    );
    response.end(existsSync(file) ? readFileSync(file) : undefined);
  });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
