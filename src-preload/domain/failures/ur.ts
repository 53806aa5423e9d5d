import { text, type FailureData } from './text.ts';

/** The content of each type of message, in words. */
const TYPES: Readonly<Record<string, string>> = {
  'cardano-sign-request': 'a request to sign a transaction',
  'cardano-signature': 'the signatures of a transaction',
  'cardano-sign-data-request': 'a request to sign data',
  'cardano-sign-cip8-data-request': 'a request to sign data',
  'cardano-catalyst-voting-registration': 'a request to register for a vote',
  'crypto-multi-accounts': 'the public keys of accounts',
  'crypto-hdkey': 'a public key',
};

function inWords(type: FailureData[string] | undefined): string {
  return TYPES[String(type)] ?? `something else${type === undefined ? '' : ` (${type})`}`;
}

/** Failures of what is carried by animated codes, and of the pictures of them. */
export const urFailures = {
  'ur-malformed': (d: FailureData) =>
    text(
      `This code cannot be read: ${d['reason'] ?? 'it is damaged'}.`,
      'Read the next one. If that fails too, show the codes again from the start.',
    ),
  'ur-other-message': () =>
    text(
      'This code belongs to a different message from the ones read before it.',
      'Show one message at a time, and start reading it again.',
    ),
  'ur-contradiction': () =>
    text(
      'The codes contradict each other: together they are not the message that each claims to be a part of.',
      'Start reading them again. If it happens once more, do not trust whoever shows them.',
    ),
  'ur-too-large': (d: FailureData) =>
    text(
      `This is too much for animated codes${d['bytes'] === undefined ? '' : `: ${d['bytes']} bytes, of at most ${d['mostBytes']} in ${d['mostFragments']} codes`}.`,
      'Show more in each code, or carry it as a file.',
    ),
  'ur-other-type': (d: FailureData) =>
    text(
      `These codes hold ${inWords(d['found'])}, and not ${d['wanted'] === undefined ? 'what was expected' : inWords(d['wanted'])}.`,
      'Show the codes that belong to this step.',
    ),
  'ur-hash-only': () =>
    text(
      'This asks for a signature of a hash without its transaction. Nobody could see what they agree to, so Touchstone neither signs nor makes such a request.',
      'Ask for the request with the whole transaction in it.',
    ),
  'ur-contents': (d: FailureData) =>
    text(
      `The codes were read, but their content is malformed: ${d['reason'] ?? 'it cannot be decoded'}.`,
      'Create it again in the app or on the device that shows it.',
    ),
  'qr-unreadable': (d: FailureData) =>
    text(
      `No code can be read in this picture: ${d['reason'] ?? 'none was found'}.`,
      'Take a sharper picture that shows one code with a light margin, and save it as PNG.',
    ),
  'frames-incomplete': (d: FailureData) =>
    text(
      Number(d['needed'] ?? 0) === 0
        ? 'No code was found in these pictures.'
        : `The pictures hold ${d['received']} of at least ${d['needed']} codes.`,
      'Add more pictures of the codes. Any of them will do, in any order.',
    ),
  'qr-too-long': (d: FailureData) =>
    text(
      `${d['characters'] === undefined ? 'This is' : `${d['characters']} characters are`} more than any code holds.`,
      'Show less in each code.',
    ),
};
