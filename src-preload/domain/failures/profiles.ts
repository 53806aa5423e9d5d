import { text, type FailureData } from './text.ts';

/** Failures of adding, changing, deleting and carrying over live profiles. */
export const profileFailures = {
  'profile-unknown': () =>
    text('There is no such profile any more.', 'Choose one of the profiles that are listed.'),
  'live-profile-closed': () =>
    text(
      'A live profile is changed, deleted and exported while it is the open one.',
      'Switch to that profile first, then try again.',
    ),
  'profile-name-refused': () =>
    text(
      'A profile’s name has 1 to 40 characters, all of them visible.',
      'Choose another name, without control characters and direction marks.',
    ),
  'profile-name-taken': (d: FailureData) =>
    text(`There is already a profile named "${d['name'] ?? ''}".`, 'Choose another name.'),
  'profiles-full': (d: FailureData) =>
    text(`There can be at most ${d['most'] ?? 'so many'} profiles.`, 'Delete one first.'),
  'profile-network-fixed': (d: FailureData) =>
    text(
      `This profile is on ${d['network'] ?? 'its network'}, and its wallet and trades belong there: it cannot move to ${d['wanted'] ?? 'another one'}.`,
      `Add another profile for ${d['wanted'] ?? 'the other network'}.`,
    ),
  'profile-has-wallet': () =>
    text(
      'This profile still has a wallet, so it cannot be deleted.',
      'Save a backup or note the recovery words, remove the wallet, then delete the profile.',
    ),
  'profile-has-open-trades': (d: FailureData) =>
    text(
      `This profile cannot be deleted while trades of it are open (${d['count'] ?? 'some'}).`,
      'Wait for them to end, or cancel their orders, then delete the profile.',
      'locked',
    ),
  'profile-file-malformed': (d: FailureData) =>
    text(
      `This is not a Touchstone profile file: ${d['reason'] ?? 'it cannot be read'}.`,
      'Choose the file as it was exported. A profile file never holds a key.',
    ),
  'profile-file-newer': () =>
    text('This profile file was written by a newer Touchstone.', 'Update Touchstone, then import it again.'),
};
