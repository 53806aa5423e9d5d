import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './trace.ts';

/** Where the builder records which packages it put into a bundle (see electron.vite.config.ts). */
const BUNDLED = '.cache/bundled';
/** Compiled into the keychain's native library, as headers: none of their files is in the package. */
const COMPILED_IN = ['node_modules/keytar', 'node_modules/node-addon-api'];

/**
 * The libraries compiled into the WebAssembly of one package, and their licences; collected by hand for that version.
 */
const IN_WASM = 'resources/package/wasm-licences.json';

interface InWasm {
  readonly package: string;
  readonly version: string;
  readonly parts: readonly {
    readonly name: string;
    /** Absent where the WebAssembly does not show it. */
    readonly version?: string;
    readonly licence: string;
    readonly copyright: readonly string[];
    /** Absent where it is MIT, whose text the package itself has. */
    readonly text?: string;
  }[];
}

/** The folders of all packages that are in a package for users, in part or in any form. */
export function licensedPackages(project: string, archived: Iterable<string>): readonly string[] {
  const bundled = readdirSync(join(project, BUNDLED)).flatMap(
    (name) => JSON.parse(readFileSync(join(project, BUNDLED, name), 'utf8')) as string[],
  );
  const whole = [...archived].map(packageFolder).filter((folder) => folder !== undefined);
  return [...new Set([...bundled, ...whole, ...COMPILED_IN])].toSorted();
}

/**
 * One text with the licences of all packages. Throws if a package has no licence text: such a package cannot be
 * redistributed.
 */
export function licenceText(project: string, folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = manifestOf(project, folder);
    const texts = licenceFiles(project, folder).map((file) =>
      readFileSync(join(project, folder, file), 'utf8').trim(),
    );
    if (texts.length === 0) throw new Error(`${name} ${version} has no licence text`);
    return [`${name} ${version} (${license})`, ...texts, ...wasmLicences(project, name, version)].join(
      '\n\n',
    );
  });
  const opening =
    'Touchstone contains the packages below, whole or in part, each under its own licence. The licences of\nElectron and of Chromium are in LICENSE.electron.txt and LICENSES.chromium.html.';
  const rule = '-'.repeat(100);
  return `${[opening, ...parts].join(`\n\n${rule}\n\n`)}\n`;
}

/** The licences of what is compiled into a package's WebAssembly. Throws if they were collected for another version. */
function wasmLicences(project: string, name: string, version: string): readonly string[] {
  const inside = JSON.parse(readFileSync(join(project, IN_WASM), 'utf8')) as InWasm;
  if (name !== inside.package) return [];
  if (version !== inside.version)
    throw new Error(`${IN_WASM} is for ${name} ${inside.version}, not ${version}`);
  const opening =
    'Compiled into its WebAssembly are the following, under the MIT licence above unless another one is given.';
  const parts = inside.parts.map(({ name, version, licence, copyright, text }) =>
    [
      [name, version].filter(Boolean).join(' ') + ` (${licence})`,
      ...copyright,
      ...(text ? [`\n${text.trim()}`] : []),
    ].join('\n'),
  );
  return [opening, ...parts];
}

/** Some packages also have a folder of licences for code that they took from others. */
function licenceFiles(project: string, folder: string): readonly string[] {
  return readdirSync(join(project, folder), { withFileTypes: true })
    .filter((entry) => /^(?:licen[cs]es?|copying|notice|third[_-]party)/i.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(project, folder, entry.name)).map((name) => `${entry.name}/${name}`)
        : [entry.name],
    )
    .toSorted();
}

function manifestOf(project: string, folder: string): { name: string; version: string; license: string } {
  const path = join(project, folder, 'package.json');
  if (!existsSync(path)) throw new Error(`${folder} is not a package`);
  return JSON.parse(readFileSync(path, 'utf8')) as { name: string; version: string; license: string };
}
