import { mkdirSync, writeFileSync } from 'node:fs';
import nodePath, { type PlatformPath } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Which module becomes which built entry, for `keepModuleUrls`. */
export interface BuiltEntries {
  /** Folder of the project. */
  readonly root: string;
  /** Name → absolute path of each entry of `out/main`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Of the building system. */
  readonly path?: PlatformPath;
}

/** A path with slashes, as the builder writes it on every system. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/**
 * Keeps `new URL('../x', import.meta.url)` pointing at the same thing once its module is bundled into
 * `out/main`: a child process's source becomes its built entry, anything else keeps its place in the project.
 */
export function keepModuleUrls({ root, entries, path = nodePath }: BuiltEntries) {
  const sources = slashed(path.resolve(root, 'src-main')) + '/';
  const outMain = path.resolve(root, 'out/main');
  const builtNames = new Map(Object.entries(entries).map(([name, at]) => [slashed(at), `./${name}.js`]));
  return {
    name: 'touchstone:keep-module-urls',
    enforce: 'pre' as const,
    transform(this: { error(message: string): never }, code: string, id: string): string | null {
      if (!slashed(id).startsWith(sources) || !code.includes('import.meta.url')) return null;
      return code.replaceAll(
        /new URL\(\s*(['"`])(\.{1,2}\/[^'"`$]*)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g,
        (_match, _quote, target: string) => {
          const aim = path.resolve(path.dirname(id), target);
          const built = builtNames.get(slashed(aim));
          if (built === undefined && aim.endsWith('.ts')) {
            this.error(
              `${slashed(path.relative(root, aim))} is reached by URL from ${slashed(path.relative(root, id))} but is not an entry of this build`,
            );
          }
          const trailing = target.endsWith('/') ? '/' : '';
          const url = built ?? slashed(path.relative(outMain, aim)) + trailing;
          return `new URL(${JSON.stringify(url)}, import.meta.url)`;
        },
      );
    },
  };
}

/** Some packages ship each font in two formats: drops the older one from their styles, and so from the build. */
export function dropOlderFonts() {
  return {
    name: 'touchstone:drop-older-fonts',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | null {
      if (!/\/node_modules\/@fontsource\/[^?]*\.css$/.test(slashed(id))) return null;
      return code.replaceAll(/,\s*url\([^)]*\.woff\)\s*format\('woff'\)/g, '');
    },
  };
}

/** The tables of the contract, as far as a preload reads them. */
type Tables = Readonly<Record<string, Readonly<Record<string, { readonly kind: string }>>>>;

/**
 * Gives the preloads the contract's tables without their schemas, which only main checks against: a preload makes a
 * function for each name, and would otherwise load all schemas and their library into every window.
 */
export function keepNamesAlone(contract: string) {
  return {
    name: 'touchstone:keep-names-alone',
    async load(id: string): Promise<string | null> {
      if (slashed(id) !== slashed(contract)) return null;
      const tables = (await import(pathToFileURL(contract).href)) as Tables;
      return Object.entries(tables)
        .map(([name, table]) => {
          const kinds = Object.entries(table).map(([entry, { kind }]) => [entry, { kind }]);
          return `export const ${name} = ${JSON.stringify(Object.fromEntries(kinds))};`;
        })
        .join('\n');
    },
  };
}

/** The script that the Chromium shell injects has no module system: wrap it in a function. */
export function wrapPageScript() {
  return {
    name: 'touchstone:wrap-page-script',
    renderChunk(
      this: { error(message: string): never },
      code: string,
      chunk: { readonly name: string },
    ): string | null {
      if (chunk.name !== 'page') return null;
      if (/\brequire\(|\bexports\./.test(code)) {
        this.error('src-preload/page.ts must neither import an external module nor export anything');
      }
      return `(() => {\n${code}\n})();\n`;
    },
  };
}

/** The part of the builder's output that `recordPackages` reads. */
type Bundle = Readonly<
  Record<
    string,
    { readonly type: 'chunk' } | { readonly type: 'asset'; readonly originalFileNames: readonly string[] }
  >
>;

/** Records which packages end up in a bundle, code and fonts: a package for users has to list their licences. */
export function recordPackages(root: string, part: string, path: PlatformPath = nodePath) {
  const folders = new Set<string>();
  return {
    name: 'touchstone:record-packages',
    generateBundle(
      this: { getModuleIds(): IterableIterator<string> },
      _options: unknown,
      bundle: Bundle,
    ): void {
      const assets = Object.values(bundle).flatMap((file) =>
        file.type === 'asset'
          ? file.originalFileNames.map((name) => path.resolve(root, 'src-renderer', name))
          : [],
      );
      for (const at of [...this.getModuleIds(), ...assets]) {
        const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(
          slashed(path.relative(root, at)),
        );
        if (found && !at.startsWith('\0')) folders.add(found[0]);
      }
      mkdirSync(path.resolve(root, '.cache/bundled'), { recursive: true });
      writeFileSync(path.resolve(root, `.cache/bundled/${part}.json`), JSON.stringify([...folders].sort()));
    },
  };
}
