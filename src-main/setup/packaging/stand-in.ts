import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { removeTree } from '../../system/held-files.ts';
import type { Target } from './target.ts';

/** Marks the position of the fuses in Electron's binaries. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The fuses of Electron 45 as released. */
const FRESH = '101100011';

/**
 * A folder that the packaging tool takes for Electron's runtime, for machines that cannot fetch the real one: a package
 * made with it shows everything except that it runs.
 */
export function makeStandIn(folder: string, { platform }: Target): void {
  if (!removeTree(folder)) throw new Error(`${folder} is in use`);
  const put = (path: string, content: string | Buffer, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode });
  };
  put('LICENSE', 'Stands in for the licence of Electron.\n');
  put('LICENSES.chromium.html', '<p>Stands in for the licences of Chromium.</p>\n');
  put('version', '0.0.0');
  if (platform === 'darwin') {
    const contents = 'Electron.app/Contents';
    put(`${contents}/Info.plist`, plist('Electron'));
    put(`${contents}/MacOS/Electron`, 'stands in', 0o755);
    put(`${contents}/Frameworks/Electron Framework.framework/Electron Framework`, binary(), 0o755);
    for (const part of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
      const helper = `${contents}/Frameworks/Electron Helper${part}.app/Contents`;
      put(`${helper}/Info.plist`, plist(`Electron Helper${part}`));
      put(`${helper}/MacOS/Electron Helper${part}`, 'stands in', 0o755);
    }
    put(
      `${contents}/Frameworks/Electron Framework.framework/Versions/A/Resources/en.lproj/locale.pak`,
      'stands in',
    );
    put(`${contents}/Resources/en.lproj/locale.pak`, 'stands in');
    put(`${contents}/Resources/default_app.asar`, 'stands in');
    return;
  }
  if (platform === 'win32') put('electron.exe', windowsProgram(binary()));
  else put('electron', binary(), 0o755);
  if (platform === 'linux') put('chrome-sandbox', 'stands in', 0o755);
  put('locales/en-US.pak', 'stands in');
  put('resources/default_app.asar', 'stands in');
}

/** A file with the fuse wire as in the real binary: sentinel, version, length, states. */
function binary(): Buffer {
  return Buffer.concat([
    Buffer.alloc(512, 7),
    Buffer.from(SENTINEL),
    Buffer.from([1, FRESH.length]),
    Buffer.from(FRESH),
    Buffer.alloc(512, 9),
  ]);
}

/**
 * The packaging tool writes what it knows about the archive into the resources of a Windows program, so this must be
 * one.
 */
function windowsProgram(content: Buffer): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const values = { ProductName: 'Electron' };
  Resource.VersionInfo.create({
    lang: 1033,
    fixedInfo: {},
    strings: [{ lang: 1033, codepage: 1200, values }],
  }).outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(content);
  return Buffer.from(program.generate());
}

function plist(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>
`;
}
