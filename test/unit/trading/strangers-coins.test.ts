// Anybody can send coins to a wallet: of any token, any number of them, and as many as there are.
import { describe, expect, it } from 'vitest';
import { LARGEST_QUANTITY, MOST_UNITS, quantityIn, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { germanFailureText } from '#domain/failure.de.ts';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { plainTransaction } from '../../../src-main/cardano/payment-bytes.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { USUAL_PARAMETERS } from '../../../src-main/inspect/inspection-input.ts';
import { proveInput } from '../../../src-main/cardano/resolution.ts';
import { groundsOf } from '../../../src-main/inspect/rules/second-proof.ts';
import type { Utxo } from '../../../src-main/ports/ledger.ts';
import { decodeTransaction as readLedgerTx } from '../../../src-main/practice/chain/transaction.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { readTransaction } from '../../../src-main/proof/transaction.ts';
import { draftPayment, type PaymentWish } from '../../../src-main/trading/kinds/payment-draft.ts';
import { QuoteBook } from '../../../src-main/trading/kinds/quote.ts';
import { Payments, type SendRequest } from '../../../src-main/trading/kinds/send.ts';
import { agreedTo } from '../../support/agreed.ts';
import { GEM, goodTrade, myAddress, strangerAddress, TIP } from '../../support/good-trade.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const hexOf = (address: string): string => {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value.hex;
};
const SCAM = ('ee'.repeat(28) + '5343414d') as AssetId;
const full: Value = new Map([
  [ADA, 1_500_000n],
  [SCAM, LARGEST_QUANTITY],
]);
const ada = (lovelace: bigint): Value => new Map([[ADA, lovelace]]);
/** `count` tokens of one minter, under ten ADA. */
const laden = (count: number): Value =>
  new Map([
    [ADA, 30_000_000n] as const,
    ...Array.from(
      { length: count },
      (_, at) => [('ab'.repeat(28) + at.toString(16).padStart(40, '0')) as AssetId, 1n] as const,
    ),
  ]);

function wish(values: readonly Value[], changed: Partial<PaymentWish> = {}): PaymentWish {
  return {
    coins: values.map((value, at): Utxo => ({
      txHash: at.toString(16).padStart(64, '0'),
      index: 0,
      address: myAddress,
      value,
    })),
    byHand: false,
    to: hexOf(strangerAddress),
    change: hexOf(myAddress),
    lovelace: 5_000_000n,
    tokens: new Map(),
    parameters: USUAL_PARAMETERS,
    validUntil: BigInt(TIP + 3_600),
    witnessBytes: 0,
    signatures: () => 1,
    ...changed,
  };
}

function drafted(...of: Parameters<typeof wish>) {
  const draft = must(draftPayment(wish(...of)));
  return { ...draft, tx: readTransaction(draft.cbor) };
}

describe('tokens of strangers, more of one than an output can hold', () => {
  it('are not spent where other coins do', () => {
    expect(drafted([full, full, ada(50_000_000n)]).coins).toEqual([`${'2'.padStart(64, '0')}#0`]);
  });

  it('come back in several outputs where their ADA is needed, and the ledger takes that', () => {
    for (const lovelace of [2_000_000n, 'max'] as const) {
      const { tx, cbor } = drafted([full, full, full, ada(3_000_000n)], {
        lovelace,
        byHand: true,
      });
      expect(tx.outputs.every(({ value }) => quantityIn(value, SCAM) <= LARGEST_QUANTITY)).toBe(true);
      expect(quantityIn(sumValues(tx.outputs.map(({ value }) => value)), SCAM)).toBe(3n * LARGEST_QUANTITY);
      expect(readLedgerTx(hexBytes(cbor)).ok).toBe(true);
    }
  });

  it('are judged by both proofs as anything else', () => {
    const made = [full, full, new Map([...ada(60_000_000n), [GEM, 5_000n] as const])];
    const parent = plainTransaction({
      inputs: [`${'01'.repeat(32)}#0`],
      outputs: made.map((value) => ({ address: hexOf(myAddress), value })),
      fee: 200_000n,
      validUntil: 1n,
    });
    const txHash = must(decodeTransaction(parent)).bodyHash;
    const coins = made.map((value, index): Utxo => ({ txHash, index, address: myAddress, value }));
    const pays: Value = new Map([...ada(25_000_000n), [GEM, 1_000n]]);
    const wanted = { lovelace: 25_000_000n, tokens: new Map([[GEM, 1_000n]]), byHand: true };
    const { cbor } = must(draftPayment({ ...wish([], wanted), coins }));
    const names = coins.map(({ index }) => `${txHash}#${index}` as const);
    const input = agreedTo({
      ...goodTrade().input,
      resolved: new Map(names.map((name) => [name, must(proveInput(name, parent))])),
      parents: new Map([[txHash, parent]]),
      terms: { kind: 'send', to: strangerAddress, pays },
      cbor,
    });
    const { report } = must(inspectTransaction(input));
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const grounds = groundsOf(input, undefined);
    expect(grounds && prove({ ...grounds, cbor }).objections).toEqual([]);
    expect(grounds && prove({ ...grounds, cbor }).proof?.gone.has(SCAM)).toBe(false);
  });
});

describe('coins of strangers by the thousand, or full of tokens', () => {
  const dust = Array.from({ length: 1_500 }, () => ada(1_000_000n));
  const mine: Value = new Map([...ada(400_000_000n), [GEM, 50n]]);

  it('do not keep the large ones from paying', () => {
    expect(drafted([...dust, mine], { lovelace: 300_000_000n }).coins).toHaveLength(1);
    const dustOfGem = Array.from({ length: 1_500 }, () => new Map([...ada(1_200_000n), [GEM, 1n]]));
    const bundled: Value = new Map([...laden(25), [GEM, 2_000n]]);
    const sent = drafted([...dustOfGem, bundled], { lovelace: undefined, tokens: new Map([[GEM, 1_800n]]) });
    expect(sent.coins).toHaveLength(1);
  });

  it('are spent after those that hold few', () => {
    const order = [laden(120), laden(120), ada(4_000_000n), ada(4_000_000n)];
    expect(drafted(order).coins.map((name) => Number(`0x${name.slice(0, 64)}`))).toEqual([2, 3]);
  });

  it('bound what one transaction can send, and that is said', () => {
    const draft = draftPayment(wish([...dust, mine], { lovelace: 'max' }));
    if (draft.ok) throw new Error('it cannot fit');
    expect(draft.failure).toMatchObject({ code: 'send-too-many-coins', data: { all: 1_501 } });
    const { coins, most } = draft.failure.data ?? {};
    expect(failureText(draft.failure).what).toContain(`${coins} of them: at most ${most} ADA`);
    const [whole = '', fraction = ''] = String(most).split('.');
    const lovelace = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
    // Exactly that can be sent, and a little more cannot.
    const tooMuch = draftPayment(wish([...dust, mine], { lovelace: lovelace + 2_000_000n }));
    expect(tooMuch).toMatchObject({ failure: { code: 'send-too-many-coins', data: { most } } });
    const order = [mine, ...dust.slice(1, Number(coins))];
    expect(drafted(order, { lovelace: lovelace - 2_000_000n, byHand: true }).coins).toHaveLength(
      Number(coins),
    );
  });

  /** The `at`th coin with a token that only it holds. */
  const own = (at: number, lovelace: bigint): Value =>
    new Map([
      ...ada(lovelace),
      [('dd'.repeat(28) + at.toString(16).padStart(64, '0')) as AssetId, 1n] as const,
    ]);
  const many = (lovelace: bigint): readonly Value[] =>
    Array.from({ length: 1_500 }, (_, at) => own(at, lovelace));

  it.each([
    ['below what their own tokens take along', many(1n)],
    ['of tokens, each at its own least', many(1_200_000n)],
    ['of nothing but ADA', dust],
  ])('%s are not tried one after the other', (_what, values) => {
    for (const [lovelace, asset] of [
      [390_000_000n, undefined],
      // The whole large coin, with nothing left for the fee.
      [400_000_000n, undefined],
      [900_000_000n, undefined],
      [5_000_000_000n, undefined],
      ['max', undefined],
      [undefined, GEM],
    ] as const) {
      const tokens: Value = asset === undefined ? new Map() : new Map([[asset, 50n]]);
      const asked = wish([...values, mine], { lovelace, tokens });
      let looks = 0;
      const coins = asked.coins.map(({ value, ...coin }): Utxo => ({
        ...coin,
        get value() {
          looks += 1;
          return value;
        },
      }));
      const draft = draftPayment({ ...asked, coins });
      if (lovelace === 390_000_000n || asset === GEM) expect(draft.ok).toBe(true);
      // Each try looks at a coin twice; one for each coin would look at all of them 1,500 times.
      expect(looks).toBeLessThan(60 * coins.length);
    }
  });

  it('that cost more than they hold are spent by nobody who did not choose them', () => {
    const odd = own(1, 1n);
    expect(drafted([odd, ada(30_000_000n), ada(30_000_000n)], { lovelace: 'max' }).coins).toHaveLength(2);
    expect(drafted([odd, ada(30_000_000n)], { byHand: true }).coins).toHaveLength(2);
    // A coin of earlier days, when the network asked for less, is no such coin.
    const early = own(1, 900_000n);
    expect(drafted([early, ada(30_000_000n)], { lovelace: 'max' }).coins).toHaveLength(2);
  });

  it('are gathered by payments to oneself, as many at a time as fit', () => {
    const wanted = { lovelace: 'max', gathers: true, to: hexOf(myAddress) } as const;
    const { coins, tx } = drafted([...dust, mine], wanted);
    expect(coins.length).toBeGreaterThan(300);
    expect(tx.outputs.length).toBeLessThan(3);
  });
});

function prepared(
  values: readonly Value[],
  changed: Partial<SendRequest> = {},
  leftOut?: Failure,
): ReturnType<Payments['prepare']> {
  const ledger = new ScriptedLedger();
  const { coins } = wish(values);
  const clock = new ManualClock();
  const payments = new Payments({
    ledger: Object.assign(ledger, { utxosAt: () => Promise.resolve({ ok: true, value: coins, leftOut }) }),
    clock,
    network: 'preprod',
    newId: () => 'one',
    quotes: new QuoteBook(clock),
    token: () => Promise.reject(new Error('no token is sent')),
    frozen: () => new Map(),
    busy: () => new Set(),
  });
  const account = { address: myAddress, addresses: [myAddress], own: goodTrade().input.own };
  return payments.prepare({ to: strangerAddress, lovelace: 5_000_000n, tokens: [], account, ...changed });
}

it('a payment is prepared whatever strangers sent along', async () => {
  const mine = `${'2'.padStart(64, '0')}#0`;
  expect(await prepared([full, full, ada(50_000_000n)])).toMatchObject({
    value: { draft: { coins: [mine] } },
  });
  const beyond: Value = new Map([...full, [SCAM, MOST_UNITS + 1n]]);
  expect(await prepared([beyond, full, ada(50_000_000n)])).toMatchObject({
    value: { draft: { coins: [mine] } },
  });
  // ADA is another matter: strangers cannot make any.
  const impossible = await prepared([ada(LARGEST_QUANTITY), ada(2n)]);
  expect(impossible).toMatchObject({ failure: { code: 'send-odd-ledger' } });
});

it('a payment says how many coins could not be read, and never that one of them is gone', async () => {
  const leftOut = failure('rows-left-out', { count: 3, list: 'coins', path: 'value', from: 'ledger' });
  expect(await prepared([ada(50_000_000n)], {}, leftOut)).toMatchObject({ value: { leftOut } });
  const lost = async (changed: Partial<SendRequest>) => {
    const found = await prepared([ada(2_000_000n)], changed, leftOut);
    if (found.ok) throw new Error('it cannot be paid');
    return [
      found.failure.code,
      failureText(found.failure).what,
      germanFailureText(found.failure).what,
    ] as const;
  };
  const unread = ['send-not-enough', 'coin-unknown', 'gather-nothing'];
  for (const [at, changed] of [{}, { coins: [`${'f'.repeat(64)}#0`] }, { gathers: true }].entries()) {
    const [code, english, german] = await lost(changed as Partial<SendRequest>);
    expect(code).toBe(unread[at]);
    expect(english).toContain('3 coins of the wallet could not be read');
    expect(german).toContain('3 Coins der Wallet sind nicht lesbar');
    expect(english).not.toContain('spent meanwhile');
  }
});
