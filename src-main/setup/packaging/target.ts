/** A system and processor that a package is for. `universal`: macOS on both of its processors. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64' | 'universal';
}

export function targetName({ platform, arch }: Target): string {
  return `${platform}-${arch}`;
}

/** The names under which native libraries for a target are filed; a universal package holds two. */
export function nativeNames({ platform, arch }: Target): readonly string[] {
  // Both halves of a universal package must hold the same archive, so each processor alone has both files as well.
  return platform === 'darwin' ? ['darwin-arm64', 'darwin-x64'] : [`${platform}-${arch}`];
}

/** The target that the arguments name; else that of this machine. Throws the words for what cannot be one. */
export function readTarget(platform: string = process.platform, arch?: string): Target {
  const chosen = arch ?? (platform === 'darwin' ? 'universal' : process.arch);
  if (platform !== 'linux' && platform !== 'win32' && platform !== 'darwin')
    throw new Error('--platform takes linux, win32 or darwin');
  if (chosen !== 'x64' && chosen !== 'arm64' && !(chosen === 'universal' && platform === 'darwin'))
    throw new Error('--arch takes x64 or arm64, and universal for darwin');
  return { platform, arch: chosen };
}
