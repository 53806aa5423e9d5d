import { describe, expect, it } from 'vitest';
import { quantity, quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { slot } from '#domain/time.ts';
import type { OutputName, Trade } from '#domain/trade.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import type { Ledger, Utxo } from '../../../src-main/ports/ledger.ts';
import { overriding } from '../../../src-main/profile/forwarding.ts';
import { receiptText } from '../../../src-main/receipt/receipt.ts';
import { verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import type { SendRequest } from '../../../src-main/trading/kinds/send.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { readNativeScript } from '../../../src-main/cardano/native-script.ts';
import { ownScriptAt } from '../../../src-main/cardano/own-script.ts';
import { coSigner, sharedWallet } from '../../support/several-signers.ts';
import { strangerAddress } from '../../support/good-trade.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { practiceProofScripts } from '../../support/proving.ts';
import { selling } from '../../support/sales.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import {
  agreementTo,
  balanceOf,
  codeOf,
  faucet,
  fund,
  must,
  openFundedTrader,
  reviewFor,
  tradeIn,
  type Trader,
  until,
} from '../../support/trader.ts';

const at = lyingPractice();
const temporary = temporaryDirectories();
const FIVE = 5_000_000n;

type Wish = Partial<Omit<SendRequest, 'account'>>;

function prepare({ trading, account }: Trader, wish: Wish = {}) {
  return trading.estimators.payments.prepare({
    to: strangerAddress,
    lovelace: FIVE,
    tokens: [],
    account,
    ...wish,
  });
}

async function reviewed(trader: Trader, wish: Wish = {}): Promise<Review> {
  const quote = must(await prepare(trader, wish));
  return must(await trader.trading.review(quote.id, trader.account));
}

async function sent(trader: Trader, wish: Wish = {}): Promise<Trade> {
  const review = await reviewed(trader, wish);
  must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
  return tradeIn(trader, review.trade.id, 'closed', 'expired', 'refused');
}

async function held(trader: Trader, address: string): Promise<readonly Utxo[]> {
  return must(await trader.ledger.utxos(address));
}

const rulesOf = ({ inspection }: Review): readonly string[] =>
  inspection.report.findings.map(({ rule, severity }) => `${rule} ${severity}`);

/** The blocking rule of a review. */
async function blockedBy(trader: Trader, wish: Wish = {}): Promise<unknown> {
  const quote = must(await prepare(trader, wish));
  const review = await trader.trading.review(quote.id, trader.account);
  if (review.ok) throw new Error('the lie was not seen');
  return review.failure.data?.['rule'];
}

describe('a payment on the practice ledger', () => {
  it('arrives exactly, costs exactly the fee that was shown, and asks the service for nothing', async () => {
    const { trader } = at;
    const [before, theirs] = [await balanceOf(trader), await held(trader, strangerAddress)];
    const asked: string[] = [];
    at.lying.lies = {
      '/swap/sign': (answer) => (asked.push('sign'), answer),
      '/swap/build': (answer) => (asked.push('build'), answer),
    };
    const review = await reviewed(trader);
    expect(rulesOf(review)).toContain('P7 warn');
    expect(review.sentence).toBe(`You send 5 ADA to ${strangerAddress}.`);
    must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
    const trade = await tradeIn(trader, review.trade.id, 'closed', 'refused', 'expired');
    expect(trade).toMatchObject({ state: 'closed', kind: 'send', assembledBy: 'local' });
    expect(asked).toEqual([]);
    expect(trader.trading.steps(trade.id).map(({ state }) => state)).toEqual([
      'built',
      'approved',
      'signed',
      'assembled',
      'submitting',
      'submitted',
      'placed',
      'closed',
    ]);
    const after = await balanceOf(trader);
    expect(quantityIn(after, ADA) - quantityIn(before, ADA)).toBe(-FIVE - trade.costs.networkFee);
    const arrived = (await held(trader, strangerAddress)).filter(
      ({ txHash }) => !theirs.some((one) => one.txHash === txHash),
    );
    expect(arrived.map(({ value }) => [...value])).toEqual([[[ADA, FIVE]]]);
    // Now they are known, and that another payment goes there is nothing to ask about.
    expect(trader.trading.hasSentTo(strangerAddress)).toBe(true);
    expect((await reviewed(trader)).inspection.report.verdict).toBe('pass');
    const text = receiptText(trader.trading.receipts(trade.id).map((record) => record.text));
    const verdict = verifyReceipts(text, { scripts: () => practiceProofScripts, fills: auditScripts });
    if (!verdict.ok) throw new Error(verdict.failure);
    expect(verdict.value.checks.filter((check) => !check.ok)).toEqual([]);
  });

  it('sends tokens with the least ADA, and everything that there is', async () => {
    const { trader, token } = at;
    const bought = must(await reviewFor(trader, token));
    must(await trader.trading.accept(bought.trade.id, agreementTo(bought), trader.sign));
    await tradeIn(trader, bought.trade.id, 'filled');
    const all = quantityIn(await balanceOf(trader), token);
    const decimals = 6;
    const some = { asset: token, quantity: quantity(all / 2n), decimals };
    const trade = await sent(trader, { lovelace: undefined, tokens: [some] });
    expect(trade.state).toBe('closed');
    expect(trade.send?.pays.find(({ asset }) => asset === token)?.quantity).toBe(all / 2n);
    expect(quantityIn(await balanceOf(trader), token)).toBe(all - all / 2n);
    // All ADA but what has to stay with the tokens.
    const rest = await sent(trader, { lovelace: 'max' });
    expect(rest.state).toBe('closed');
    const left = await balanceOf(trader);
    expect(quantityIn(left, ADA)).toBeLessThan(2_000_000n);
    expect(quantityIn(left, token)).toBe(all - all / 2n);
  });

  it('asks before it pays the same address a second time while the first payment may still run', async () => {
    const folder = temporary();
    let silent = true;
    const { trader } = await openFundedTrader({
      endpoints: at.lying.endpoints,
      folder,
      // The payment is taken, and nothing is heard of it.
      throughLedger: (ledger) =>
        overriding<Ledger>(ledger, {
          submit: () => Promise.resolve(failed(failure('submission-unknown'))),
          transaction: (hash, signal) =>
            silent ? Promise.resolve(ok(undefined)) : ledger.transaction(hash, signal),
        }),
    });
    try {
      await fund(trader, at.lying.endpoints);
      const first = await reviewed(trader);
      await trader.trading.accept(first.trade.id, agreementTo(first), trader.sign);
      const again = await reviewed(trader);
      // Other coins: the ledger would take both.
      const [spent] = first.inspection.report.findings.filter(({ rule }) => rule === 'V12');
      expect(spent).toBeUndefined();
      expect(again.inspection.report.findings.find(({ rule }) => rule === 'V12')?.message).toMatch(
        /^You already signed a payment to this address .*both would be paid\.$/,
      );
      expect(rulesOf(await reviewed(trader, { to: trader.account.address }))).not.toContain('V12 warn');
    } finally {
      silent = false;
      await trader.close();
    }
  });

  it('refuses what cannot be paid to, and amounts read with other decimals', async () => {
    const { trader, token } = at;
    const to = async (address: string): Promise<string> => codeOf(await prepare(trader, { to: address }));
    expect(
      await to(
        'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
      ),
    ).toBe('address-elsewhere');
    expect(
      await to(
        '37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na',
      ),
    ).toBe('address-other-kind');
    expect(await to(`${strangerAddress.slice(0, -1)}q`)).toBe('send-address');
    expect(await to('')).toBe('send-address');
    const wrong = { asset: token, quantity: quantity(1n), decimals: 17 };
    expect(codeOf(await prepare(trader, { tokens: [wrong] }))).toBe('decimals-changed');
  });

  it('spends the coins that were chosen, and none that were frozen or that an open trade spends', async () => {
    const folder = temporary();
    const frozen = new Map<string, string>();
    const { trader } = await openFundedTrader({
      endpoints: at.lying.endpoints,
      folder,
      frozen: () => frozen,
    });
    try {
      await sent(trader, { to: trader.account.address, lovelace: 20_000_000n });
      const coins = await held(trader, trader.account.address);
      const names = coins.map(({ txHash, index }): OutputName => `${txHash}#${index}`);
      expect(names.length).toBeGreaterThan(1);
      const small = names.find((_, place) => coins[place]?.value.get(ADA) === 20_000_000n);
      if (small === undefined) throw new Error('the split left 20 ADA in one');
      const byHand = must(await prepare(trader, { coins: [small] }));
      expect(byHand.draft.coins).toEqual([small]);
      frozen.set(small, 'for later');
      expect(codeOf(await prepare(trader, { coins: [small] }))).toBe('coin-frozen');
      expect(codeOf(await prepare(trader, { coins: [`${'0'.repeat(64)}#0`] }))).toBe('coin-unknown');
      const most = must(await prepare(trader, { lovelace: 'max' }));
      expect(most.draft.coins).not.toContain(small);
      expect(most.draft.coins).toHaveLength(names.length - 1);
      // Frozen between the draft and the review.
      const other = most.draft.coins[0] ?? '';
      frozen.set(other, '');
      const review = await trader.trading.review(most.id, trader.account);
      expect(review.ok ? '' : review.failure.data?.['rule']).toBe('P12');
    } finally {
      await trader.close();
    }
  });
});

it('pays from a wallet that several people sign for: the fee covers its script and their signatures', async () => {
  const { trading } = at.trader;
  const signers = [coSigner(41), coSigner(42), coSigner(43)];
  const { json, address } = sharedWallet(2, signers);
  const [script, parsed] = [readNativeScript(json), parseAddress(address)];
  if (!script.ok || !parsed.ok) throw new Error('the shared wallet is one');
  await sent(at.trader, { lovelace: 2_000_000n });
  const account = {
    address,
    addresses: [address],
    own: {
      paymentKeyHashes: new Set<string>(),
      stakeKeyHashes: new Set<string>(),
      script: ownScriptAt(parsed.value, script.value),
    },
  };
  await faucet(at.lying.endpoints, address);
  await until(async () => (await held(at.trader, address)).length > 0);
  const quote = must(
    await trading.estimators.payments.prepare({ to: strangerAddress, lovelace: FIVE, tokens: [], account }),
  );
  const review = must(await trading.review(quote.id, account));
  expect(review.inspection.report.findings.filter(({ severity }) => severity === 'block')).toEqual([]);
  expect(review.trade.costs.networkFee).toBeGreaterThan(
    at.trader.trading.trades()[1]?.costs.networkFee ?? 0n,
  );
  expect(review.inspection.report.effect.ownSigners).toHaveLength(3);
});

describe('limits', () => {
  it('hold for payments, and a payment counts towards the day', async () => {
    const policy = { ...DEFAULT_POLICY, perTrade: 6_000_000n, perDay: 9_000_000n };
    const { trader } = await openFundedTrader({
      endpoints: at.lying.endpoints,
      folder: temporary(),
      policy: () => Promise.resolve(ok(policy)),
    });
    try {
      expect(await blockedBy(trader, { lovelace: 7_000_000n })).toBe('P1');
      expect((await sent(trader)).state).toBe('closed');
      expect(await blockedBy(trader)).toBe('P2');
      const swap = await reviewFor(trader, at.token, selling(5_000_000n));
      expect(swap.ok ? '' : swap.failure.data?.['rule']).toBe('P2');
    } finally {
      await trader.close();
    }
  });
});

describe('a ledger back-end that lies', () => {
  async function lied(lies: (ledger: Ledger) => Partial<Ledger>, work: (trader: Trader) => Promise<void>) {
    const { trader } = await openFundedTrader({
      endpoints: at.lying.endpoints,
      folder: temporary(),
      throughLedger: (ledger) => overriding<Ledger>(ledger, lies(ledger)),
    });
    try {
      await work(trader);
    } finally {
      await trader.close();
    }
  }
  const changed =
    (change: (utxo: Utxo) => Utxo) =>
    (ledger: Ledger): Partial<Ledger> => ({
      utxosAt: async (addresses, signal) => {
        const utxos = await ledger.utxosAt(addresses, signal);
        return utxos.ok ? ok(utxos.value.map(change)) : utxos;
      },
    });
  const more =
    (by: bigint) =>
    (utxo: Utxo): Utxo => ({
      ...utxo,
      value: new Map([...utxo.value, [ADA, (utxo.value.get(ADA) ?? 0n) + by]]),
    });

  it('about what coins hold: the parents’ bytes prove another sum, and nothing is signed', async () => {
    await lied(changed(more(-3_000_000n)), async (trader) => expect(await blockedBy(trader)).toBe('R3'));
    await lied(changed(more(3_000_000n)), async (trader) => expect(await blockedBy(trader)).toBe('R3'));
  });

  it('about whose coins they are: another wallet’s are not spent along', async () => {
    await lied(
      (ledger) => ({
        utxosAt: async ([address = ''], signal) => {
          const theirs = await ledger.utxos(strangerAddress, signal);
          return theirs.ok ? ok(theirs.value.map((utxo) => ({ ...utxo, address }))) : theirs;
        },
      }),
      async (trader) => expect(['R4', 'V18']).toContain(await blockedBy(trader, { lovelace: 2_000_000n })),
    );
  });

  it('about more than can exist', async () => {
    await lied(changed(more(1n << 63n)), async (trader) =>
      expect(codeOf(await prepare(trader))).toBe('send-odd-ledger'),
    );
  });

  it('about the network’s prices: neither an absurd fee nor a present to the recipient comes of it', async () => {
    const prices =
      (of: object) =>
      (ledger: Ledger): Partial<Ledger> => ({
        parameters: async (signal) => {
          const stated = await ledger.parameters(signal);
          return stated.ok ? ok({ ...stated.value, ...of }) : stated;
        },
      });
    const odd = [
      { minFeeA: 44_000n },
      { minFeeB: 100_000_000n },
      { coinsPerUtxoByte: 4_310_000n },
      { minFeeA: -44n },
    ];
    for (const of of odd)
      await lied(prices(of), async (trader) => expect(codeOf(await prepare(trader))).toBe('send-odd-ledger'));
    // Fees that are too high without being absurd are asked about, by this app's own figures.
    await lied(prices({ minFeeB: 155_381n * 3n, minFeeA: 44n * 3n }), async (trader) => {
      const review = await reviewed(trader);
      expect(rulesOf(review)).toContain('V18 warn');
      expect(review.trade.costs.networkFee).toBeLessThan(900_000n);
    });
  });

  it('about the time: a payment that would stay valid for days is blocked or asked about', async () => {
    await lied(
      (ledger) => ({
        tip: async (signal) => {
          const tip = await ledger.tip(signal);
          return tip.ok ? ok({ ...tip.value, slot: slot(tip.value.slot + 172_800) }) : tip;
        },
      }),
      async (trader) => expect(rulesOf(await reviewed(trader))).toContain('F7 warn'),
    );
  });

  it('about decimals of a token: an amount that was read with others is refused', async () => {
    const { token } = at;
    const wish = { tokens: [{ asset: token, quantity: quantity(1n), decimals: 7 }] };
    expect(codeOf(await prepare(at.trader, wish))).toBe('decimals-changed');
  });
});
