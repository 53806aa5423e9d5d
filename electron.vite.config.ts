import { dirname, relative, resolve, sep } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const root = import.meta.dirname;
const outMain = resolve(root, 'out/main');

const mainEntries = {
  index: 'src-main/index.ts',
  chromium: 'src-main/chromium.ts',
  practice: 'src-main/practice/main.ts',
  keychain: 'src-main/keychain/child.ts',
};
const preloadEntries = {
  index: 'src-preload/index.ts',
  vault: 'src-preload/vault.ts',
  approval: 'src-preload/approval.ts',
  offline: 'src-preload/offline.ts',
  page: 'src-preload/page.ts',
};
const rendererEntries = {
  index: 'src-renderer/index.html',
  vault: 'src-renderer/vault.html',
  approval: 'src-renderer/approval.html',
  offline: 'src-renderer/offline.html',
};

/** Name → absolute path of each entry. */
function absolute(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(root, path)]));
}

/**
 * Keeps `new URL('../x', import.meta.url)` pointing at the same thing once its module is bundled into
 * `out/main`: a child process's source becomes its built entry, anything else keeps its place in the project.
 */
function keepModuleUrls(entries: Record<string, string>): Plugin {
  const builtNames = new Map(Object.entries(entries).map(([name, path]) => [path, `./${name}.js`]));
  return {
    name: 'touchstone:keep-module-urls',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(resolve(root, 'src-main') + sep) || !code.includes('import.meta.url')) return null;
      return code.replaceAll(
        /new URL\(\s*(['"`])(\.{1,2}\/[^'"`$]*)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g,
        (_match, _quote, target: string) => {
          const path = resolve(dirname(id), target);
          const built = builtNames.get(path);
          if (built === undefined && path.endsWith('.ts')) {
            this.error(
              `${relative(root, path)} is reached by URL from ${relative(root, id)} but is no entry of this build`,
            );
          }
          const trailing = target.endsWith('/') ? '/' : '';
          const url = built ?? relative(outMain, path).split(sep).join('/') + trailing;
          return `new URL(${JSON.stringify(url)}, import.meta.url)`;
        },
      );
    },
  };
}

/** The script that the Chromium shell injects has no module system: close it in a function of its own. */
function wrapPageScript(): Plugin {
  return {
    name: 'touchstone:wrap-page-script',
    renderChunk(code, chunk) {
      if (chunk.name !== 'page') return null;
      if (/\brequire\(|\bexports\./.test(code)) {
        this.error('src-preload/page.ts must neither import an external module nor export anything');
      }
      return `(() => {\n${code}\n})();\n`;
    },
  };
}

const main = absolute(mainEntries);

export default defineConfig({
  main: {
    plugins: [keepModuleUrls(main)],
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
    plugins: [wrapPageScript()],
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
    plugins: [svelte({ configFile: false, compilerOptions: { css: 'external', runes: true } })],
    build: {
      outDir: resolve(root, 'out/renderer'),
      emptyOutDir: true,
      // The policy allows 'self' only: nothing inline, no data: URL.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      minify: true,
      rolldownOptions: { input: absolute(rendererEntries) },
    },
  },
});
