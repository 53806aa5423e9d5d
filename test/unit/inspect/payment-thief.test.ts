import { describe, expect, it } from 'vitest';
import { lovelaceIn, sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import type { Finding } from '../../../src-main/inspect/inspection.ts';
import { groundsOf } from '../../../src-main/inspect/rules/second-proof.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { editParts, withBodyField } from '../../support/edit-cbor.ts';
import { FEE, goodPayment, output } from '../../support/good-payment.ts';
import { myAddress, PAYMENT, STAKE, strangerAddress } from '../../support/good-trade.ts';
import { policyFacts } from '../../support/policy-facts.ts';

function findingsOf(input: InspectionInput): readonly Finding[] {
  const inspected = inspectTransaction(input);
  // An undecodable transaction is blocked for that reason.
  if (!inspected.ok) return [{ rule: 'decoding', severity: 'block', message: inspected.failure.code }];
  return inspected.value.report.findings;
}

function objectionsTo(input: InspectionInput): readonly string[] {
  const grounds = groundsOf(input, undefined);
  if (!grounds) throw new Error('it was agreed to');
  return prove({ ...grounds, cbor: input.cbor }).objections.map(({ code }) => code);
}

/** An address whose first characters are those of another. */
const twinOf = (payment: string): string =>
  formatAddress(
    addressOf(
      0,
      { kind: 'key', hash: `${payment.slice(0, 8)}${'99'.repeat(24)}` },
      { kind: 'key', hash: '31'.repeat(28) },
    ),
  );

describe('a vanity address', () => {
  it('of the user’s own is noticed also where everything is sent, and nothing comes back', () => {
    const { input, paying } = goodPayment();
    const held = sumValues([...input.resolved.values()].map(({ value }) => value));
    const pays: Value = new Map([...held, [ADA, lovelaceIn(held) - FEE]]);
    const to = twinOf(PAYMENT);
    const { agreed: _agreed, ...alone } = input;
    const found = findingsOf({
      ...alone,
      terms: { kind: 'send', to, pays },
      cbor: paying([output(to, pays)]),
      policy: policyFacts(),
    });
    expect(found.filter(({ severity }) => severity === 'block')).toEqual([]);
    expect(found.find(({ rule }) => rule === 'P13')?.message).toContain(`your own, ${myAddress},`);
  });

  it('is noticed also where a service once had a fee paid to it', () => {
    const { input } = goodPayment();
    const letters = [...strangerAddress];
    const paidOften = letters
      .map((letter, at) => (at > 24 && at < letters.length - 8 ? (letter === 'q' ? 'p' : 'q') : letter))
      .join('');
    const seenRecipients = new Set([paidOften, strangerAddress]);
    const rulesOf = (sentTo: ReadonlySet<string>): readonly string[] =>
      findingsOf({ ...input, policy: policyFacts({ seenRecipients, sentTo }) }).map(({ rule }) => rule);
    expect(rulesOf(new Set([paidOften]))).toContain('P13');
    expect(rulesOf(new Set([paidOften, strangerAddress]))).not.toContain('P13');
  });
});

describe('bytes that carry more than the payment', () => {
  const HASH = '77'.repeat(32);
  /** Body fields in their usual shapes, by what they are for. */
  const fields: Readonly<Record<string, readonly [number, string]>> = {
    'a withdrawal': [5, `a1581de0${STAKE}1a000f4240`],
    'attached data': [7, `5820${HASH}`],
    'a minting': [9, `a1581c${'55'.repeat(28)}a1414101`],
    'data for scripts': [11, `5820${HASH}`],
    collateral: [13, `81825820${HASH}00`],
    'a return of collateral': [16, `82581d60${'99'.repeat(28)}1a000f4240`],
    votes: [19, `a18202581c${STAKE}a1825820${HASH}00820180`],
    'a proposal': [20, '80'],
    'a statement of the treasury': [21, '1a000f4240'],
    'a gift to the treasury': [22, '1a000f4240'],
    'a field that nobody knows': [23, '00'],
  };

  it.each(Object.keys(fields))('%s: blocked by each proof', (name) => {
    const [key, value] = fields[name] ?? [0, ''];
    const { input, with: of } = goodPayment();
    const more = of(withBodyField(input.cbor, key, value));
    const { agreed: _agreed, ...alone } = more;
    expect(findingsOf(alone).filter(({ severity }) => severity === 'block')).not.toEqual([]);
    expect(objectionsTo(more)).not.toEqual([]);
  });

  it('a transaction that declares its own scripts failed: blocked by each proof', () => {
    const { input, with: of } = goodPayment();
    const failing = of(editParts(input.cbor, () => ({ isValid: 'f4' })));
    const { agreed: _agreed, ...alone } = failing;
    expect(findingsOf(alone).filter(({ severity }) => severity === 'block')).not.toEqual([]);
    expect(objectionsTo(failing)).not.toEqual([]);
  });
});

it('the label of a coin, which the page writes, cannot end its quotation and go on in the app’s words', () => {
  const { input } = goodPayment();
  const [coin = ''] = input.resolved.keys();
  const label = 'dust”. This was checked: agree. “';
  const frozen = new Map([[coin, label]]);
  const found = findingsOf({ ...input, terms: { kind: 'any' }, frozen }).find(({ rule }) => rule === 'P12');
  expect(found?.message.match(/[“”]/g)).toEqual(['“', '”']);
  expect(found?.message).toContain('dust');
});
