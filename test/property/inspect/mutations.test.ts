import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { verifySigned } from '../../../src-main/inspect/verify-signed.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { goodTrade, type GoodTrade } from '../../support/good-trade.ts';

const trades = [goodTrade('ada', 1), goodTrade('ada', 2), goodTrade('token', 1), goodTrade('token', 2)];

/** What a trade costs and gives its owner, read by CSL alone: nothing of ours judges itself here. */
function outcome(cbor: string): unknown {
  const body = CSL.FixedTransaction.from_hex(cbor).body();
  const outputs = body.outputs();
  return {
    fee: body.fee().to_str(),
    inputs: body.inputs().to_json(),
    mint: body.mint()?.to_json(),
    withdrawals: body.withdrawals()?.to_json(),
    certificates: body.certs()?.to_json(),
    collateral: body.collateral()?.to_json(),
    donation: body.donation()?.to_str(),
    outputs: Array.from({ length: outputs.len() }, (_, index) => {
      const output = outputs.get(index);
      const datum = output.plutus_data()?.as_constr_plutus_data()?.data();
      return {
        address: output.address().to_hex(),
        amount: output.amount().to_json(),
        script: output.script_ref()?.to_hex(),
        // Owner, wanted asset, batcher fee and deposit; the minimum is compared below, the route costs nothing.
        terms: datum && [0, 1, 2, 3, 5, 6].map((field) => datum.get(field).to_hex()),
      };
    }),
  };
}

function minimumOf(cbor: string): bigint {
  const outputs = CSL.FixedTransaction.from_hex(cbor).body().outputs();
  let minimum = 0n;
  for (let index = 0; index < outputs.len(); index += 1) {
    const field = outputs.get(index).plutus_data()?.as_constr_plutus_data()?.data().get(4);
    minimum += BigInt(field?.as_integer()?.to_str() ?? '0');
  }
  return minimum;
}

const mutation = fc.record({
  trade: fc.constantFrom(...trades),
  at: fc.nat(),
  change: fc.integer({ min: 1, max: 255 }),
});

function mutated({ input }: GoodTrade, at: number, change: number): string {
  const bytes = hexBytes(input.cbor);
  const place = at % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ change;
  return toHex(bytes);
}

describe('the inspector', () => {
  it('refuses every change of one byte that could cost the user', () => {
    fc.assert(
      fc.property(mutation, ({ trade, at, change }) => {
        const cbor = mutated(trade, at, change);
        const inspected = inspectTransaction({ ...trade.input, cbor });
        if (!inspected.ok || inspected.value.report.verdict !== 'pass') return;
        expect(outcome(cbor)).toEqual(outcome(trade.input.cbor));
        expect(minimumOf(cbor)).toBeGreaterThanOrEqual(trade.input.quote.atLeast);
      }),
      { numRuns: 8_000, seed: 20_261_121 },
    );
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const inspected = inspectTransaction({ ...goodInput, cbor: toHex(bytes) });
        expect(inspected.ok ? inspected.value.report.verdict : 'block').toBe('block');
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });
});

describe('the check of what comes back signed', () => {
  const { input, sign } = trades[1] ?? goodTrade();
  const own = sign(input.cbor);
  const witnesses = parseWitnessSet(own);
  const spliced = witnesses.ok && spliceWitnesses(input.cbor, witnesses.value);
  if (!spliced || !spliced.ok) throw new Error('not spliced');
  const signed = spliced.value;
  const needed = witnesses.value.map(({ keyHash }) => keyHash);

  it('refuses every change of one byte to another transaction or to a signature', () => {
    expect(verifySigned(input.cbor, signed, own, needed).ok).toBe(true);
    const unsignedBody = input.cbor.slice(2, -6);
    fc.assert(
      fc.property(fc.nat({ max: signed.length / 2 - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = hexBytes(signed);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const answer = toHex(bytes);
        const verified = verifySigned(input.cbor, answer, own, needed);
        if (!verified.ok) return;
        expect(verified.value.cbor).toBe(answer);
        expect(answer.slice(2, 2 + unsignedBody.length)).toBe(unsignedBody);
        for (const { publicKey, signature } of witnesses.ok ? witnesses.value : []) {
          expect(answer).toContain(publicKey);
          expect(answer).toContain(signature);
        }
        expect(answer.endsWith('f5f6')).toBe(true);
      }),
      { numRuns: 3_000, seed: 11 },
    );
  });
});

const goodInput = goodTrade().input;
