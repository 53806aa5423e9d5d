import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'vite';

/** The files loaded from some entries, by their paths in the project. */
export interface Traced {
  /** Chunks of the built app. */
  readonly built: readonly string[];
  /** Files of packages, including the WebAssembly that they read. */
  readonly packages: readonly string[];
}

/**
 * Follows every import and require of built entries by bundling them again and discarding the result. Whatever else a
 * package ships, for browsers, as typed sources or for older systems, is left out.
 */
export async function trace(project: string, entries: readonly string[]): Promise<Traced> {
  const seen = new Set<string>();
  await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    ssr: {
      noExternal: true,
      // Both are provided at run time: the first by the runtime, the others by the user, if at all.
      external: ['electron', 'bufferutil', 'utf-8-validate'],
      // Node's resolution, which knows no field but `main`.
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

/** WebAssembly is read by path, which no import shows. */
function webAssemblyOf(project: string, path: string): string[] {
  const folder = dirname(path);
  const beside = readdirSync(join(project, folder)).filter((name) => name.endsWith('.wasm'));
  if (beside.length === 0) return [];
  const code = readFileSync(join(project, path), 'utf8');
  return beside.filter((name) => code.includes(name)).map((name) => `${folder}/${name}`);
}

/** The folder of a file's package: `node_modules/@a/b`, also when nested in another one. */
export function packageFolder(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}
