import { existsSync, mkdirSync, readFileSync, writeFileSync, chmodSync, copyFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Arch, build, Platform, type AfterPackContext, type Configuration } from 'electron-builder';
import { removeFile, removeTree } from '../../system/held-files.ts';
import { buildIfStale } from '../build.ts';
import { requireFuses, setFuses } from '../fuses.ts';
import { archivedFiles, fileHash, headerHash, requireContents, type ArchivedFile } from './archive.ts';
import { contentsFor, traceApp, type Contents } from './contents.ts';
import { licensedPackages, licenceText } from './licences.ts';
import { targetName, type Target } from './target.ts';
import type { Traced } from './trace.ts';

export const LICENCES = 'LICENSES.dependencies.txt';

export interface Packaging {
  readonly project: string;
  readonly target: Target;
  /** Folder for the packages. */
  readonly output: string;
  /** Folder with Electron's runtime; if `undefined`, the runtime is fetched and verified. */
  readonly runtime: string | undefined;
  /** Whether to make installers; otherwise only the unpacked app is made. */
  readonly installers: boolean;
  /** The modules that the app loads, if already traced. */
  readonly traced?: Traced | undefined;
  readonly say: (line: string) => void;
}

/** A finished package, with what was read back from it. */
export interface Packaged {
  /** The runnable folder or, on macOS, the app bundle. */
  readonly app: string;
  readonly archive: string;
  readonly files: readonly ArchivedFile[];
  readonly archiveHash: string;
  readonly headerHash: string;
  readonly fuses: string;
  /** Files that users install. */
  readonly installers: readonly string[];
}

/**
 * Builds the app, stages its archive, and has electron-builder make one target's package. The result is read back: before
 * anything is signed, the archive must hold exactly what was staged and the fuses must be set.
 */
export async function packageApp(packaging: Packaging): Promise<Packaged> {
  const { project, target, output, runtime, installers, say } = packaging;
  const base = await configuration(project);
  const lacking = installers && target.platform === 'linux' ? debLacks(manifestOf(project)) : [];
  if (lacking.length > 0) say(`no deb: package.json has no ${lacking.join(' and no ')}`);
  await buildIfStale(say);
  const contents = contentsFor(project, target, packaging.traced ?? (await traceApp(project)));
  const work = join(output, `.stage-${targetName(target)}`);
  const appFolder = join(work, 'app');
  stage(appFolder, contents);
  const licences = licensedPackages(project, contents.keys());
  writeFileSync(join(work, LICENCES), licenceText(project, licences));

  let bundle: { app: string; archive: string; binary: string; fuses: string } | undefined;
  const config: Configuration = {
    ...base,
    ...(lacking.length > 0 ? { linux: { ...base.linux, target: ['AppImage'] } } : {}),
    directories: { buildResources: 'resources/package', app: appFolder, output },
    // `false` tells the tool not to install dependencies: they are already staged.
    beforeBuild: () => Promise.resolve(false),
    extraResources: [join(work, LICENCES), join(project, 'LICENSE')].map((from) => ({ from, to: '.' })),
    afterExtract: (context) => removeLeftovers(context),
    afterPack: async (context) => {
      const places = placesOf(context);
      requireContents(places.archive, contents);
      await setFuses(places.binary, {
        adHocSignature: target.platform === 'darwin' && process.platform === 'darwin',
      });
      bundle = { ...places, fuses: await requireFuses(places.binary) };
    },
    // A fetched runtime must match the checksums in Electron's npm package, which the lock file pins.
    ...(runtime === undefined
      ? { electronDownload: { checksums: runtimeChecksums(project) } }
      : { electronDist: runtime }),
  };
  mkdirSync(output, { recursive: true });
  const artifacts = await build({
    projectDir: project,
    targets: targetsOf(target, installers),
    publish: 'never',
    config,
  });
  if (!bundle) throw new Error('the packaging tool made nothing');
  removeTree(work);
  const { app, archive, binary } = bundle;
  return {
    app,
    archive,
    files: archivedFiles(archive),
    archiveHash: await fileHash(archive),
    headerHash: headerHash(archive),
    // Checked again now that it is signed.
    fuses: await requireFuses(binary),
    installers: artifacts,
  };
}

/** electron-builder's configuration from `.config`. */
export async function configuration(project: string): Promise<Configuration> {
  const path = join(project, '.config/electron-builder.js');
  const { config } = (await import(pathToFileURL(path).href)) as { config: Configuration };
  return config;
}

/**
 * The fields that a deb must state but package.json lacks. Without them, the packaging tool would make no package at
 * all, and report it only once the archive is built.
 */
export function debLacks(manifest: { homepage?: string; author?: string }): readonly string[] {
  return [
    ...(manifest.homepage ? [] : ['homepage']),
    ...(/<[^<>@]+@[^<>@]+>/.test(manifest.author ?? '') ? [] : ['email address in author']),
  ];
}

function manifestOf(project: string): { homepage?: string; author?: string } {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    homepage?: string;
    author?: string;
  };
}

/** SHA-256 of each runtime (archive name → hex), as stated by Electron's npm package. */
export function runtimeChecksums(project: string): Readonly<Record<string, string>> {
  const path = join(project, 'node_modules/electron/checksums.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
}

function targetsOf({ platform, arch }: Target, installers: boolean): Map<Platform, Map<Arch, string[]>> {
  const tool = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC }[platform];
  return tool.createTarget(installers ? null : 'dir', Arch[arch]);
}

/** A runtime that the tool did not fetch still contains Electron's default app. */
function removeLeftovers({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  const resources = electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources';
  for (const name of [`${resources}/default_app.asar`, 'version']) removeFile(join(appOutDir, name));
  return Promise.resolve();
}

function placesOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): {
  app: string;
  archive: string;
  binary: string;
} {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') {
    const app = join(appOutDir, `${productFilename}.app`);
    return { app, archive: join(app, 'Contents/Resources/app.asar'), binary: app };
  }
  const name = electronPlatformName === 'win32' ? `${productFilename}.exe` : 'touchstone';
  const archive = join(appOutDir, 'resources/app.asar');
  if (!existsSync(archive)) throw new Error(`there is no ${archive}`);
  return { app: appOutDir, archive, binary: join(appOutDir, name) };
}

/**
 * Writes an archive's contents to a folder. All files get the same mode, whatever they have here: the archive records
 * which are executable, and must be identical wherever it is made.
 */
function stage(folder: string, contents: Contents): void {
  if (!removeTree(folder)) throw new Error(`${folder} is in use, and what is left in it would be packaged`);
  for (const [path, content] of contents) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    if ('from' in content) copyFileSync(content.from, to);
    else writeFileSync(to, content.text);
    chmodSync(to, 0o644);
  }
}
