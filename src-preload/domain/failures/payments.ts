import { text, type FailureData } from './text.ts';

/** Impossible statements of a ledger back-end, by subject, in words. */
const ODD: Readonly<Record<string, string>> = {
  holdings: 'what the wallet holds',
  prices: "the network's prices",
};

/** Where something is not found among the coins, it may be in one that the ledger back-end sent in a form of its own. */
function unreadCoins({ unread }: FailureData): string {
  if (unread === undefined) return '';
  return unread === 1
    ? ' One coin of the wallet could not be read and is not counted.'
    : ` ${unread} coins of the wallet could not be read and are not counted.`;
}

/** Failures of payments, and of the coins that they spend. */
export const paymentFailures = {
  'send-address': (d: FailureData) =>
    text(
      `Nothing can be sent to this address: ${d['reason'] ?? 'it cannot be read'}.`,
      'Copy the whole address again from whoever gave it to you.',
    ),
  'send-to-script': () =>
    text(
      'This address belongs to a script. What is sent to one without the terms that it expects can be lost for good.',
      'Ask for an address of a wallet. A wallet shared by several people cannot be told from any other script here.',
    ),
  'gather-nothing': (d: FailureData) =>
    text(
      `The other addresses of this wallet hold nothing that can be spent.${unreadCoins(d)}`,
      'Everything is at the address that trades already, is frozen, or is being spent.',
    ),
  'send-nothing': () => text('There is nothing to send.', 'Enter an amount of ADA or of a token.'),
  'send-below-minimum': (d: FailureData) =>
    text(
      `The network asks for at least ${d['least'] ?? 'about 1'} ADA in what is sent.`,
      'Send that much, or leave the ADA out when you send tokens: the least is then added.',
    ),
  'send-not-enough': (d: FailureData) =>
    text(
      `The coins that can be spent do not hold enough ${d['token'] ?? 'ADA'} for this${d['token'] === undefined ? ' and the network fee' : ''}${d['stays'] === undefined ? '' : `: ${d['stays']} ADA has to stay with the tokens that you keep`}.${unreadCoins(d)}`,
      'Send less, or all that can be sent. Frozen coins, and those that an open trade spends, do not count.',
    ),
  'send-change-too-small': (d: FailureData) =>
    text(
      `${d['over'] ?? 'What is left'} ADA would be left over: too little to come back, since the network asks for ${d['least'] ?? 'about 1'} ADA.`,
      'Send all that can be sent, or so much less that the rest can come back.',
    ),
  'send-too-large': () =>
    text(
      'This does not fit into one transaction.',
      'Send less or fewer tokens at once, or spend fewer coins.',
    ),
  'send-too-many-coins': (d: FailureData) =>
    text(
      `The wallet's ADA is spread over ${d['all'] ?? 'many'} coins, and one transaction can spend ${d['coins'] ?? 'some'} of them: at most ${d['most'] ?? 'a part of the'} ADA can be sent at once.${unreadCoins(d)}`,
      'Send that much or less. Or gather the coins first: send max to your own address, as often as it takes.',
    ),
  'send-odd-ledger': (d: FailureData) =>
    text(
      `What the ledger back-end says cannot be right (${ODD[String(d['what'])] ?? 'its figures'}), so nothing was built from it.`,
      'Try another ledger back-end.',
    ),
  'coin-unknown': (d: FailureData) =>
    text(
      d['unread'] === undefined
        ? `The coin ${d['coin'] ?? 'that you chose'} is not in this wallet, or has been spent in the meantime.`
        : `The coin ${d['coin'] ?? 'that you chose'} was not found.${unreadCoins(d)}`,
      'Look at the list of coins again.',
    ),
  'coin-frozen': (d: FailureData) =>
    text(`The coin ${d['coin'] ?? 'that you chose'} is frozen.`, 'Unfreeze it, or choose another one.'),
  'coin-labels-full': (d: FailureData) =>
    text(`There are ${d['most'] ?? 'too many'} labels already.`, 'Remove one first.'),
};
