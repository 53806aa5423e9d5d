/** A system and processor that a package is for. `universal`: macOS on both of its processors. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64' | 'universal';
}

export function targetName({ platform, arch }: Target): string {
  return `${platform}-${arch}`;
}

/**
 * Why this system cannot make a package, before any work; `undefined` where it can. `installers`: not only the folder that
 * they would contain.
 */
export function obstacleTo(
  { platform, arch }: Target,
  installers: boolean,
  here: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform !== 'darwin' || here === 'darwin') return undefined;
  if (installers)
    return 'packages for macOS are made on macOS alone: the tools that join, sign and pack them exist nowhere else. Elsewhere, --dir --platform darwin --arch arm64 (or x64) makes the app that would be in one.';
  return arch === 'universal'
    ? 'the two halves of a universal app are joined on macOS alone. Name one of them: --arch arm64 or --arch x64.'
    : undefined;
}

/** The message for a runtime that could not be fetched; `undefined` for another error. */
export function fetchTrouble(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return NETWORK.includes(code)
    ? `Electron’s runtime for this target is not here and could not be fetched (${code}). Check the network, or make the folder alone with --dir.`
    : undefined;
}

const NETWORK = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
];

/** The names of native libraries for a target; a universal package contains two. */
export function nativeNames({ platform, arch }: Target): readonly string[] {
  // Both halves of a universal package must contain the same archive, so either processor's package has both files as
  // well.
  return platform === 'darwin' ? ['darwin-arm64', 'darwin-x64'] : [`${platform}-${arch}`];
}

/** The target named by the arguments, or else this machine. Throws an explanation if there is no such target. */
export function readTarget(platform: string = process.platform, arch?: string): Target {
  const chosen = arch ?? (platform === 'darwin' ? 'universal' : process.arch);
  if (platform !== 'linux' && platform !== 'win32' && platform !== 'darwin')
    throw new Error('--platform takes linux, win32 or darwin');
  if (chosen !== 'x64' && chosen !== 'arm64' && !(chosen === 'universal' && platform === 'darwin'))
    throw new Error('--arch takes x64 or arm64, and universal for darwin');
  return { platform, arch: chosen };
}
