import type { Entry } from '../format/number-entry.ts';
import type { EstimateState } from './estimation.svelte.ts';
import type { ProfileView, WalletStatusView } from '#contract/views.ts';

/** Everything on which it depends whether a swap can be reviewed. */
export interface SwapForm {
  readonly service: ProfileView['service'] | undefined;
  readonly hasApiKey: boolean;
  readonly wallet: WalletStatusView['state'] | undefined;
  readonly payId: string;
  readonly payLabel: string;
  readonly receiveId: string | undefined;
  readonly entry: Entry;
  /** Base units held of what is paid; absent while unknown. */
  readonly held: bigint | undefined;
  /** Base units that can be paid with fees and deposits left over; absent while unknown. */
  readonly spendable: bigint | undefined;
  readonly slippageBps: number | undefined;
  readonly exchangesKnown: number;
  readonly exchangesExcluded: number;
  /** Each token is verified, or was said to be meant. */
  readonly tokensAcknowledged: boolean;
  readonly quote: EstimateState;
  readonly impactConfirmed: boolean;
}

export type Obstacle =
  | 'starting'
  | 'service-not-configured'
  | 'api-key-missing'
  | 'service-failed'
  | 'no-token'
  | 'same-token'
  | 'no-amount'
  | 'amount-malformed'
  | 'amount-ambiguous'
  | 'too-many-decimals'
  | 'slippage-invalid'
  | 'all-excluded'
  | 'no-wallet'
  | 'wallet-unavailable'
  | 'insufficient'
  | 'no-room-for-fees'
  | 'token-not-acknowledged'
  | 'quote-failed'
  | 'asking'
  | 'quote-stale'
  | 'impact-not-confirmed';

/** What a press of the button does when the obstacle is one that it can remove. */
export type ObstacleAction =
  | 'open-settings'
  | 'mend-service'
  | 'enter-key'
  | 'choose-token'
  | 'enter-amount'
  | 'set-up-wallet'
  | 'acknowledge'
  | 'refresh';

/** The obstacles between the form as it stands and a review, the first to be dealt with first. None: it can be reviewed. */
export function validateSwapForm(form: SwapForm): readonly Obstacle[] {
  return [
    ...obstaclesOfForm(form),
    ...obstaclesOfWallet(form),
    ...obstaclesOfTokens(form),
    ...obstaclesOfAnswer(form.quote),
    ...(form.impactConfirmed ? [] : (['impact-not-confirmed'] as const)),
  ];
}

/** Obstacles that make it pointless to ask for a quote. A missing wallet is not among them. */
export function canQuote(form: SwapForm): boolean {
  return obstaclesOfForm(form).length === 0;
}

/** Obstacles of the pair, the amount, the exchanges and the service. */
export function obstaclesOfForm(form: SwapForm): Obstacle[] {
  const found: Obstacle[] = [];
  if (form.service === 'not-configured') found.push('service-not-configured');
  else if (form.service === undefined || form.service === 'starting') found.push('starting');
  else if (!form.hasApiKey) found.push('api-key-missing');
  else if (form.service === 'failed') found.push('service-failed');
  if (form.receiveId === undefined) found.push('no-token');
  else if (form.receiveId === form.payId) found.push('same-token');
  if (form.entry.kind === 'empty' || (form.entry.kind === 'amount' && form.entry.units === 0n))
    found.push('no-amount');
  else if (form.entry.kind === 'too-many-decimals') found.push('too-many-decimals');
  else if (form.entry.kind === 'ambiguous') found.push('amount-ambiguous');
  else if (form.entry.kind !== 'amount') found.push('amount-malformed');
  if (form.slippageBps === undefined) found.push('slippage-invalid');
  if (form.exchangesKnown > 0 && form.exchangesExcluded >= form.exchangesKnown) found.push('all-excluded');
  return found;
}

/** Obstacles of the wallet and what it holds. */
export function obstaclesOfWallet(form: SwapForm): Obstacle[] {
  const found: Obstacle[] = [];
  if (form.wallet === undefined) found.push('starting');
  else if (form.wallet === 'none') found.push('no-wallet');
  else if (form.wallet === 'unavailable') found.push('wallet-unavailable');
  else if (form.entry.kind === 'amount') {
    const { units } = form.entry;
    if (form.held !== undefined && units > form.held) found.push('insufficient');
    else if (form.spendable !== undefined && units > form.spendable) found.push('no-room-for-fees');
  }
  return found;
}

/** The obstacle of a token of which nobody said that it is meant. */
export function obstaclesOfTokens({ tokensAcknowledged }: SwapForm): readonly Obstacle[] {
  return tokensAcknowledged ? [] : ['token-not-acknowledged'];
}

/** The obstacle of a quote, an estimate or a plan that is not there, or holds no more. */
export function obstaclesOfAnswer(state: EstimateState): readonly Obstacle[] {
  if (state === 'failed') return ['quote-failed'];
  if (state === 'stale') return ['quote-stale'];
  return state === 'fresh' ? [] : ['asking'];
}

export interface ButtonText {
  readonly text: string;
  /** Absent: the button waits for the user to change the form. */
  readonly action?: ObstacleAction;
}

/** The text of the ticket's one button, and what it does, from the first obstacle. */
export function buttonFor(
  first: Obstacle | undefined,
  payLabel: string,
): ButtonText & { readonly ready: boolean } {
  if (first === undefined) return { text: 'Review trade', ready: true };
  const texts: Record<Obstacle, ButtonText> = {
    starting: { text: 'Starting…' },
    'service-not-configured': { text: 'Connect a service', action: 'open-settings' },
    'api-key-missing': { text: 'Enter the API key', action: 'enter-key' },
    'service-failed': { text: 'The service cannot be reached', action: 'mend-service' },
    'no-token': { text: 'Choose a token', action: 'choose-token' },
    'same-token': { text: 'Choose another token', action: 'choose-token' },
    'no-amount': { text: 'Enter an amount', action: 'enter-amount' },
    'amount-malformed': { text: 'Not an amount' },
    'amount-ambiguous': { text: 'Which amount is meant?' },
    'too-many-decimals': { text: 'Too many decimals' },
    'slippage-invalid': { text: 'Set a slippage up to 50 %' },
    'all-excluded': { text: 'Every exchange is excluded' },
    'no-wallet': { text: 'Set up a wallet', action: 'set-up-wallet' },
    'wallet-unavailable': { text: 'The wallet is not available' },
    insufficient: { text: `Not enough ${payLabel}` },
    'no-room-for-fees': { text: 'Leave ADA for fees and deposits' },
    'token-not-acknowledged': { text: 'Check this token', action: 'acknowledge' },
    'quote-failed': { text: 'Try again', action: 'refresh' },
    asking: { text: 'Asking for the price…' },
    'quote-stale': { text: 'Refresh price', action: 'refresh' },
    'impact-not-confirmed': { text: 'Confirm the price impact above' },
  };
  return { ...texts[first], ready: false };
}
