import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withoutSignature } from './mach-o.ts';

/** The part of the keychain library used here. Listing entries can crash the process: never add it. */
export type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/**
 * SHA-256 of the native libraries that Touchstone loads, by platform and processor. They are the prebuilt files of the
 * package in package-lock.json; a test compares them. macOS libraries are hashed without their signature. The package
 * has more such files, some of them built for another processor than their name says.
 */
export const KNOWN_BINDINGS: Readonly<Record<string, string>> = {
  'darwin-arm64': '89b021548ce9979291af2e7b337b0e0a74c2b35f6893c432f447ed61c885b4df',
  'darwin-x64': 'eb98103b74b231155fb9e4e4b4bb5993cbc250180fe428fdea5e6d6f781474ff',
  'linux-arm64': '8f0f32c5d576a0987e294b8dc9f1909133504f4fe20b65888bca0dd3bfaec29c',
  'linux-x64': 'e7894a1e1001764de29ff08d3dae418ccbaaf78889c5673d367e05df1682fc7c',
  'win32-arm64': 'b9cd3c6658b1bed712e28f19ef777971ba46fc81a6004923dd15faa6e5bb01b8',
  'win32-x64': 'b82625e7c713fd20b5cb57993e073076c87660652202893fad39d874d77169fc',
};

/**
 * `unloadable`: it is missing, or the system will not load it. `altered`: it is not the file that came with Touchstone.
 */
export type Binding =
  { readonly state: 'loaded'; readonly keytar: Keytar } | { readonly state: 'unloadable' | 'altered' };

/** Where the binding is looked for; a test passes another place. */
export interface BindingPlace {
  readonly platform: string;
  readonly arch: string;
  /** Folder of the package. */
  readonly folder: string;
}

/**
 * Loads the native library directly, not through its package, which tries a folder of local builds first and would load
 * anything found there.
 */
export function loadBinding(place: BindingPlace = thisPlace()): Binding {
  const file = bindingFile(place);
  const known = KNOWN_BINDINGS[`${place.platform}-${place.arch}`];
  try {
    if (known === undefined) return { state: 'unloadable' };
    if (bindingHash(readFileSync(file), place.platform) !== known) return { state: 'altered' };
    return { state: 'loaded', keytar: createRequire(import.meta.url)(file) as Keytar };
  } catch {
    return { state: 'unloadable' };
  }
}

/** SHA-256 of a native library; for macOS, without its signature. */
export function bindingHash(bytes: Buffer, platform: string): string | undefined {
  const hashed = platform === 'darwin' ? withoutSignature(bytes) : bytes;
  return hashed && createHash('sha256').update(hashed).digest('hex');
}

/** A system cannot load libraries out of an archive, so the library of a packaged app is beside it. */
export function bindingFile({ platform, arch, folder }: BindingPlace): string {
  const outside = folder.replace(/(?<=[\\/]app\.asar)(?=[\\/]|$)/, '.unpacked');
  return join(outside, 'prebuilds', `${platform}-${arch}`, 'keytar.node');
}

function thisPlace(): BindingPlace {
  const manifest = createRequire(import.meta.url).resolve('keytar/package.json');
  return { platform: process.platform, arch: process.arch, folder: dirname(manifest) };
}
