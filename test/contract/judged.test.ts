import { describe, expect, it } from 'vitest';

import { failureText } from '#domain/failure.ts';
import type { InspectAnswer } from '../../src-main/cli/inspect-answer.ts';
import { readBundle } from '../../src-main/cli/inspect-bundle.ts';
import { judgeBundle } from '../../src-main/cli/inspect-judge.ts';
import { bundleOf, realTrades } from '../support/aggregator-bundles.ts';
import { inspectLines } from '../support/inspect-process.ts';
import { read, transactions, transactionSets } from '../support/vectors.ts';

function judge(bundle: object): InspectAnswer {
  const parsed = readBundle(JSON.stringify(bundle));
  if (!parsed.ok) throw new Error(failureText(parsed.failure).what);
  return judgeBundle(parsed.value).answer;
}

/** The findings that block, with their transaction. */
function blocks({ txHash, findings }: InspectAnswer): readonly string[] {
  return findings
    .filter(({ severity }) => severity === 'block')
    .map(({ rule, message }) => `${(txHash ?? '').slice(0, 8)} ${rule}: ${message}`);
}

/** The bundle with all the ADA of its orders as what is sold, where ADA is sold. */
function wholeOrders(bundle: object, overhead: bigint): object {
  const { intent } = bundle as { readonly intent: { readonly tokenIn?: string; readonly amountIn?: string } };
  if (intent.tokenIn !== 'lovelace' || intent.amountIn === undefined) return bundle;
  return { ...bundle, intent: { ...intent, amountIn: String(BigInt(intent.amountIn) + overhead) } };
}

describe('real trades of aggregator and exchange users', () => {
  const trades = realTrades();

  it('are of every kind', () => {
    const count = (kind: string): number => trades.filter(({ intent }) => intent.kind === kind).length;
    expect([trades.length, count('swap'), count('dca'), count('cancel'), count('any')]).toEqual([
      64, 57, 1, 3, 3,
    ]);
  });

  it.each(['stated', 'none'] as const)(
    'are not blocked when it is known what was wanted, fees %s',
    (fees) => {
      const answers = trades.map((trade) => judge(bundleOf(trade, fees)));
      expect(answers.flatMap(blocks)).toEqual([]);
      expect(answers.map(({ txHash }) => txHash)).toEqual(trades.map(({ expected }) => expected.hash));
    },
  );

  it('are asked about for what they cost, five of them, each for its reason', () => {
    const asked = trades.flatMap((trade) => {
      const { txHash, findings } = judge(bundleOf(trade, 'none'));
      const cost = findings.find(({ rule }) => rule === 'V16');
      return cost === undefined ? [] : [[(txHash ?? '').slice(0, 8), cost.message] as const];
    });
    expect(asked.map(([hash]) => hash).toSorted()).toEqual([
      '1eda0fbf', // 4.2 ADA of a sale that must bring 88
      '309544c2', // 9.2 ADA at once on a sale of 5,000
      '30c7bfa7', // 10 ADA at once on a sale of 5,500
      '80532ec8', // a recurring sale whose terms nobody can read
      '94c15e28', // 4.3 ADA of a sale that must bring 5
    ]);
    for (const [, message] of asked) expect(message).toMatch(/^In all, [\d.]+ ADA does not come back/);
  });

  it('are not blocked when nobody knows what their users wanted', () => {
    for (const intent of [undefined, null, { kind: 'any' }]) {
      const answers = trades.map((trade) => judge({ ...bundleOf(trade, 'stated'), intent }));
      expect(answers.flatMap(blocks)).toEqual([]);
    }
  });

  it('are blocked, each of them, when somebody else is asked to sign them as a trade of theirs', () => {
    const stranger = { paymentKeyHashes: ['01'.repeat(28)], stakeKeyHashes: ['02'.repeat(28)] };
    const wanted = trades.filter(({ intent }) => intent.kind === 'swap' || intent.kind === 'dca');
    const passed = wanted
      .map((trade) => judge({ ...bundleOf(trade, 'stated'), account: stranger }))
      .filter(({ verdict }) => verdict !== 'block');
    expect(passed).toEqual([]);
  });

  it('are not blocked when their whole orders are taken for what was to be sold', () => {
    const answers = trades.map((trade) => judge(wholeOrders(bundleOf(trade, 'none'), trade.overhead)));
    expect(answers.flatMap(blocks)).toEqual([]);
  });

  it('are blocked, each swap of them, when a base unit less was to be sold', () => {
    const swaps = trades.filter(({ intent }) => intent.kind === 'swap');
    for (const trade of swaps) {
      const bundle = bundleOf(trade, 'stated') as { readonly intent: { readonly amountIn: string } };
      const less = String(BigInt(bundle.intent.amountIn) - 1n);
      const answer = judge({ ...bundle, intent: { ...bundle.intent, amountIn: less } });
      expect(blocks(answer), trade.expected.hash).not.toEqual([]);
    }
  });

  it('come through the command line as they do here, one line each', async () => {
    const bundles = trades.map((trade) => bundleOf(trade, 'stated'));
    const { answers, code } = await inspectLines(bundles.map((bundle) => JSON.stringify(bundle)));
    expect(answers).toEqual(JSON.parse(JSON.stringify(bundles.map(judge))));
    expect(code).toBe(answers.some(({ verdict }) => verdict === 'warn') ? 3 : 0);
  });
});

describe('real transactions whose inputs are known', () => {
  interface Resolved {
    readonly hash: string;
    readonly cbor: string;
    readonly inputs: readonly {
      readonly ref: string;
      readonly address: string;
      readonly value: Readonly<Record<string, string>>;
    }[];
    readonly parentTx: Readonly<Record<string, string>>;
  }
  const all = (JSON.parse(read('resolved/resolved.json')) as { txs: readonly Resolved[] }).txs;

  function asBundle({ cbor, inputs, parentTx }: Resolved): object {
    return {
      network: 'mainnet',
      tx: cbor,
      account: {},
      inputs: inputs.map(({ ref, address, value }) => ({
        txHash: ref.slice(0, 64),
        index: Number(ref.slice(65)),
        address,
        amount: Object.entries(value).map(([unit, quantity]) => ({ unit, quantity })),
      })),
      parents: Object.values(parentTx),
    };
  }

  it('balance, every one of them, and are shown as they are proven', () => {
    expect(all).toHaveLength(47);
    for (const one of all) {
      const answer = judge(asBundle(one));
      expect(answer).toMatchObject({ txHash: one.hash, effect: { complete: true } });
      const resolution = blocks(answer).filter((finding) => /^\S+ R[1-3]: /.test(finding));
      expect(resolution).toEqual([]);
    }
  });

  it('do not balance with one lovelace more', () => {
    for (const one of all) {
      const [first, ...others] = one.inputs;
      if (!first) throw new Error('a transaction has inputs');
      const lovelace = String(BigInt(first.value['lovelace'] ?? 0) + 1n);
      const more = { ...one, inputs: [{ ...first, value: { ...first.value, lovelace } }, ...others] };
      const told = judge(asBundle({ ...more, parentTx: {} }));
      expect(blocks(told).join()).toContain('R3: ');
      if (one.parentTx[first.ref.slice(0, 64)] === undefined) continue;
      const proven = blocks(judge(asBundle(more))).join();
      expect(proven).toContain('a different value for input');
      expect(proven).not.toContain('R3: ');
    }
  });
});

describe('any real transaction', () => {
  it.each([
    'conway-blocks.jsonl',
    'pre-conway-blocks.jsonl',
    'pallas-standalone.json',
    'library-fixtures.json',
  ] as const)('of %s is judged or refused, with its hash', (file) => {
    const vectors = transactions(file);
    expect(vectors).toHaveLength(transactionSets[file]);
    for (const { hash, cbor } of vectors) {
      const answer = judge({ network: 'mainnet', tx: cbor });
      expect(answer.txHash).toBe(hash);
      if ('net' in answer.effect) continue;
      expect(answer).toMatchObject({ verdict: 'block', orders: [] });
      expect(answer.findings).toEqual([
        {
          rule: expect.stringMatching(/^D[12]$/) as unknown,
          severity: 'block',
          message: expect.any(String) as unknown,
        },
      ]);
    }
  });

  it('that a second decoder cannot read, or reads otherwise, is blocked for that', () => {
    const unreadable = /^(93d27dd0|ea3d309d|95a5ef2f|6741d81d|80257786)/;
    const found = (Object.keys(transactionSets) as (keyof typeof transactionSets)[])
      .flatMap((file) => transactions(file))
      .filter(({ hash }) => unreadable.test(hash));
    expect(found).toHaveLength(5);
    for (const { cbor } of found)
      expect(blocks(judge({ network: 'mainnet', tx: cbor })).join()).toMatch(/ D[13]: /);
  });
});
