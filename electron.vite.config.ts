import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import {
  dropOlderFonts,
  keepModuleUrls,
  keepNamesAlone,
  recordPackages,
  wrapPageScript,
} from './src-main/setup/build-plugins.ts';

const root = import.meta.dirname;

const mainEntries = {
  index: 'src-main/index.ts',
  chromium: 'src-main/chromium.ts',
  practice: 'src-main/practice/main.ts',
  keychain: 'src-main/keychain/child.ts',
  'chromium-guard': 'src-main/shell/chromium/browser-guard.ts',
};
const preloadEntries = {
  index: 'src-preload/index.ts',
  vault: 'src-preload/vault.ts',
  approval: 'src-preload/approval.ts',
  offline: 'src-preload/offline.ts',
  chart: 'src-preload/chart.ts',
  page: 'src-preload/page.ts',
};
const rendererEntries = {
  index: 'src-renderer/index.html',
  vault: 'src-renderer/vault.html',
  approval: 'src-renderer/approval.html',
  offline: 'src-renderer/offline.html',
  chart: 'src-renderer/chart.html',
  german: 'src-renderer/german.ts',
};

/** Name → absolute path of each entry. */
function absolute(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(root, path)]));
}

const main = absolute(mainEntries);

export default defineConfig({
  main: {
    plugins: [keepModuleUrls({ root, entries: main }), recordPackages(root, 'main')],
    build: {
      target: 'node24.14',
      outDir: 'out/main',
      emptyOutDir: true,
      rolldownOptions: {
        input: main,
        // Flat, so that a URL relative to a chunk is the same as one relative to an entry.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [
      keepNamesAlone(resolve(root, 'src-preload/contract/index.ts')),
      wrapPageScript(),
      recordPackages(root, 'preload'),
    ],
    build: {
      target: 'node24.14',
      outDir: 'out/preload',
      emptyOutDir: true,
      // A sandboxed preload can load nothing but electron: each entry is one file with all it needs.
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: {
        input: absolute(preloadEntries),
        output: {
          format: 'cjs',
          entryFileNames: (chunk) => (chunk.name === 'page' ? 'page.js' : '[name].cjs'),
        },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    plugins: [
      svelte({ configFile: false, compilerOptions: { css: 'external', runes: true } }),
      dropOlderFonts(),
      recordPackages(root, 'renderer'),
    ],
    build: {
      outDir: resolve(root, 'out/renderer'),
      emptyOutDir: true,
      // The policy allows 'self' only: nothing inline, no data: URL.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      minify: true,
      rolldownOptions: {
        input: absolute(rendererEntries),
        // Documents name a translation as they are served, so its name is a fixed one.
        output: {
          entryFileNames: ({ name }) => (name === 'german' ? 'assets/[name].js' : 'assets/[name]-[hash].js'),
        },
      },
    },
  },
});
