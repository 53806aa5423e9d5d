import { describe, expect, it } from 'vitest';

import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import type { Build } from '#domain/quote.ts';
import type { PolicyFacts } from '../../../src-main/inspect/policy.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { agreementFor } from '../../../src-main/trading/kinds/trade-kinds.ts';
import { judgeSwap } from '../../../src-main/trading/kinds/judgement.ts';
import type { SwapQuote } from '../../../src-main/trading/kinds/quote.ts';
import { GEM, goodTrade, orderDatum, tradeTerms, writeDraft } from '../../support/good-trade.ts';
import { policyFacts } from '../../support/policy-facts.ts';

/** The price impact and the limits of the user; the quote below said 840,000 base units of GEM for 100 ADA. */
const policy = policyFacts({ worth: 100_000_000n });

interface Answer {
  /** The service's stated proceeds of the built transaction. */
  readonly expected: bigint;
  /** The minimums that its orders enforce. */
  readonly minimums: readonly [bigint] | readonly [bigint, bigint];
  readonly quoted?: { readonly expected: bigint; readonly atLeast: bigint };
  /** ADA for one whole GEM, where the market is known. */
  readonly spot?: number;
}

function judge({ expected, minimums, quoted, spot }: Answer, limits: Partial<PolicyFacts['limits']> = {}) {
  const trade = goodTrade('ada', minimums.length);
  const { cbor: _cbor, subject, terms: _terms, ...given } = trade.input;
  const outputs = trade.draft.outputs.map((output, at) => {
    const minimumReceived = minimums[at];
    return minimumReceived === undefined ? output : { ...output, datum: orderDatum({ minimumReceived }) };
  });
  const { pay } = tradeTerms(trade.input);
  const gem = { ...ADA_TOKEN, id: GEM, ticker: 'GEM', decimals: 3 };
  const estimate = quoted ?? { expected: 840_000n, atLeast: 831_600n };
  const sold = { pay, receive: GEM, slippageBps: 100 };
  const quote: SwapQuote = {
    kind: 'swap',
    id: subject,
    tokens: [ADA_TOKEN, gem],
    task: { kind: 'swap', ...sold, ...estimate },
    claims: { expected: estimate.expected },
    order: { ...sold, excluded: [] },
    fees: { exchange: undefined, deposits: undefined, network: undefined },
    routes: [],
    payToken: { ...ADA_TOKEN, id: ADA },
    receiveToken: gem,
    spot: { pay: 1, receive: spot },
    priceImpact: 0.0031,
    notices: [],
    at: epochMs(0),
    expiresAt: epochMs(1),
  };
  const build: Build = {
    cbor: writeDraft({ ...trade.draft, outputs }),
    expected: quantity(expected),
    splits: [],
    call: { requestHash: '', responseHash: '' },
  };
  const agreement = agreementFor([quote], 'preprod', policy.limits, epochMs(0));
  const judged = judgeSwap(
    quote,
    build,
    { agreement, at: 0 },
    {
      ...given,
      policy: { ...policy, limits: { ...policy.limits, ...limits } },
    },
  );
  if (!judged.ok) throw new Error(judged.failure.code);
  const { verdict, findings } = judged.value.inspection.report;
  const texts = findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);
  return { verdict, texts, worse: judged.value.worseThanQuote !== undefined };
}

describe('a quote that promised more than the market gives', () => {
  it('does not make a fair price look like a loss', () => {
    const quoted = { expected: 8_400_000n, atLeast: 831_600n };
    const fair = { expected: 840_000n, minimums: [831_600n] as const, quoted };
    expect(judge(fair).texts.join()).toContain('warn P4: You lose');
    expect(judge({ ...fair, spot: 0.119 }).texts.join()).not.toContain('P4');
    expect(judge({ ...fair, spot: 0.09 }).texts.join()).toContain('warn P4: You lose 24.4 %');
  });
});

describe('a price that moved between the quote and the transaction', () => {
  it('is agreed to as the lower price that it is', () => {
    expect(judge({ expected: 840_000n, minimums: [831_600n] })).toMatchObject({
      verdict: 'pass',
      worse: false,
    });
    expect(judge({ expected: 815_000n, minimums: [806_850n] })).toMatchObject({
      verdict: 'pass',
      worse: true,
    });
  });

  it('is no way around the slippage limit, nor stopped by it where the price really moved', () => {
    expect(judge({ expected: 815_000n, minimums: [806_850n] }, { slippageBps: 100 })).toMatchObject({
      verdict: 'pass',
      worse: true,
    });
    expect(judge({ expected: 815_000n, minimums: [700_000n] }, { slippageBps: 100 }).verdict).toBe('block');
  });

  it('is no way around the limit of the price impact: that is of the price as built', () => {
    const half = { expected: 420_000n, minimums: [415_800n] } as const;
    expect(judge(half, { impactBps: 500 }).texts).toContain(
      'block P4: The price impact is 50.155 %; your limit is 5 %.',
    );
    expect(judge(half)).toMatchObject({ verdict: 'warn', worse: true });
    expect(judge(half).texts.join()).toContain('warn P4: You lose 50.155 %');
  });

  it('is reported even where it is one base unit for each order, when the units are few', () => {
    const quoted = { expected: 3n, atLeast: 2n };
    expect(judge({ expected: 3n, minimums: [1n, 1n], quoted }).worse).toBe(false);
    expect(judge({ expected: 3n, minimums: [1n], quoted }).worse).toBe(true);
  });
});
