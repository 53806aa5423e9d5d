import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { slot } from '#domain/time.ts';
import type { KnownScript, PlutusVersion } from '../../../src-main/exchanges/order-form.ts';
import { minswapPoolName, minswapV2Form } from '../../../src-main/exchanges/minswap/v2-order.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { wingridersV2Form } from '../../../src-main/exchanges/wingriders/v2-order.ts';
import { knownScripts } from '../../../src-main/app/order-scripts.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { DEFAULT_POLICY, type PolicyFacts } from '../../../src-main/inspect/policy.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { GEM, goodTrade, ORDER_SCRIPT, PAYMENT, STAKE, TIP, writeDraft } from '../../support/good-trade.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';

function judged(input: InspectionInput) {
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
  const { verdict, findings, summary } = inspected.value.report;
  return {
    verdict,
    summary,
    texts: findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
  };
}

function at(script: KnownScript): InspectionInput['scripts'] {
  return { known: new Map([[ORDER_SCRIPT, script]]), complete: true };
}

const expert: PolicyFacts = {
  limits: { ...DEFAULT_POLICY, expert: true },
  worth: 100_000_000n,
  signedToday: 0n,
  slippageBps: 100,
  impactBps: 10,
  unverified: [],
  exchanges: ['EXA'],
  seenRecipients: new Set(),
  seenScripts: new Set([ORDER_SCRIPT]),
};

/** `policy: PolicyId, name` of GEM, in two byte strings. */
const GEM_PARTS = [GEM.slice(0, 56), GEM.slice(56)] as const;
const me: Data = constr(0, constr(0, PAYMENT), constr(0, constr(0, constr(0, STAKE))));
const none = constr(1);
const nothing = constr(0);

/** The good trade of one order, whose datum is `datum` in the form of `script`. */
function placed(script: KnownScript, datum: Data): InspectionInput {
  const { draft, input } = goodTrade('ada', 1);
  const outputs = draft.outputs.map(({ datum: had, ...output }) =>
    had === undefined ? output : { ...output, rawDatum: datumHex(datum) },
  );
  return { ...input, scripts: at(script), cbor: writeDraft({ ...draft, outputs }) };
}

describe('V13, a script that can be run over the order', () => {
  const { input } = goodTrade('ada', 1);
  const practice = (plutus: PlutusVersion): KnownScript => ({ exchange: 'EXA', plutus, form: practiceForm });

  it('blocks terms inline at a script of Plutus version 1, whose funds nobody could ever take out', () => {
    const { verdict, texts } = judged({ ...input, scripts: at(practice(1)) });
    expect(verdict).toBe('block');
    expect(texts).toContain(
      'block V13: Order 1 holds its terms inline, and the script of EXA is of Plutus version 1: nobody could ever spend it, and what it holds would be lost.',
    );
  });

  it('blocks them for an expert, for somebody else, and where nobody knows what was wanted', () => {
    const scripts = at(practice(1));
    expect(judged({ ...input, scripts, policy: expert }).verdict).toBe('block');
    expect(judged({ ...input, scripts, terms: { kind: 'any' } }).verdict).toBe('block');
  });

  it.each([2, 3] as const)('has nothing to say at a script of version %i', (plutus) => {
    expect(judged({ ...input, scripts: at(practice(plutus)) })).toMatchObject({ verdict: 'pass' });
  });

  it('says of a script that is not listed that its version is not known', () => {
    const said = (change: Partial<InspectionInput>, complete: boolean) =>
      judged({ ...input, ...change, scripts: { known: new Map(), complete } }).texts.filter((text) =>
        text.includes(' V13: '),
      );
    const words =
      'V13: Order 1 holds its terms inline, and the Plutus version of its script is not known: at a script of version 1, what it holds would be lost.';
    expect(said({}, true)).toEqual([`block ${words}`]);
    expect(said({ policy: expert }, true)).toEqual([`warn ${words}`]);
    expect(said({}, false)).toEqual([`warn ${words}`]);
  });

  it('has nothing to say of terms by their hash: where they cannot be seen, V6 blocks', () => {
    const { draft } = goodTrade('ada', 1);
    const [order] = draft.outputs;
    const outputs = draft.outputs.map(({ datum: _, ...output }) => output);
    expect(order?.datum).toBeDefined();
    const { verdict, texts } = judged({
      ...input,
      scripts: at(practice(1)),
      cbor: writeDraft({ ...draft, outputs }),
    });
    expect(verdict).toBe('block');
    expect(texts.join()).toContain('block V6: Where the proceeds of order 1 go cannot be seen.');
    expect(texts.join()).not.toContain('V13');
  });
});

describe('P6, an order over several pools', () => {
  const minswap: KnownScript = { exchange: 'Minswap V2', plutus: 2, form: minswapV2Form };
  const pool = constr(
    0,
    'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c',
    minswapPoolName(ADA, GEM),
  );
  const [forward, backward] = [constr(0, pool, constr(1)), constr(0, pool, nothing)];

  const about = (route: readonly Data[]): readonly string[] => {
    const step = constr(9, [...route], constr(0, 100_000_000n), 831_600n);
    const datum = constr(0, constr(0, PAYMENT), me, nothing, me, nothing, pool, step, 2_000_000n, none);
    const input = placed(minswap, datum);
    const policy = { ...expert, excluded: ['MS2HOP'] };
    const scripts = { ...input.scripts, ...knownCodes };
    return judged({ ...input, scripts, policy }).texts.filter((text) => text.includes(' P6: '));
  };
  const { codes, otherCodes } = knownScripts('live', 'mainnet');
  const knownCodes = { codes, otherCodes } as Pick<InspectionInput['scripts'], 'codes' | 'otherCodes'>;

  it('is blocked where the code of such orders was left out, by the bytes of its route', () => {
    expect(about([forward])).toEqual([]);
    expect(about([forward, backward, forward])).toEqual([
      'block P6: MS2HOP would be used, which you left out of this trade.',
    ]);
  });

  it('is asked about where its route cannot be read', () => {
    expect(about([])).toEqual([
      'warn P6: You left out MS2HOP, and this app cannot see over how many pools the order at Minswap V2 goes: that it is not such an order rests on the service’s word alone.',
    ]);
  });
});

describe('V14, the own time of an order', () => {
  const minswap: KnownScript = { exchange: 'Minswap V2', plutus: 2, form: minswapV2Form };
  const wingriders: KnownScript = { exchange: 'WingRiders V2', plutus: 2, form: wingridersV2Form };
  const LIQUIDITY = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';
  const seconds = (fromTip: number): bigint => BigInt(slotToUnix('preprod', TIP + fromTip)) * 1_000n;
  /** How long the good trade's transaction is valid from the tip on. */
  const LAST = 3_300;
  const YEAR = 365 * 86_400;

  const expiring = (expiry: Data, killable = nothing): InspectionInput =>
    placed(
      minswap,
      constr(
        0,
        constr(0, PAYMENT),
        me,
        nothing,
        me,
        nothing,
        constr(0, LIQUIDITY, minswapPoolName(ADA, GEM)),
        constr(0, constr(1), constr(0, 100_000_000n), 831_600n, killable),
        2_000_000n,
        expiry,
      ),
    );
  const withExpiry = (time: bigint, tip: bigint): InspectionInput => expiring(constr(0, [time, tip]));
  const request = (deadline: bigint): InspectionInput =>
    placed(
      wingriders,
      constr(
        0,
        2_000_000n,
        me,
        me,
        '',
        nothing,
        deadline,
        '',
        '',
        ...GEM_PARTS,
        constr(0, nothing, 831_600n),
        1n,
        1n,
      ),
    );
  const times = ({ texts }: ReturnType<typeof judged>) => texts.filter((text) => text.includes(' V14: '));

  it('has nothing to say of an order without one', () => {
    expect(judged(expiring(none))).toMatchObject({ verdict: 'pass' });
    expect(times(judged(expiring(none)))).toEqual([]);
  });

  it('blocks an expiry in the past with a tip: whoever sends the order back gets it', () => {
    const answer = judged(withExpiry(seconds(-1), 300_000n));
    expect(answer.verdict).toBe('block');
    expect(times(answer)).toEqual([
      'block V14: Order 1 ends at 16:53:19 UTC on 2024-01-19: after that, anybody may send it back to you, and keep up to 0.3 ADA of it. That time has passed.',
    ]);
    expect(judged(withExpiry(1n, 300_000n)).verdict).toBe('block');
    expect(judged(withExpiry(0n, 0n)).verdict).toBe('block');
  });

  it('blocks one that comes while the transaction can still enter the chain', () => {
    expect(times(judged(withExpiry(seconds(LAST), 0n))).join()).toContain(
      'This transaction can still enter the chain then.',
    );
    expect(judged(withExpiry(seconds(LAST), 0n)).verdict).toBe('block');
    expect(judged(withExpiry(seconds(LAST) + 1n, 0n)).verdict).toBe('pass');
    const endless = (tip: bigint) => {
      const input = withExpiry(seconds(YEAR), tip);
      return times(judged({ ...input, cbor: withBodyField(input.cbor, 3, undefined) })).join();
    };
    expect(endless(1n)).toMatch(/^block V14: .* can still enter the chain then\.$/);
    expect(endless(0n)).toMatch(/^info V14: /);
  });

  it('asks about a later one that pays a tip, in words, and only reports one that pays none', () => {
    const tipped = judged(withExpiry(seconds(YEAR), 300_000n));
    expect(tipped.verdict).toBe('warn');
    expect(times(tipped)).toEqual([
      'warn V14: Order 1 ends at 16:53:20 UTC on 2025-01-18: after that, anybody may send it back to you, and keep up to 0.3 ADA of it.',
    ]);
    const untipped = judged(withExpiry(seconds(YEAR), 0n));
    expect(untipped.verdict).toBe('pass');
    expect(times(untipped)).toEqual([
      'info V14: Order 1 ends at 16:53:20 UTC on 2025-01-18: after that, anybody may send it back to you.',
    ]);
  });

  it('takes a tip for a cost of the order', () => {
    expect(judged(withExpiry(seconds(YEAR), 3_000_000n)).summary.keeps).toBe(3_000_000n);
    expect(judged(withExpiry(seconds(YEAR), 6_000_000n)).texts.join()).toContain('block V2: ');
  });

  it("counts the later of the ledger's time and this computer's: an old tip brings nothing back to life", () => {
    const input = withExpiry(seconds(YEAR), 0n);
    const late = { ...input, clockSlot: slot(TIP + YEAR) };
    expect(times(judged(late)).join()).toContain('That time has passed.');
    expect(judged(late).verdict).toBe('block');
    expect(times(judged({ ...input, clockSlot: slot(TIP - YEAR) })).join()).toMatch(/^info V14: /);
  });

  it('asks where no time is known, and blocks what the transaction itself outlives', () => {
    const { tipSlot: _, ...timeless } = withExpiry(seconds(YEAR), 0n);
    expect(times(judged(timeless)).join()).toMatch(
      /^warn V14: .* Whether that time has passed is not known\.$/,
    );
    const { tipSlot: __, ...short } = withExpiry(seconds(LAST), 0n);
    expect(times(judged(short)).join()).toMatch(/^block V14: /);
    const endless = withBodyField(timeless.cbor, 3, '1bffffffffffffffff');
    expect(times(judged({ ...timeless, cbor: endless })).join()).toMatch(/^block V14: /);
  });

  it('states a deadline of WingRiders, after which the order waits, and blocks one that has passed', () => {
    const far = judged(request(3_279_256_462_000n));
    expect(far.verdict).toBe('pass');
    expect(times(far)).toEqual([
      'info V14: Order 1 ends at 08:34:22 UTC on 2073-11-30: after that, nobody fills it, and it waits until you take it back.',
    ]);
    expect(judged(request(seconds(-60))).verdict).toBe('block');
    expect(times(judged(request(2n ** 63n)))[0]).toContain('ends at a time beyond every calendar');
  });

  it('reports an order that may be sent back as soon as its least cannot be met', () => {
    expect(times(judged(expiring(none, constr(1))))).toEqual([
      'info V14: Order 1 may be sent back to you unfilled, less the fee for filling it, once its least cannot be met.',
    ]);
  });

  it('only asks where nobody knows what was wanted', () => {
    expect(judged({ ...withExpiry(1n, 300_000n), terms: { kind: 'any' } }).verdict).toBe('warn');
  });
});
