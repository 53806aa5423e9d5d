import { inLanguage } from '../../words/in-language.ts';

/** The sheets of a new version, and of the check of a downloaded file. */
export const words = inLanguage('features/releases/words', {
  checkRelease: 'Check a release',
  checkLead:
    'Says whether a file that you downloaded is, byte for byte, the one that the release key signed. The file and the manifest are only read, and no network is used.',
  manifest: 'Signed manifest',
  file: 'Downloaded file',
  fileHint: 'the package that you would open',
  choose: 'Choose…',
  reading: 'Reading the file…',
  chooseBoth: 'Choose both to compare them.',
  close: 'Close',

  version: ({ version }: { readonly version: string }) => `Touchstone ${version}`,
  newVersion: 'New version',
  overdue: ({ version }: { readonly version: string }) =>
    `The release says that this version, ${version}, should no longer be used.`,
  signedOn: ({ date, version }: { readonly date: string; readonly version: string }) =>
    `Signed on ${date}. This is ${version}.`,
  notByItself:
    'Nothing is downloaded or installed by itself. Get it from this page, and check the file before you open it (Check a release).',
  copyPage: 'Copy the address of the page',
  withdrawn: 'It is no longer offered. The settings show what is known about new versions.',
  skip: 'Skip this version',
  check: 'Check a release…',
  openPage: 'Open the page',
});
