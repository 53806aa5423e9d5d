import list from '../../resources/order-scripts.json' with { type: 'json' };
import { quantity, sumValues, valueOf, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import { slot } from '#domain/time.ts';
import { baseAddress, formatAddress } from '../../src-main/cardano/address.ts';
import { scanCbor, type CborItem } from '../../src-main/cardano/cbor-scanner.ts';
import { hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import { networkScripts } from '../../src-main/exchanges/known-scripts.ts';
import { decodeTransaction, type Transaction } from '../../src-main/cardano/transaction.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import type { TradeTerms } from '../../src-main/inspect/terms.ts';
import { mainnetProofScripts } from './proving.ts';
import { transactions } from './vectors.ts';

export const PLAN_SCRIPT = '97f1732964905b3c71d12163968814ac5f3be77abc94830a84d32cf9';
export const SNEK = '279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f534e454b' as AssetId;
export const PLANNER = '5fb2a54928934d74aa1b896151c9cbb7f00630ebe9f4f34d1397a4e8';
export const PLANNER_STAKE = 'eca3e592896a6541fb0ddf6e20e947b9558324138382671d1e6c92b3';
/** The slot of the block that the plan is in. */
const PLACED_AT = 149_543_537;

export const mainnetScripts = networkScripts('mainnet', list) ?? new Map<string, never>();

/** The real transaction (hex) that creates a plan, and the three that each carry out a trade of another one. */
export const CREATE = realTx('80532ec8');
export const EXECUTES = ['71ca2caa', '1197893f', 'f47dfb47'].map(realTx);

function realTx(start: string): string {
  const found = transactions('conway-blocks.jsonl').find(({ hash }) => hash.startsWith(start));
  if (!found) throw new Error(`no transaction ${start}`);
  return found.cbor;
}

/** 1,000,001 SNEK for ADA, in ten trades, one an hour: the owner's request, going by the plan. */
export const planWish: TradeTerms = {
  kind: 'dca',
  pay: { asset: SNEK, quantity: quantity(1_000_001n) },
  receive: ADA,
  cycles: 10,
  recurring: { interval: dcaInterval('1hour'), cycles: 10, amountPerCycle: 100_000n, slippageBps: 100 },
};

/** Lovelace that the real plan holds, and its fee for each trade, as they are written in the bytes. */
const HELD = '1a06be8060';
const FEE = '1a003bbc30';
const HELD_CHEAP = '1a02ebae40';
const CHEAP_FEE = '1a0016e360';

/** The real plan with 1.5 ADA for each trade and 3.4 ADA set aside for it: within the bounds of the app's own rules. */
export const CHEAP_PLAN = replaced(replaced(CREATE, HELD, HELD_CHEAP), FEE, CHEAP_FEE);

/** The plan `CHEAP_PLAN` with nothing but so much lovelace in it. */
export function holdingAda(cbor: string, lovelace: bigint): string {
  const tokens = 'a1581c279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3fa144534e454b1a000f4241';
  const value = `82${HELD_CHEAP}${tokens}`;
  const parts = cbor.split(value);
  if (parts.length !== 2) throw new Error('the plan holds something else');
  return parts.join(`1a${lovelace.toString(16).padStart(8, '0')}`);
}

/** `cbor` (hex) with the one place that has `what` changed to something of the same length. */
function replaced(cbor: string, what: string, by: string): string {
  const parts = cbor.split(what);
  if (parts.length !== 2 || what.length !== by.length)
    throw new Error(`${what} occurs ${parts.length - 1} times`);
  return parts.join(by);
}

export function decodedTx(cbor: string): Transaction {
  const tx = decodeTransaction(cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return tx.value;
}

/** The transaction with nothing in its witness set, as a service would hand it over. */
function withoutWitnesses(cbor: string): string {
  const scanned = scanCbor(hexBytes(cbor));
  const witnesses = scanned.ok && scanned.value.kind === 'array' ? scanned.value.items[1] : undefined;
  if (!witnesses) throw new Error('no transaction');
  return `${cbor.slice(0, witnesses.start * 2)}a0${cbor.slice(witnesses.end * 2)}`;
}

/** The datum (hex) of the plan that a transaction makes. */
export function planDatum(cbor: string): string {
  const output = decodedTx(cbor).body.outputs.find(
    ({ addressBytes }) => toHex(addressBytes.subarray(1, 29)) === PLAN_SCRIPT,
  );
  if (output?.datum.kind !== 'inline') throw new Error('no plan');
  return output.datum.hex;
}

/** The transaction with another datum (hex) in its plan. */
export function withDatum(cbor: string, datum: string): string {
  const wrapped = (hex: string): string => `59${(hex.length / 2).toString(16).padStart(4, '0')}${hex}`;
  const parts = cbor.split(wrapped(planDatum(cbor)));
  if (parts.length !== 2) throw new Error('the datum is not where it should be');
  return parts.join(wrapped(datum));
}

/** A datum (hex) with other bytes (hex) for the part at a path of fields and list items. */
export function edited(datum: string, path: readonly number[], by: (hex: string) => string): string {
  const scanned = scanCbor(hexBytes(datum));
  if (!scanned.ok) throw new Error(scanned.failure);
  const found = path.reduce<CborItem>((item, at) => {
    const list = item.kind === 'tag' ? item.content : item;
    const part = list.kind === 'array' ? list.items[at] : undefined;
    if (!part) throw new Error(`nothing at ${path.join('/')}`);
    return part;
  }, scanned.value);
  const [start, end] = [found.start * 2, found.end * 2];
  return datum.slice(0, start) + by(datum.slice(start, end)) + datum.slice(end);
}

/** A question about a transaction of the plan's owner, whose inputs are made up so that it balances. */
export function planQuestion(cbor: string, terms: TradeTerms = planWish): InspectionInput {
  const unsigned = withoutWitnesses(cbor);
  const { body } = decodedTx(unsigned);
  const address = formatAddress(baseAddress(1, PLANNER, PLANNER_STAKE));
  const fee = valueOf({ asset: ADA, quantity: quantity(body.fee) });
  const whole = sumValues([...body.outputs.map(({ value }) => value), fee]);
  const nothing: Value = new Map();
  return {
    cbor: unsigned,
    terms,
    subject: 'quote-1',
    own: { paymentKeyHashes: new Set([PLANNER]), stakeKeyHashes: new Set([PLANNER_STAKE]) },
    resolved: new Map(
      body.inputs.map((name, at) => [
        name,
        { address, value: at === 0 ? whole : nothing, known: 'two-sources' as const },
      ]),
    ),
    missingInputs: 'block',
    network: 'mainnet',
    tipSlot: slot(PLACED_AT),
    parameters: { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 },
    scripts: { known: mainnetScripts, listed: mainnetProofScripts, complete: true },
    tokens: new Map([[SNEK, { ticker: 'SNEK', decimals: 0 }]]),
  };
}
