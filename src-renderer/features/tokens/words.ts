import { inLanguage } from '../../words/in-language.ts';

export const words = inLanguage('features/tokens/words', {
  searchBy: 'Search tokens by ticker, policy id or full id',
  placeholder: 'Ticker, name, policy id or full id',
  tokens: 'Tokens',
  /** `by`: the search terms, as the search words them. */
  searching: ({ by }: { readonly by: string }) => `searching ${by}`,
  heldAndSuggested: 'Held and suggested tokens',
  verifiedOnly: 'verified only',
  noneFound: 'No token found. Check the spelling, or paste the policy id.',
  typeOne: 'Type a ticker, a policy id or a full id.',
  sharedTicker: 'other tokens use this ticker',

  notVerified: 'This token is not verified',
  notVerifiedIs:
    'Anyone can make a token with any name and ticker. The service has not verified this one. Compare its id with a source that you trust before you pay for it.',
  lookAlike: 'A verified token has the same ticker. Its policy id is another one:',
  ticker: 'Ticker',
  name: 'Name',
  policyId: 'Policy id',
  copyPolicyId: 'Copy the policy id',
  assetName: 'Asset name, hex',
  copyAssetName: 'Copy the asset name',
  noAssetName: 'empty',
  checked: 'I checked the id and mean this token',
  cancel: 'Cancel',
  trade: 'Trade this token',
});
