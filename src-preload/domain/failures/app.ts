import { text, type FailureData } from './text.ts';

/** A step that follows the signature could not be recorded. */
const SIGNED =
  ' Do not repeat the trade: it is signed, and Touchstone will continue it as soon as it can write.';

/** Other things typed in place of an address: a name for each, and what to do. */
const OTHER_KINDS: Readonly<Record<string, readonly [string, string]>> & {
  readonly other: readonly [string, string];
} = {
  secret: [
    'This looks like a private key or recovery words, not like an address.',
    'Enter an address (addr1…). Whoever has the key or the words has the money: type them only where a wallet is set up, and give them to nobody.',
  ],
  link: [
    'This is a payment link (web+cardano:), not an address alone.',
    'Enter the address in it (addr1…, up to the question mark) by itself, and its amount in the field for amounts.',
  ],
  handle: [
    'This is a handle, a name for an address. Touchstone does not look handles up, since whoever answers could name another address.',
    'Ask its owner for the address (addr1…), or look the handle up yourself.',
  ],
  stake: [
    'This is a stake address: rewards come to it, and it can neither be paid nor hold orders.',
    'Copy the address for receiving (addr1…) from the same wallet.',
  ],
  byron: [
    'This is an address of the old form (Byron), which Touchstone does not support.',
    'Ask for an address that begins with addr1; every current wallet has one.',
  ],
  'account-key': [
    'This is a public key, not an address.',
    'Enter an address (addr1…). A whole account is watched by its public key (acct_xvk1…) where a wallet is set up.',
  ],
  pool: [
    'This is the name of a stake pool, a representative, a token or a script, not an address.',
    'Enter an address that begins with addr1, or with addr_test1 on a test network.',
  ],
  pointer: [
    'This address names its stake part by a pointer, a form that the network no longer uses.',
    'Ask for an ordinary address (addr1q… or addr1v…) of the same wallet.',
  ],
  other: [
    'This is not an address.',
    'Enter an address that begins with addr1, or with addr_test1 on a test network.',
  ],
};

/** Failures of the application itself: the bridge, settings, start-up. */
export const appFailures = {
  'internal-error': (d: FailureData) =>
    text(
      `Something went wrong inside Touchstone (incident ${d['incident'] ?? 'unknown'}).`,
      'Try again; if it repeats, report the incident number.',
    ),
  'request-refused': (d: FailureData) =>
    text(
      `The request "${d['name'] ?? ''}" was refused: ${d['reason'] ?? 'it is not allowed here'}.`,
      'Restart Touchstone; if it repeats, report it.',
    ),
  'data-directory-busy': () =>
    text(
      'Another Touchstone is already running with the same data.',
      'Use the other window, or close it and start again.',
    ),
  'settings-damaged': (d: FailureData) =>
    text(
      `Some settings are damaged (${d['keys'] ?? 'unknown'}). They are not used, and stay in the file as they are.`,
      'Set them again, or restore the file "settings.sqlite" from a copy of your data folder.',
    ),
  'storage-corrupt': (d: FailureData) =>
    text(
      `The file "${d['file'] ?? 'journal'}" is damaged. It was left as it is.`,
      'Restore it from a copy of your data directory. Trades already sent continue without Touchstone.',
      'unknown',
    ),
  'storage-newer': (d: FailureData) =>
    text(
      `The file "${d['file'] ?? 'journal'}" was written by a newer Touchstone.`,
      'Install the newer version again.',
    ),
  'storage-failed': (d: FailureData) =>
    text(
      `The file "${d['file'] ?? 'journal'}" cannot be used (${d['reason'] ?? 'unknown reason'}).`,
      `Check the disk and the permissions of the data folder, then try again.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'storage-busy': (d: FailureData) =>
    text(
      `Another program is using the file "${d['file'] ?? 'journal'}", so Touchstone can neither read it nor write to it.`,
      `Close that program (a database browser or a backup, for example) or wait until it is done, then try again.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'storage-gone': (d: FailureData) =>
    text(
      `The file "${d['file'] ?? 'journal'}" was removed, renamed or replaced while Touchstone was using it. Nothing is signed or sent without it.`,
      `Put it back in its place, from where it was moved to or from a copy of your data folder, then restart Touchstone.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'storage-full': (d: FailureData) =>
    text(
      `The disk is full: the file "${d['file'] ?? 'journal'}" could not be written.`,
      `Free some disk space, then try again.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'data-folder-unusable': (d: FailureData) =>
    text(
      `The data folder ${d['folder'] ?? ''} cannot be used (${d['reason'] ?? 'unknown reason'}).`,
      'Make it a folder that you may write to, or name another one with TOUCHSTONE_DATA.',
    ),
  'sandbox-missing': () =>
    text(
      'Chromium cannot set up its sandbox on this system, so no window was opened.',
      'Use the Chromium that your distribution packages, or let the browser make user namespaces (on Ubuntu by an AppArmor profile, elsewhere by the kernel setting user.max_user_namespaces). To go without, start with: npm start -- --without-sandbox. A flaw in the browser could then reach everything that you can.',
    ),
  'browser-confined': (d: FailureData) =>
    text(
      `The browser ${d['browser'] ?? ''} may not write its profile into Touchstone's data folder, so no window was opened. A browser that is installed as a Snap or a Flatpak sees no hidden folders.`,
      'Install Chromium, Chrome, Edge or Brave as an ordinary package and name it with TOUCHSTONE_CHROMIUM, or name a data folder in your home that is not hidden with TOUCHSTONE_DATA (such as ~/touchstone).',
    ),
  'data-folder-open': (d: FailureData) =>
    text(
      `Other users of this computer can look into the data folder ${d['folder'] ?? ''}: it is ${d['why'] ?? 'open'}, so it was left as it is. Touchstone's own files in it were made private.`,
      'Choose a private folder with TOUCHSTONE_DATA, or make this one private yourself.',
    ),
  'not-configured': (d: FailureData) =>
    text(
      `The live profile lacks ${d['missing'] === 'second-ledger' ? 'a second ledger back-end' : 'its addresses'}.`,
      'Open Settings and complete the live profile.',
    ),
  'practice-unavailable': () =>
    text('The practice exchange is not running.', 'Wait a moment; it is being started again.'),
  'replay-closed': () =>
    text('The replay is not open, or still starting.', 'Open the profile “Replay”, and wait a moment.'),
  'replay-day-unknown': () =>
    text('The history does not include that day.', 'Choose a day between the first and the last one shown.'),
  'practice-only': () => text('This is possible in practice mode only.', 'Switch to practice mode.'),
  'live-only': () => text('This is possible in live mode only.', 'Switch to a live profile first.'),
  'test-under-way': () =>
    text('A connection is being tested already.', 'Wait until that test has finished, then try again.'),
  'address-other-kind': (d: FailureData) => {
    const [what, advice] = OTHER_KINDS[String(d['kind'])] ?? OTHER_KINDS['other'];
    return text(what, advice);
  },
  'address-malformed': (d: FailureData) =>
    text(
      `This is not an address that orders can belong to: ${d['reason'] ?? 'it cannot be read'}.`,
      'Enter an address that begins with addr1, or with addr_test1 on a test network.',
    ),
  'address-elsewhere': (d: FailureData) =>
    text(
      `This address belongs to ${d['found'] ?? 'another network'}, but this profile is on ${d['expected'] ?? 'another one'}.`,
      'Enter an address of this network, or switch to a profile of the other one.',
    ),
  'vault-too-soon': () =>
    text('This had only just appeared.', 'Read it, then agree to it. Nothing was changed.'),
  'password-needed': () =>
    text('This lowers a protection, so it takes your password.', 'Confirm it in the vault window.'),
  'saving-paused': (d: FailureData) =>
    text(
      `Many files were saved from here in a short time: the next one can be saved in ${d['minutes'] ?? 'some'} min.`,
      'Wait, then save again.',
    ),
  'vault-busy': () =>
    text('The vault window is in use.', 'Finish or cancel what it asks first, then try again.'),
  'window-waits': () =>
    text(
      'Another window of Touchstone is waiting for your password or your decision. Nothing else has been done here since.',
      'Finish or close that window, or press the button here again.',
    ),
  'nobody-acted': () =>
    text('Nothing was pressed in this window, so no page was opened.', 'Press the link again.'),
  'pages-paused': () =>
    text('Too many pages were opened in a short time.', 'Wait half a minute, then open the page again.'),
  'page-opening': () =>
    text(
      'A page is being opened in your browser, and would cover a window that asks for your password.',
      'Look at the page, come back, and press the button again.',
    ),
  'left-with-profile': () =>
    text(
      'The profile that this was for was closed or changed, so it was given up. Nothing was signed or changed.',
      'Close this window, and start again in the other window.',
    ),
  'left-with-wallet': () =>
    text(
      'The wallet was locked, or trades with another address now, so this was given up. It was not signed.',
      'Close this window, and start again in the other window.',
    ),
  'left-by-desk': () =>
    text(
      'The other window gave up the trade that was shown here. It was not signed.',
      'Close this window. If it was not you, look at Activity before you trade again.',
    ),
  'explorer-none': () =>
    text(
      'Practice trades are not on a public ledger, so there is no page to show.',
      'Look at its steps here.',
    ),
  'link-unknown': () => text('There is no such link for this token.', 'Look at the token page again.'),
  'deadline-passed': () => text('The operation took too long and was given up.', 'Try again.'),
};
