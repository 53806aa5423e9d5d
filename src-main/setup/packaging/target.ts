/** A system and processor that a package is for. `universal`: macOS on both of its processors. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64' | 'universal';
}

export function targetName({ platform, arch }: Target): string {
  return `${platform}-${arch}`;
}

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
