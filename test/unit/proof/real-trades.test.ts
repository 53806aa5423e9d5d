import { describe, expect, it } from 'vitest';
import { quantity, subtractValues, sumValues, valueOf, type Value } from '#domain/amount.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { Task } from '../../../src-main/agreement/agreement.ts';
import { holderOfText } from '../../../src-main/proof/address.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import type { ProofInput, AttestedOutput } from '../../../src-main/proof/proof.ts';
import { surveyOf } from '../../../src-main/proof/survey.ts';
import { readTransaction, type RawTransaction } from '../../../src-main/proof/transaction.ts';
import { realTrades, type RealTrade } from '../../support/aggregator-bundles.ts';
import { agreementOn, mainnetProofScripts } from '../../support/proving.ts';

const ORDER_ADDRESS = 'addr1w8p79rpkcdz8x9d6tft0x0dx5mwuzac2sa4gm8cvkw5hcnqst2ctf';

describe('the 64 real trades', () => {
  const trades = realTrades();

  it('are proven within the bounds of the rules, all that place or cancel orders, but for the plan', () => {
    const tally = { read: 0, unread: 0, beyond: 0, cancelled: 0, othersWork: 0 };
    for (const trade of trades) {
      // Three are of the service that carries out a recurring order: they have another purpose than their user's.
      if (trade.intent.kind === 'any') {
        tally.othersWork += 1;
        continue;
      }
      const { proof, objections } = prove(questionOf(trade));
      // The plan: 3.9 ADA for each trade, and 7.4 ADA set aside, are more than the rules allow.
      if (trade.intent.kind === 'dca') {
        expect(objections.map(({ code }) => code)).toEqual(['gone-beyond', 'locked-beyond', 'cost-beyond']);
        tally.beyond += 1;
        continue;
      }
      expect(objections, trade.expected.hash).toEqual([]);
      if (trade.intent.kind === 'cancel') tally.cancelled += 1;
      else tally[proof?.ordersRead ? 'read' : 'unread'] += 1;
      expect(proof?.others).toBe(trade.intent.kind === 'cancel' ? 0n : trade.serviceFee);
      expect(proof?.bodyHash).toBe(trade.expected.hash);
    }
    expect(tally).toEqual({ read: 55, unread: 2, beyond: 1, cancelled: 3, othersWork: 3 });
  });

  it('are not proven once the least is one unit more, or the network fee bound one lovelace less', () => {
    let tried = 0;
    for (const trade of trades.filter(({ intent }) => intent.kind === 'swap')) {
      const question = questionOf(trade);
      const { proof } = prove(question);
      const [agreed] = question.agreement.transactions;
      if (!proof?.ordersRead || !agreed || agreed.task.kind !== 'swap') continue;
      tried += 1;
      const more = { ...agreed.task, atLeast: agreed.task.atLeast + 1n };
      const codes = (agreement: ProofInput['agreement']) =>
        prove({ ...question, agreement }).objections.map(({ code }) => code);
      expect(codes(agreementOn(more, { network: 'mainnet' }))).toEqual(['back-below']);
      const cheaper = agreementOn(agreed.task, { network: 'mainnet' }, { networkFee: proof.networkFee - 1n });
      expect(codes(cheaper)).toEqual(['fee-beyond']);
    }
    expect(tried).toBeGreaterThan(50);
  });
});

/** The trade with inputs made up so that it balances, and what its own orders enforce as the agreement. */
function questionOf(trade: RealTrade): ProofInput {
  const tx = readTransaction(trade.cbor);
  const own = trade.account.addresses[0] ?? '';
  const stakes = trade.account.addresses.flatMap((address) => {
    const { stake } = holderOfText(address);
    return stake.kind === 'key' ? [stake.hash] : [];
  });
  const account = {
    paymentKeyHashes: new Set([
      ...trade.account.paymentKeyHashes,
      ...trade.account.addresses.map((address) => holderOfText(address).hash),
    ]),
    stakeKeyHashes: new Set(stakes),
  };
  const total = sumValues([...tx.outputs.map(({ value }) => value), lovelace(tx.fee)]);
  const shared = {
    cbor: trade.cbor,
    at: 0,
    claims: {},
    account,
    parents: new Map(),
    scripts: mainnetProofScripts,
  };
  if (trade.intent.kind === 'cancel') return cancelQuestion(trade.intent.orders, tx, total, own, shared);
  const attested = new Map(
    tx.inputs.map((name, at): [string, AttestedOutput] => [
      name,
      { address: own, value: at === 0 ? total : new Map() },
    ]),
  );
  const draft = { ...shared, attested, agreement: agreementOn(taskOf(trade, 0n), { network: 'mainnet' }) };
  const [agreed] = draft.agreement.transactions;
  if (!agreed) throw new Error('nothing was agreed');
  const least = surveyOf(draft, agreed, tx).orders.reduce((sum, { terms }) => sum + (terms?.least ?? 0n), 0n);
  return { ...draft, agreement: agreementOn(taskOf(trade, least), { network: 'mainnet' }) };
}

function taskOf({ intent }: RealTrade, least: bigint): Task {
  if (intent.kind !== 'swap' && intent.kind !== 'dca') throw new Error('no trade');
  const pay = { asset: assetOf(intent.tokenIn), quantity: quantity(BigInt(intent.amountIn)) };
  const receive = assetOf(intent.tokenOut);
  if (intent.kind === 'swap')
    return { kind: 'swap', pay, receive, expected: least, atLeast: least, slippageBps: 100 };
  return {
    kind: 'dca',
    pay,
    receive,
    interval: '1hour',
    cycles: 10,
    amountPerCycle: pay.quantity / 10n,
    slippageBps: 100,
  };
}

/** The orders hold all that comes back; whoever else takes part puts in what they take out again. */
function cancelQuestion(
  orders: readonly string[],
  tx: RawTransaction,
  total: Value,
  own: string,
  shared: Omit<ProofInput, 'attested' | 'agreement'>,
): ProofInput {
  const names = tx.inputs.filter((name) => orders.includes(name));
  const attested = new Map<string, AttestedOutput>();
  for (const name of [...tx.inputs, ...tx.collateral])
    attested.set(name, { address: names.includes(name) ? ORDER_ADDRESS : own, value: new Map() });
  const [first = ''] = names;
  const [put] = tx.collateral;
  const risked = sumValues([tx.collateralReturn?.value ?? new Map(), lovelace(tx.totalCollateral ?? 0n)]);
  const spends = put !== undefined && tx.inputs.includes(put);
  // Collateral that nothing is returned of is the service's, which signs too.
  const stranger = holderOfText(`61${'e1'.repeat(28)}`).text;
  if (put !== undefined) attested.set(put, { address: tx.collateralReturn ? own : stranger, value: risked });
  const holds = spends ? subtractValues(total, risked) : total;
  attested.set(first, { address: ORDER_ADDRESS, value: holds });
  const task: Task = { kind: 'cancel', orders: names, holds };
  return { ...shared, attested, agreement: agreementOn(task, { network: 'mainnet' }) };
}

function assetOf(unit: string): AssetId {
  return parseAssetId(unit) ?? ADA;
}

function lovelace(amount: bigint): Value {
  return valueOf({ asset: ADA, quantity: quantity(amount) });
}
