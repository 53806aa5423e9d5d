import { inLanguage } from '../../words/in-language.ts';

/** The bar of a replay, and its result. */
export const words = inLanguage('features/replay/words', {
  /** A day in UTC; `month` from 0. */
  day: ({ day, month, year }: { readonly day: number; readonly month: number; readonly year: number }) =>
    `${day} ${MONTHS[month] ?? ''} ${year}`,
  replay: 'Replay',
  mark: 'REPLAY',
  // Before the moment, for a screen reader.
  momentOf: 'Replay, ',
  pause: 'Pause the replay',
  play: 'Play the replay',
  nextBlock: 'Next block',
  toCandleEnd: ({ period }: { readonly period: string }) => `To the end of this candle (${period})`,
  speed: 'Speed of the replay',

  // How it is, and more of that after it where there is room.
  starting: 'Starting',
  startingMore: ': the replay is starting.',
  ended: 'Ended',
  endedMore: ': the history ends here.',
  waiting: 'Waiting',
  waitingMore: ': it waits for the approval window.',
  paused: 'Paused',
  pausedMore: ': orders wait for the next block.',
  playing: 'Playing',
  playingMore: ({ speed }: { readonly speed: number }) =>
    speed === 1 ? ': real time.' : `: ${speed} times as fast as real time.`,

  anotherDay: 'Another day',
  dayMenu: 'Day…',
  dayUtc: 'Day (UTC)',
  range: ({ first, last }: { readonly first: string; readonly last: string }) =>
    `From ${first} to ${last}. The new replay has its own ledger and journal, and your replay wallet begins without funds.`,
  begin: 'Begin this day',
  begins: ({ day }: { readonly day: string }) => `The replay begins on ${day}.`,
  result: 'Result',

  resultTitle: 'Result of the replay',
  resultRange: ({ from, to }: { readonly from: string; readonly to: string }) =>
    `From ${from} to ${to} UTC, at the prices of the end.`,
  ordersPlaced: 'Orders placed',
  ordersFilled: 'Orders filled',
  ordersOpen: 'Orders still open',
  feesPaid: 'Fees paid',
  tradesResult: 'Result of the trades',
  walletWithout: 'Wallet without the trades',
  walletNow: 'Wallet now',
  resultNote:
    'The result is the worth of what you got in filled orders, less what you paid for it and the fees. What open orders hold is not counted in these amounts.',
  saveReceipts: 'Save the receipts…',
  // Before "saved as …".
  receiptsAre: 'The receipts are',
  close: 'Close',
});

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
