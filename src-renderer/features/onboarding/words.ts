import { inLanguage } from '../../words/in-language.ts';

/** The first screen, and the tour of the desk. */
export const words = inLanguage('features/onboarding/words', {
  practiceRuns: 'The practice market runs on this computer.',
  practiceFailed: 'The practice market did not start.',
  practiceStarts: 'The practice market is starting on this computer.',
  playMoneyFirst: 'Trade first with play money',
  playMoneyLead:
    'A whole market runs on this computer: real keys, real transactions, invented tokens. Nothing here can cost you anything.',
  startPractice: 'Start with a practice wallet',
  onePassword: 'One password, then you trade.',
  or: 'Or',
  createWithWords: 'Create one with recovery words',
  importWords: 'Import words',
  restoreBackup: 'Restore a backup',
  watchAddress: 'Watch an address',
  addWallet: ({ profile }: { readonly profile: string }) => `Add a wallet for ${profile}`,
  addWalletLead:
    'Its key is made and kept on this computer, encrypted under your password. Recovery words are shown once, in a separate window.',
  createWallet: 'Create a wallet',
  enterApiKey: 'Enter the API key',
  lookAround: 'Look around first',
  tradeForReal: 'Trade for real',
  backToPractice: 'Back to practice',

  stepOf: ({ step, of }: { readonly step: number; readonly of: number }) => `${step} of ${of}`,
  endTour: 'End the tour',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  marketsStep: 'Markets',
  marketsText: 'Choose a token here, or press / and type its ticker. A star puts it on your watch list.',
  chartStep: 'The chart',
  chartText:
    'Prices stream in live. Right-click a price to set up an order there. Your orders are lines, and the cross on a line takes the order back.',
  ticketStep: 'The ticket',
  ticketText:
    'Type an amount. The quote shows about how much you get, the least you get, and what it costs. Limit orders, ladders and recurring orders are next to it.',
  reviewStep: 'Review, then sign',
  reviewText:
    'The service builds a transaction. Touchstone reads its bytes, and a separate window says what they do. You sign there and nowhere else.',
  afterStep: 'What became of it',
  afterText:
    'Activity shows every step of what you signed. Orders shows what is waiting and why, and cancels it when you like.',
  helpStep: 'Practice, and help',
  helpText:
    'Stripes mean play money; the settings lead from here to real trades. H explains every figure, ? lists the keys, and the palette up here finds everything by name.',
});
