import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Arch, build, Platform, type AfterPackContext, type Configuration } from 'electron-builder';
import { removeFile, removeTree } from '../../disk/held-files.ts';
import { buildIfStale } from '../build.ts';
import { requireFuses, setFuses } from '../fuses.ts';
import { archivedFiles, fileHash, headerHash, requireContents, type ArchivedFile } from './archive.ts';
import { contentsFor, traceApp } from './contents.ts';
import { licensedPackages, licenceText } from './licences.ts';
import { stage } from './stage.ts';
import { targetName, type Target } from './target.ts';
import type { Traced } from './trace.ts';

export const LICENCES = 'LICENSES.dependencies.txt';

export interface Packaging {
  readonly project: string;
  readonly target: Target;
  /** Where the packages go. */
  readonly output: string;
  /** A folder with Electron's runtime; where none is named, it is fetched and verified. */
  readonly runtime: string | undefined;
  /** Makes what users install; else only the folder that would be in it. */
  readonly installers: boolean;
  /** What the app comes to load, where that is known already. */
  readonly traced?: Traced | undefined;
  readonly say: (line: string) => void;
}

/** A package as it was made, with what was read back out of it. */
export interface Packaged {
  /** The folder, or on macOS the app, that runs. */
  readonly app: string;
  readonly archive: string;
  readonly files: readonly ArchivedFile[];
  readonly archiveHash: string;
  readonly headerHash: string;
  readonly fuses: string;
  /** What users install. */
  readonly installers: readonly string[];
}

/**
 * Builds the app, lays its archive out, and has the packaging tool make the package of one target. Whatever the tool made
 * of it is read back: the archive must hold what it was given, and the fuses must be set, before anything is signed.
 */
export async function packageApp(packaging: Packaging): Promise<Packaged> {
  const { project, target, output, runtime, installers, say } = packaging;
  await buildIfStale(say);
  const contents = contentsFor(project, target, packaging.traced ?? (await traceApp(project)));
  const work = join(output, `.stage-${targetName(target)}`);
  const appFolder = join(work, 'app');
  stage(appFolder, contents);
  const licences = licensedPackages(project, contents.keys());
  writeFileSync(join(work, LICENCES), licenceText(project, licences));

  let made: { app: string; archive: string; binary: string; fuses: string } | undefined;
  const config: Configuration = {
    ...(await configuration(project)),
    directories: { buildResources: 'resources/package', app: appFolder, output },
    // Answers that the packages of the app are no matter of the tool: they are laid out.
    beforeBuild: () => Promise.resolve(false),
    extraResources: [join(work, LICENCES), join(project, 'LICENSE')].map((from) => ({ from, to: '.' })),
    afterExtract: (context) => removeLeftovers(context),
    afterPack: async (context) => {
      const places = placesOf(context);
      requireContents(places.archive, contents);
      await setFuses(places.binary, {
        adHocSignature: target.platform === 'darwin' && process.platform === 'darwin',
      });
      made = { ...places, fuses: await requireFuses(places.binary) };
    },
    // A runtime that is fetched must be the one that the lock file's own package of Electron names.
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
  if (!made) throw new Error('the packaging tool made nothing');
  removeTree(work);
  const { app, archive, binary } = made;
  return {
    app,
    archive,
    files: archivedFiles(archive),
    archiveHash: await fileHash(archive),
    headerHash: headerHash(archive),
    // Once more, now that it is signed.
    fuses: await requireFuses(binary),
    installers: artifacts,
  };
}

/** What packages are like, as .config has it. */
export async function configuration(project: string): Promise<Configuration> {
  const path = join(project, '.config/electron-builder.js');
  const { config } = (await import(pathToFileURL(path).href)) as { config: Configuration };
  return config;
}

/** SHA-256 of each runtime (name of its archive → hex), as Electron's npm package states them. */
export function runtimeChecksums(project: string): Readonly<Record<string, string>> {
  const path = join(project, 'node_modules/electron/checksums.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
}

function targetsOf({ platform, arch }: Target, installers: boolean): Map<Platform, Map<Arch, string[]>> {
  const tool = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC }[platform];
  return tool.createTarget(installers ? null : 'dir', Arch[arch]);
}

/** A runtime that was not fetched by the tool still has the app that Electron shows where there is none. */
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
