import { text, type FailureData } from './text.ts';

const LEAVE_IT = 'Do not open the file.';

/** Failures when checking a release. None of them affects money. */
export const releaseFailures = {
  'release-unreadable': (d: FailureData) =>
    text(
      `This is not a release manifest: ${d['reason'] ?? 'it cannot be read'}.`,
      'Download the manifest again, and do not save it from an editor, which may change it.',
    ),
  'release-unsigned': () =>
    text(
      'This manifest is not signed, so it proves nothing.',
      `${LEAVE_IT} Download both again from the release’s own page.`,
    ),
  'release-no-keys': () =>
    text(
      'This build of Touchstone holds no release key, so it can prove no release.',
      'It was built before the first release. On the command line, --public-key names a key that you trust.',
    ),
  'release-key-unknown': (d: FailureData) =>
    text(
      `This manifest is signed by a key that this Touchstone does not know (${d['key'] ?? 'unnamed'}).`,
      `${LEAVE_IT} If the key was replaced, the release’s page says so: update through a version that knows both keys.`,
    ),
  'release-altered-manifest': (d: FailureData) =>
    text(
      `The signature does not hold: the manifest was altered, or it is not by the release key ${d['key'] ?? ''}.`,
      `${LEAVE_IT} Download both again from the release’s own page.`,
    ),
  'release-other-product': (d: FailureData) =>
    text(
      `This manifest is for another product (${d['product'] ?? 'unnamed'}), although the release key signed it.`,
      LEAVE_IT,
    ),
  'release-expired': (d: FailureData) =>
    text(
      `This manifest, for version ${d['version'] ?? 'unknown'}, expired on ${d['expired'] ?? 'an earlier day'}: it no longer says what is current.`,
      'Get the current manifest. If it is the current one, somebody may be keeping newer ones from you, or this computer’s clock is wrong.',
    ),
  'release-clock': (d: FailureData) =>
    text(
      `This manifest is dated ${d['released'] ?? 'in the future'}, and this computer’s clock says ${d['now'] ?? 'less'}.`,
      'Set the clock, then check again.',
    ),
  'release-downgrade': (d: FailureData) =>
    text(
      `This manifest is for version ${d['version'] ?? 'unknown'}, which is lower than this Touchstone (${d['running'] ?? 'unknown'}).`,
      `${LEAVE_IT} An old version has faults that have since been fixed, yet its signature is still valid.`,
    ),
  'release-goes-back': (d: FailureData) =>
    text(
      `This manifest (version ${d['version'] ?? 'unknown'}, of ${d['released'] ?? 'an earlier day'}) is older than one seen before (version ${d['seen'] ?? 'unknown'}, of ${d['seenReleased'] ?? 'a later day'}).`,
      'Get the current manifest. If it is the current one, somebody may be keeping newer ones from you.',
    ),
  'release-file-altered': (d: FailureData) =>
    text(
      `This is not the file that was signed: ${d['file'] ?? 'the file'} of version ${d['version'] ?? 'unknown'} was altered, or its download is damaged${d['size'] === d['listed'] ? '' : ` (${d['size'] ?? '?'} bytes in place of ${d['listed'] ?? '?'})`}.`,
      `${LEAVE_IT} Delete it and download it again.`,
    ),
  'release-file-unlisted': (d: FailureData) =>
    text(
      `${d['file'] ?? 'This file'} is not a file of Touchstone ${d['version'] ?? 'unknown'}: the manifest lists none with this content or this name.`,
      `${LEAVE_IT} Check whether the manifest and the file are from the same release.`,
    ),
  'release-file-unreadable': (d: FailureData) =>
    text(
      `The file ${d['file'] ?? ''} cannot be read (${d['reason'] ?? 'unknown reason'}).`,
      'Choose it again.',
    ),
  'release-address-missing': () =>
    text(
      'This build of Touchstone knows no address to ask for new versions.',
      'Look at the page that you downloaded it from.',
    ),
  'release-unreachable': (d: FailureData) =>
    text(
      `The release address (${d['host'] ?? 'unknown'}) gave no manifest: ${d['reason'] ?? 'no answer'}.`,
      'It will be asked again tomorrow, or at the next start.',
    ),
  'release-page-elsewhere': (d: FailureData) =>
    text(
      `The manifest for version ${d['version'] ?? 'unknown'} names a page that is not one of Touchstone’s, although the release key signed it.`,
      'Do not look for that page. Report it: the key may have been stolen.',
    ),
  'release-choosing': () => text('A file is already being chosen.', 'Choose one, or cancel, then try again.'),
  'release-unknown': () =>
    text('That version is no longer offered.', 'See what the settings say about new versions.'),
};
