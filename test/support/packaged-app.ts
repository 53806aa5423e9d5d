import { join } from 'node:path';
import { extractAll, uncacheAll } from '@electron/asar';
import { packageApp, type Packaged } from '../../src-main/setup/packaging/package.ts';
import { makeStandIn } from '../../src-main/setup/packaging/stand-in.ts';
import type { Target } from '../../src-main/setup/packaging/target.ts';
import type { Traced } from '../../src-main/setup/packaging/trace.ts';
import { project } from './tool.ts';

const LINUX: Target = { platform: 'linux', arch: 'x64' };

/** Packages the app into a folder, with a stand-in for Electron's runtime. */
export async function packageInto(
  folder: string,
  target: Target = LINUX,
  traced?: Traced,
): Promise<Packaged> {
  const runtime = join(folder, 'runtime');
  makeStandIn(runtime, target);
  return packageApp({
    project,
    target,
    output: join(folder, 'dist'),
    runtime,
    installers: false,
    traced,
    say: () => undefined,
  });
}

/**
 * The app as in a package: packages it and unpacks the archive into a folder, with the native library. Returns that
 * folder, which is Electron's app folder; Electron starts its `out/main/index.js`. Nothing of the project can be
 * reached from there, as long as `folder` is not inside it.
 */
export async function extractedApp(folder: string, packaged?: Packaged): Promise<string> {
  const { archive } = packaged ?? (await packageInto(folder));
  const extracted = join(folder, 'extracted');
  uncacheAll();
  extractAll(archive, extracted);
  return extracted;
}
