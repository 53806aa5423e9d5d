/** Where the price is, in words: `6.2 % below the market`. */
export function offMarketWords(side: 'buy' | 'sell', bps: number): string {
  return `${percentOff(bps)} ${side === 'buy' ? 'above' : 'below'} the market`;
}

/** `6.2 %`. Hundredths of a percent from a hundred percent on say nothing any more. */
export function percentOff(bps: number): string {
  return bps < 10_000 ? `${bps / 100} %` : `${Math.floor(bps / 100).toLocaleString('en')} %`;
}
