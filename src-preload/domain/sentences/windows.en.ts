type Platform = 'windows' | 'macos' | 'linux' | 'any';

/** Titles of windows and of the system's own dialogs, and what is said of a downloaded release. */
export const windowWords = {
  'window/vault': 'Touchstone vault',
  'window/approval': 'Touchstone approval',
  'window/chart': 'Touchstone chart',
  'window/chart-of': ({ pair }: { readonly pair: string }) => `Touchstone chart – ${pair}`,
  'choose/manifest': 'Choose the signed manifest',
  'choose/release': 'Choose the downloaded file',
  'choose/workspace': 'Choose a workspace',
  'choose/watch-lists': 'Choose a file of watch lists',
  'release/good': ({
    file,
    version,
    platform,
    arch,
  }: {
    readonly file: string;
    readonly version: string;
    readonly platform: Platform;
    readonly arch?: string;
  }) => {
    const system = { windows: 'Windows', macos: 'macOS', linux: 'Linux', any: 'every system' }[platform];
    return `Good: this is ${file} of Touchstone ${version} for ${system}${arch === undefined ? '' : ` (${arch})`}, byte for byte.`;
  },
  'release/renamed': ({ name }: { readonly name: string }) =>
    `It is called ${name} here, which changes nothing.`,
  'release/signed': ({
    on,
    key,
    fingerprint,
    until,
  }: {
    readonly on: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly until: string;
  }) =>
    `Signed on ${on} by the release key ${key} (fingerprint ${fingerprint}). The statement holds until ${until}.`,
  'release/newer': 'It is newer than this Touchstone.',
  'release/same': 'It is the same version as this Touchstone.',
  'release/says-no-more':
    'It does not say that the release is without faults, only that it is the one that was signed.',
};
