import { describe, expect, test } from 'vitest';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import {
  swapButton,
  validateSwapForm,
  type SwapForm,
} from '../../../src-renderer/features/swap/swap-ticket.svelte.ts';
import { canQuote } from '../../../src-renderer/order-entry/order-form.ts';

const good: SwapForm = {
  service: 'ready',
  hasApiKey: true,
  keyRefused: false,
  wallet: 'locked',
  payId: 'ADA',
  payLabel: 'ADA',
  receiveId: 'ab'.repeat(28),
  entry: { kind: 'amount', units: 100_000_000n, computed: false },
  held: 1_000_000_000n,
  spendable: 990_000_000n,
  slippageBps: 50,
  exchangesKnown: 15,
  exchangesExcluded: 0,
  tokensAcknowledged: true,
  quote: 'fresh',
  impactConfirmed: true,
};

const first = (change: Partial<SwapForm>): string | undefined => validateSwapForm({ ...good, ...change })[0];
const amount = (units: bigint): SwapForm['entry'] => ({ kind: 'amount', units, computed: false });

describe('the swap form', () => {
  test('blocks nothing when all is well, whether the wallet is locked or not', () => {
    expect(validateSwapForm(good)).toEqual([]);
    expect(validateSwapForm({ ...good, wallet: 'unlocked' })).toEqual([]);
    expect(swapButton(undefined, 'ADA')).toEqual({ text: 'Review trade', ready: true });
  });

  test.each<[Partial<SwapForm>, string]>([
    [{ service: undefined }, 'starting'],
    [{ service: 'not-configured' }, 'service-not-configured'],
    [{ hasApiKey: false }, 'api-key-missing'],
    [{ service: 'failed' }, 'service-failed'],
    [{ service: 'failed', keyRefused: true }, 'api-key-refused'],
    [{ receiveId: undefined }, 'no-token'],
    [{ receiveId: 'ADA' }, 'same-token'],
    [{ entry: { kind: 'empty' } }, 'no-amount'],
    [{ entry: amount(0n) }, 'no-amount'],
    [{ entry: { kind: 'malformed' } }, 'amount-malformed'],
    [{ entry: { kind: 'unknown-share' } }, 'amount-malformed'],
    [{ entry: amount(LARGEST_QUANTITY + 1n) }, 'amount-too-large'],
    [{ entry: { kind: 'too-many-decimals', decimals: 6 } }, 'too-many-decimals'],
    [{ slippageBps: undefined }, 'slippage-invalid'],
    [{ exchangesExcluded: 15 }, 'all-excluded'],
    [{ wallet: undefined }, 'starting'],
    [{ wallet: 'none' }, 'no-wallet'],
    [{ wallet: 'unavailable' }, 'wallet-unavailable'],
    [{ entry: amount(1_000_000_001n) }, 'insufficient'],
    [{ entry: amount(995_000_000n) }, 'no-room-for-fees'],
    [{ tokensAcknowledged: false }, 'token-not-acknowledged'],
    [{ quote: 'failed' }, 'quote-failed'],
    [{ quote: 'asking' }, 'asking'],
    [{ quote: 'none' }, 'asking'],
    [{ quote: 'stale' }, 'quote-stale'],
    [{ impactConfirmed: false }, 'impact-not-confirmed'],
  ])('%o is met by %s', (change, obstacle) => {
    expect(first(change)).toBe(obstacle);
  });

  test('says what the user can do first', () => {
    expect(first({ receiveId: undefined, entry: { kind: 'empty' }, wallet: 'none', quote: 'none' })).toBe(
      'no-token',
    );
    expect(first({ entry: { kind: 'empty' }, wallet: 'none', quote: 'none' })).toBe('no-amount');
    expect(first({ wallet: 'none', quote: 'stale' })).toBe('no-wallet');
  });

  test('a balance that is not known yet does not stand in the way', () => {
    expect(validateSwapForm({ ...good, held: undefined, spendable: undefined })).toEqual([]);
  });

  test('prices can be had without a wallet, not without an amount', () => {
    expect(canQuote({ ...good, wallet: 'none', tokensAcknowledged: false })).toBe(true);
    expect(canQuote({ ...good, entry: { kind: 'empty' } })).toBe(false);
    expect(canQuote({ ...good, exchangesExcluded: 15 })).toBe(false);
  });

  test('the button says the first obstacle and offers the way on where there is one', () => {
    expect(swapButton('insufficient', 'CARB')).toEqual({ text: 'Not enough CARB', ready: false });
    expect(swapButton('quote-stale', 'ADA')).toEqual({
      text: 'Refresh price',
      action: 'refresh',
      ready: false,
    });
  });
});
