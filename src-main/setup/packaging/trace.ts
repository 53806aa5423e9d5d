import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'vite';

/** The files that some entries come to load, by their paths within the project. */
export interface Traced {
  /** Chunks of the built app. */
  readonly built: readonly string[];
  /** Files of packages, WebAssembly that they read included. */
  readonly packages: readonly string[];
}

/**
 * Follows every import and require of built entries, by bundling them once more and throwing the result away. So what a
 * package ships besides, for browsers, for typed sources or for older systems, is left out.
 */
export async function trace(project: string, entries: readonly string[]): Promise<Traced> {
  const seen = new Set<string>();
  await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    ssr: {
      noExternal: true,
      // Both are provided at run time: the one by the runtime, the other by whoever installed it.
      external: ['electron', 'bufferutil', 'utf-8-validate'],
      // As Node resolves, which knows no other field than `main`.
      resolve: { conditions: ['node', 'module-sync'], mainFields: ['main'] },
    },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node24.14',
      rolldownOptions: { input: entries.map((entry) => join(project, entry)) },
    },
    plugins: [
      {
        name: 'touchstone:trace',
        generateBundle() {
          for (const id of this.getModuleIds()) {
            const path = relative(project, id).split(sep).join('/');
            if (!path.startsWith('..') && !id.startsWith('\0')) seen.add(path);
          }
        },
      },
    ],
  });
  const files = [...seen].filter((path) => /^(?:out|node_modules)\//.test(path)).toSorted();
  const packages = files.filter((path) => path.startsWith('node_modules/'));
  return {
    built: files.filter((path) => path.startsWith('out/')),
    packages: [...packages, ...packages.flatMap((path) => webAssemblyOf(project, path))].toSorted(),
  };
}

/** WebAssembly is read by its path, which no import shows. */
function webAssemblyOf(project: string, path: string): string[] {
  const folder = dirname(path);
  const beside = readdirSync(join(project, folder)).filter((name) => name.endsWith('.wasm'));
  if (beside.length === 0) return [];
  const code = readFileSync(join(project, path), 'utf8');
  return beside.filter((name) => code.includes(name)).map((name) => `${folder}/${name}`);
}

/** The folder of the package that a file is of: `node_modules/@a/b`, also below another one. */
export function packageFolder(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}
