import type { ProfileView } from '#contract/profile.ts';
import type { WalletStatusView } from '#contract/wallet.ts';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Side } from '#domain/limit-price.ts';
import type { Entry } from '../format/number-entry.ts';
import type { EstimateState } from '../state/layers.svelte.ts';
import { words } from './words.ts';

/** The facts about any ticket's form that decide, with the ticket's own, whether it can be reviewed. */
export interface OrderForm {
  readonly service: ProfileView['service'] | undefined;
  readonly hasApiKey: boolean;
  readonly keyRefused: boolean;
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
  /** Each token is verified, or was acknowledged by the user. */
  readonly tokensAcknowledged: boolean;
  /** A replay plays too fast for a price to hold. */
  readonly replayFast?: boolean;
}

export type Obstacle =
  | 'starting'
  | 'service-not-configured'
  | 'api-key-missing'
  | 'api-key-refused'
  | 'service-failed'
  | 'no-token'
  | 'same-token'
  | 'no-amount'
  | 'amount-malformed'
  | 'amount-too-large'
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
  | 'needs-ada'
  | 'replay-fast';

/** The action of the button when it can remove the obstacle. */
export type ObstacleAction =
  | 'open-settings'
  | 'mend-service'
  | 'enter-key'
  | 'choose-token'
  | 'enter-amount'
  | 'set-up-wallet'
  | 'acknowledge'
  | 'refresh'
  | 'pay-with-ada'
  | 'enter-price'
  | 'pause-replay';

/** Obstacles that make it pointless to ask for a quote. A missing wallet is not among them. */
export function canQuote(form: OrderForm): boolean {
  return obstaclesOfForm(form).length === 0;
}

/** Obstacles of the pair, the amount, the exchanges and the service. */
export function obstaclesOfForm(form: OrderForm): Obstacle[] {
  const found: Obstacle[] = [];
  if (form.service === 'not-configured') found.push('service-not-configured');
  else if (form.service === undefined || form.service === 'starting') found.push('starting');
  else if (!form.hasApiKey) found.push('api-key-missing');
  else if (form.keyRefused) found.push('api-key-refused');
  else if (form.service === 'failed') found.push('service-failed');
  if (form.receiveId === undefined) found.push('no-token');
  else if (form.receiveId === form.payId) found.push('same-token');
  if (form.entry.kind === 'empty' || (form.entry.kind === 'amount' && form.entry.units === 0n))
    found.push('no-amount');
  else if (form.entry.kind === 'too-many-decimals') found.push('too-many-decimals');
  else if (form.entry.kind === 'ambiguous') found.push('amount-ambiguous');
  else if (form.entry.kind !== 'amount') found.push('amount-malformed');
  else if (form.entry.units > LARGEST_QUANTITY) found.push('amount-too-large');
  if (form.slippageBps === undefined) found.push('slippage-invalid');
  if (form.exchangesKnown > 0 && form.exchangesExcluded >= form.exchangesKnown) found.push('all-excluded');
  return found;
}

/** Obstacles of the wallet and what it holds. */
export function obstaclesOfWallet(form: OrderForm): Obstacle[] {
  const found: Obstacle[] = [];
  if (form.wallet === undefined) found.push('starting');
  else if (form.wallet === 'none') found.push('no-wallet');
  else if (form.wallet === 'unavailable') found.push('wallet-unavailable');
  else if (form.entry.kind === 'amount') {
    const { units } = form.entry;
    if (form.held !== undefined && units > form.held) found.push('insufficient');
    else if (form.spendable !== undefined && units > form.spendable) found.push('no-room-for-fees');
  }
  if (form.replayFast === true) found.push('replay-fast');
  return found;
}

/** The obstacle of an unverified token that the user has not acknowledged. */
export function obstaclesOfTokens({ tokensAcknowledged }: OrderForm): readonly Obstacle[] {
  return tokensAcknowledged ? [] : ['token-not-acknowledged'];
}

/** The obstacle of a quote, an estimate or a plan that is missing or has expired. */
export function obstaclesOfAnswer(state: EstimateState): readonly Obstacle[] {
  if (state === 'failed') return ['quote-failed'];
  if (state === 'stale') return ['quote-stale'];
  return state === 'fresh' ? [] : ['asking'];
}

/** The one button of a ticket. Neither ready nor with an action: it waits for the user to change the form. */
export interface TicketButton {
  readonly text: string;
  readonly ready: boolean;
  readonly action?: ObstacleAction;
}

/** The text of a ticket's one button, and what it does, for an obstacle that any ticket can meet. */
export function buttonFor(obstacle: Obstacle, payLabel: string): TicketButton {
  const texts: Record<Obstacle, Omit<TicketButton, 'ready'>> = {
    starting: { text: words.starting },
    'service-not-configured': { text: words.connectService, action: 'open-settings' },
    'api-key-missing': { text: words.enterKey, action: 'enter-key' },
    'api-key-refused': { text: words.enterKeyAgain, action: 'enter-key' },
    'service-failed': { text: words.serviceUnreachable, action: 'mend-service' },
    'no-token': { text: words.selectToken, action: 'choose-token' },
    'same-token': { text: words.selectOther, action: 'choose-token' },
    'no-amount': { text: words.enterAmount, action: 'enter-amount' },
    'amount-malformed': { text: words.noAmount },
    'amount-too-large': { text: words.tooLarge },
    'amount-ambiguous': { text: words.whichAmount },
    'too-many-decimals': { text: words.tooManyDecimals },
    'slippage-invalid': { text: words.setSlippage },
    'all-excluded': { text: words.allExcluded },
    'no-wallet': { text: words.setUpWallet, action: 'set-up-wallet' },
    'wallet-unavailable': { text: words.walletUnavailable },
    insufficient: { text: words.notEnough({ token: payLabel }) },
    'no-room-for-fees': { text: words.leaveAda },
    'token-not-acknowledged': { text: words.checkToken, action: 'acknowledge' },
    'quote-failed': { text: words.tryAgain, action: 'refresh' },
    asking: { text: words.askingCosts },
    'quote-stale': { text: words.askCostsAgain, action: 'refresh' },
    'replay-fast': { text: words.pauseReplay, action: 'pause-replay' },
    'needs-ada': { text: words.sellAda, action: 'pay-with-ada' },
  };
  return { ...texts[obstacle], ready: false };
}

/** The side of the pair that is not ADA, and whether it is bought; absent where it is not one token against ADA. */
export function sideOf(
  pay: string,
  receive: string | undefined,
): { readonly side: Side; readonly token: string } | undefined {
  if (receive === undefined || pay === receive) return undefined;
  if (pay === ADA) return { side: 'buy', token: receive };
  return receive === ADA ? { side: 'sell', token: pay } : undefined;
}

/** Both sides are chosen, and neither of them is ADA. */
export function lacksAda({ payId, receiveId }: OrderForm): boolean {
  return receiveId !== undefined && payId !== receiveId && sideOf(payId, receiveId) === undefined;
}
