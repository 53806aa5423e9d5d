import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { nativeNames, type Target } from './target.ts';
import { packageFolder, trace, type Traced } from './trace.ts';

/** The entry that Electron starts, and those that main starts as helper processes. */
const ENTRIES = ['out/main/index.js', 'out/main/practice.js', 'out/main/keychain.js'];
const PRELOADS = ['approval', 'chart', 'index', 'offline', 'vault'].map((name) => `out/preload/${name}.cjs`);
/** The only package with native code. Its JavaScript is not used: the library is loaded by its known hash. */
const NATIVE = 'node_modules/keytar';

/** A file of the project, or text written instead of one. */
type Content = { readonly from: string } | { readonly text: string };

/** Path in the archive → content. */
export type Contents = ReadonlyMap<string, Content>;

/** The files that the built app loads; the same for every target. */
export function traceApp(project: string): Promise<Traced> {
  return trace(project, ENTRIES);
}

/**
 * The complete contents of a target's archive: the built app without the other shell's parts, the package files that it
 * loads, the target's native library, the data that it reads, and a manifest.
 */
export function contentsFor(project: string, target: Target, { built, packages }: Traced): Contents {
  const folders = new Set(packages.map(packageFolder).filter((folder) => folder !== undefined));
  const files = [
    ...built,
    ...PRELOADS,
    ...filesBelow(project, 'out/renderer'),
    ...built.flatMap((path) => dataReadBy(project, path)),
    ...packages.filter((path) => !path.endsWith('/package.json')),
    ...nativeNames(target).map((name) => `${NATIVE}/prebuilds/${name}/keytar.node`),
  ];
  return new Map<string, Content>([
    ...['', ...[...folders, NATIVE].toSorted().map((folder) => `${folder}/`)].map(
      (folder) =>
        [`${folder}package.json`, { text: manifest(join(project, folder, 'package.json')) }] as const,
    ),
    ...[...new Set(files)].toSorted().map((path) => [path, { from: join(project, path) }] as const),
  ]);
}

/** Data files are named relative to the built script (see electron.vite.config.ts). */
function dataReadBy(project: string, path: string): string[] {
  const code = readFileSync(join(project, path), 'utf8');
  return [...code.matchAll(/new URL\("(\.\.\/[^"]+)", import\.meta\.url\)/g)]
    .map(([, target = '']) => posix.join(dirname(path), target))
    .filter((target) => target.startsWith('resources/'));
}

function filesBelow(project: string, folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(project, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

/** The manifest fields that the runtime reads, and the author: no scripts, tools or commands. */
const KEPT = [
  'name',
  'productName',
  'version',
  'description',
  'license',
  'author',
  'homepage',
  'type',
  'main',
  'exports',
  'imports',
];

function manifest(path: string): string {
  const all = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const pairs = KEPT.filter((key) => key in all).map((key) => [key, all[key]] as const);
  return `${JSON.stringify(Object.fromEntries(pairs), null, 2)}\n`;
}
