import type { Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../src-main/cardano/address.ts';
import type { OrderDatum } from '../../src-main/practice/orders/datum.ts';
import { editParts, withBodyField, withMapEntry, withRepeatedField } from './edit-cbor.ts';
import {
  BYSTANDER,
  frankenAddress,
  GEM,
  myAddress,
  ORDER_SCRIPT,
  STRANGER,
  strangerAddress,
  strangersSignature,
  TIP,
  writeDraft,
  type Draft,
  type DraftOutput,
  type GoodTrade,
} from './good-trade.ts';

/** A change to a good trade that could cost its owner, or that no honest builder makes, and the rule that must see it. */
export interface Attack {
  readonly name: string;
  /** Rule ids of which one at least must block or, for `warn`, must ask; `decode` when it must not even be read. */
  readonly caughtBy: readonly string[];
  readonly severity: 'block' | 'warn' | 'decode';
  readonly make: (trade: GoodTrade) => string;
}

const STOLEN = 5_000_000n;

/** Every attack; each keeps the sums right where that is possible, so that it is found for what it is. */
export const attacks: readonly Attack[] = [
  block(
    'change goes to a stranger',
    ['V3'],
    draft((d) => withOutput(d, last(d), (o) => ({ ...o, address: strangerAddress }))),
  ),
  block(
    'part of the change goes to a stranger',
    ['V3'],
    draft((d) => divert(d, last(d), strangerAddress)),
  ),
  block(
    'a token of the change goes to a stranger',
    ['V1'],
    draft((d) => divertToken(d, strangerAddress)),
  ),
  block(
    'a token of the change goes into an order',
    ['V2'],
    draft((d) => divertTokenIntoOrder(d)),
  ),
  block(
    'change goes to a foreign stake part',
    ['V4'],
    draft((d) => withOutput(d, last(d), (o) => ({ ...o, address: frankenAddress }))),
  ),
  block('change goes to another network', ['F6'], (t) => withAddressNibble(t.input.cbor)),
  block(
    'part of an order goes to a stranger',
    ['V2'],
    draft((d) => divert(d, 0, strangerAddress)),
  ),
  block(
    'an order goes to an unknown script',
    ['V9'],
    draft((d) => withOutput(d, 0, (o) => ({ ...o, address: unknownScript }))),
  ),
  warn(
    'an order lies at a foreign stake part',
    ['V8'],
    draft((d) => withOutput(d, 0, (o) => ({ ...o, address: foreignStakeOrder }))),
  ),
  block(
    'an order has no datum',
    ['V6'],
    draft((d) => withOutput(d, 0, ({ address, value }) => ({ address, value }))),
  ),
  block('an order pays a stranger', ['V6'], datum({ ownerPaymentKeyHash: STRANGER })),
  block('an order pays to a foreign stake part', ['V6'], datum({ ownerStakeKeyHash: STRANGER })),
  warn('an order pays to no stake part', ['V6'], datum({ ownerStakeKeyHash: undefined })),
  block(
    'an order enforces one unit less',
    ['V7'],
    datum((d) => ({ minimumReceived: d.minimumReceived - 1n })),
  ),
  block('an order enforces nothing', ['V7'], datum({ minimumReceived: 0n })),
  block('an order buys another token', ['V7'], datum({ wanted: BYSTANDER })),
  block(
    'an order lets the batcher take what is sold',
    ['V2'],
    datum((d) => ({ batcherFee: d.batcherFee + STOLEN })),
  ),
  block(
    'an order calls what is sold a deposit',
    ['V2'],
    datum((d) => ({ deposit: d.deposit + STOLEN })),
  ),
  warn(
    'an order claims less fee than it holds',
    ['V2'],
    datum((d) => ({ batcherFee: d.batcherFee - 1n })),
  ),
  block('the fee of every order is raised, taken from change', ['V2'], draft(raiseBatcherFees)),
  block(
    'an order in a form that is not understood',
    ['V6'],
    draft((d) => withOutput(d, 0, (o) => raw(o, 'd87980'))),
  ),
  block(
    'an unknown form names me and a stranger',
    ['V6'],
    draft((d) => withOutput(d, 0, (o) => raw(o, namesBoth(o)))),
  ),
  block(
    'more is sold than accepted',
    ['V2'],
    draft((d) => moveValue(d, last(d), 0, STOLEN)),
  ),
  block(
    'less is sold than accepted',
    ['V2'],
    draft((d) => moveValue(d, 0, last(d), STOLEN)),
  ),
  block(
    'no order at all',
    ['V2'],
    draft((d) => ({ ...d, outputs: [merged(d)] })),
  ),
  block(
    'all goes to the fee',
    ['D2'],
    draft((d) => ({ ...d, outputs: [] })),
  ),
  block(
    'a fee of 3 ADA taken from change',
    ['F5'],
    draft((d) => raiseFee(d, 3_000_000n)),
  ),
  warn(
    'a fee of 1.1 ADA taken from change',
    ['F5'],
    draft((d) => raiseFee(d, 1_100_000n)),
  ),
  warn(
    'a fee of three times the least',
    ['F5'],
    draft((d) => raiseFee(d, 700_000n)),
  ),
  block(
    'a fee beyond the sums',
    ['R3'],
    draft((d) => ({ ...d, fee: d.fee + 1n })),
  ),
  block(
    'an output beyond the sums',
    ['R3'],
    draft((d) => ({
      ...d,
      outputs: [...d.outputs, { address: myAddress, value: new Map([[ADA, STOLEN]]) }],
    })),
  ),
  block(
    'an input that the ledger does not know',
    ['R1'],
    draft((d) => ({ ...d, inputs: [...d.inputs, `${'0e'.repeat(32)}#0`] })),
  ),
  block(
    'an input left out',
    ['R3'],
    draft((d) => ({ ...d, inputs: d.inputs.slice(0, 1) })),
  ),
  block('the same input twice', ['D7'], (t) =>
    withBodyField(t.input.cbor, 0, inputList([...t.draft.inputs, ...t.draft.inputs])),
  ),
  block('an input is also a reference input', ['D7'], (t) =>
    withBodyField(t.input.cbor, 18, inputList(t.draft.inputs.slice(0, 1))),
  ),
  block(
    'an output stores a script',
    ['F9'],
    draft((d) => withOutput(d, last(d), (o) => ({ ...o, script: true }))),
  ),
  block(
    'an output holds no ADA',
    ['V5'],
    draft((d) => dust(d)),
  ),
  block('a stake registration', ['F1'], field(4, `818200 8200581c${'22'.repeat(28)}`)),
  block(
    'a delegation under tag 258',
    ['F1'],
    field(4, `d901028183028200581c${'22'.repeat(28)}581c${'44'.repeat(28)}`),
  ),
  block('a vote', ['F1'], field(19, `a18202581c${'22'.repeat(28)}a1825820${'01'.repeat(32)}00 8201f6`)),
  block('a treasury value', ['F1'], field(21, '01')),
  block('a donation', ['F1'], field(22, '1a004c4b40')),
  block('a withdrawal of my rewards', ['F2'], (t) =>
    withBodyField(t.input.cbor, 5, `a1581de0${stakeOf(t)}1a004c4b40`),
  ),
  block("a withdrawal of someone's zero rewards", ['F2'], field(5, `a1581df0${'66'.repeat(28)}00`)),
  block('a mint', ['F3'], field(9, `a1581c${'7e'.repeat(28)}a14347454d01`)),
  block('a burn of my tokens', ['F3'], field(9, `a1581c${'7e'.repeat(28)}a14347454d20`)),
  block('collateral of mine without a return', ['F4'], (t) =>
    withBodyField(t.input.cbor, 13, inputList(t.draft.inputs.slice(0, 1))),
  ),
  block('collateral of mine that returns to a stranger', ['F4'], collateralToStranger),
  block(
    'the main network',
    ['F6'],
    draft((d) => ({ ...d, networkId: 1 })),
  ),
  block(
    'already expired',
    ['F7'],
    draft((d) => ({ ...d, validFrom: BigInt(TIP - 100), validUntil: BigInt(TIP) })),
  ),
  block(
    'valid for two days',
    ['F7'],
    draft((d) => ({ ...d, validUntil: BigInt(TIP + 172_800) })),
  ),
  warn(
    'valid for three hours',
    ['F7'],
    draft((d) => ({ ...d, validUntil: BigInt(TIP + 10_800) })),
  ),
  warn(
    'valid for ever',
    ['F7'],
    draft(({ validUntil: _, ...d }) => d),
  ),
  warn(
    'valid only later',
    ['F7'],
    draft((d) => ({ ...d, validFrom: BigInt(TIP + 600) })),
  ),
  warn(
    'a stranger must sign too',
    ['F8'],
    draft((d) => ({ ...d, requiredSigners: [...d.requiredSigners, STRANGER] })),
  ),
  block('marked as failing', ['D5'], (t) => editParts(t.input.cbor, () => ({ isValid: 'f4' }))),
  block('attached data without a hash', ['D6'], (t) =>
    editParts(t.input.cbor, () => ({ auxiliary: 'a11902a2a1636d7367816474657374' })),
  ),
  block('a hash without attached data', ['D6'], field(7, `5820${'77'.repeat(32)}`)),
  warn('a signature of mine before I signed', ['D8'], (t) =>
    editParts(t.input.cbor, () => ({ witnesses: t.sign(t.input.cbor) })),
  ),
  block("a stranger's wrong signature", ['D8'], (t) =>
    editParts(t.input.cbor, () => ({ witnesses: strangersSignature(goodOther(t)) })),
  ),
  block('a token quantity of zero', ['D2', 'D3'], (t) => withZeroToken(t)),
  decode('an unknown field of a later era', field(23, '80')),
  decode('an unknown field 10', field(10, '00')),
  decode('a field twice', (t) => withRepeatedField(t.input.cbor, 2)),
  decode('bytes after the end', (t) => `${t.input.cbor}00`),
  decode('a fifth item', (t) => `85${t.input.cbor.slice(2)}f6`),
  decode('three items', (t) => `83${t.input.cbor.slice(2, -4)}f6`),
  decode('an indefinite outer list', (t) => `9f${t.input.cbor.slice(2)}ff`),
  decode('an unknown kind of witness', (t) =>
    editParts(t.input.cbor, ({ witnesses }) => ({ witnesses: withMapEntry(witnesses, 9, '80') })),
  ),
  decode('cut short', (t) => t.input.cbor.slice(0, -2)),
  decode('not hexadecimal', (t) => `${t.input.cbor}zz`),
  decode('nothing', () => ''),
];

function block(name: string, caughtBy: readonly string[], make: Attack['make']): Attack {
  return { name, caughtBy, severity: 'block', make };
}

function warn(name: string, caughtBy: readonly string[], make: Attack['make']): Attack {
  return { name, caughtBy, severity: 'warn', make };
}

function decode(name: string, make: Attack['make']): Attack {
  return { name, caughtBy: [], severity: 'decode', make };
}

function draft(change: (draft: Draft) => Draft): Attack['make'] {
  return (trade) => writeDraft(change(trade.draft));
}

function datum(change: Partial<OrderDatum> | ((datum: OrderDatum) => Partial<OrderDatum>)): Attack['make'] {
  return draft((d) =>
    withOutput(d, 0, (output) => {
      if (!output.datum) throw new Error('the first output is an order');
      const changed = typeof change === 'function' ? change(output.datum) : change;
      return { ...output, datum: { ...output.datum, ...changed } };
    }),
  );
}

function field(key: number, valueHex: string): Attack['make'] {
  return (trade) => withBodyField(trade.input.cbor, key, valueHex.replaceAll(' ', ''));
}

function last(d: Draft): number {
  return d.outputs.length - 1;
}

function withOutput(d: Draft, index: number, change: (output: DraftOutput) => DraftOutput): Draft {
  return { ...d, outputs: d.outputs.map((output, at) => (at === index ? change(output) : output)) };
}

function plus(value: Value, asset: AssetId, quantity: bigint): Value {
  const changed = new Map(value);
  const held = (changed.get(asset) ?? 0n) + quantity;
  if (held === 0n) changed.delete(asset);
  else changed.set(asset, held);
  return changed;
}

function moveValue(d: Draft, from: number, to: number, quantity: bigint, asset = soldAsset(d)): Draft {
  const less = withOutput(d, from, (output) => ({
    ...output,
    value: plus(output.value, asset, -portion(asset, quantity)),
  }));
  return withOutput(less, to, (output) => ({
    ...output,
    value: plus(output.value, asset, portion(asset, quantity)),
  }));
}

function portion(asset: AssetId, quantity: bigint): bigint {
  return asset === ADA ? quantity : quantity / 1_000n;
}

/** GEM is sold when an order holds it. */
function soldAsset(d: Draft): AssetId {
  return d.outputs[0]?.value.has(GEM) ? GEM : ADA;
}

function divert(d: Draft, from: number, address: string): Draft {
  const taken = from === 0 ? 1_500_000n : STOLEN;
  const less = withOutput(d, from, (output) => ({ ...output, value: plus(output.value, ADA, -taken) }));
  return { ...less, outputs: [...less.outputs, { address, value: new Map([[ADA, taken]]) }] };
}

function divertToken(d: Draft, address: string): Draft {
  const less = withOutput(d, last(d), (output) => ({
    ...output,
    value: plus(plus(output.value, BYSTANDER, -1n), ADA, -2_000_000n),
  }));
  return {
    ...less,
    outputs: [
      ...less.outputs,
      {
        address,
        value: new Map([
          [ADA, 2_000_000n],
          [BYSTANDER, 1n],
        ]),
      },
    ],
  };
}

function divertTokenIntoOrder(d: Draft): Draft {
  const less = withOutput(d, last(d), (output) => ({ ...output, value: plus(output.value, BYSTANDER, -1n) }));
  return withOutput(less, 0, (output) => ({ ...output, value: plus(output.value, BYSTANDER, 1n) }));
}

function raiseBatcherFees(d: Draft): Draft {
  const orders = d.outputs.filter((output) => output.datum).length;
  const raised = d.outputs.map((output) =>
    output.datum
      ? {
          ...output,
          value: plus(output.value, ADA, STOLEN),
          datum: { ...output.datum, batcherFee: output.datum.batcherFee + STOLEN },
        }
      : { ...output, value: plus(output.value, ADA, -STOLEN * BigInt(orders)) },
  );
  return { ...d, outputs: raised };
}

function raiseFee(d: Draft, fee: bigint): Draft {
  const changed = withOutput(d, last(d), (output) => ({
    ...output,
    value: plus(output.value, ADA, d.fee - fee),
  }));
  return { ...changed, fee };
}

function dust(d: Draft): Draft {
  const less = withOutput(d, last(d), (output) => ({ ...output, value: plus(output.value, ADA, -1n) }));
  return { ...less, outputs: [...less.outputs, { address: myAddress, value: new Map([[ADA, 1n]]) }] };
}

function merged(d: Draft): DraftOutput {
  const value = new Map<AssetId, bigint>();
  for (const output of d.outputs)
    for (const [asset, held] of output.value) value.set(asset, (value.get(asset) ?? 0n) + held);
  return { address: myAddress, value };
}

function raw({ address, value }: DraftOutput, rawDatum: string): DraftOutput {
  return { address, value, rawDatum };
}

function namesBoth(output: DraftOutput): string {
  return `9f581c${output.datum?.ownerPaymentKeyHash ?? ''}581c${STRANGER}ff`;
}

const foreignStakeOrder = formatAddress(
  addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }, { kind: 'key', hash: STRANGER }),
);

const unknownScript = formatAddress(addressOf(0, { kind: 'script', hash: '99'.repeat(28) }));

function inputList(references: readonly string[]): string {
  const items = references.map((reference) => {
    const [hash = '', index = '0'] = reference.split('#');
    return `825820${hash}${Number(index).toString(16).padStart(2, '0')}`;
  });
  return `8${references.length}${items.join('')}`;
}

function stakeOf(trade: GoodTrade): string {
  const [stake = ''] = trade.input.own.stakeKeyHashes;
  return stake;
}

function collateralToStranger(trade: GoodTrade): string {
  const inputs = inputList(trade.draft.inputs.slice(0, 1));
  const address = `583900${STRANGER}${STRANGER}`;
  const returned = `82${address}1a23000000`;
  const withInputs = withBodyField(trade.input.cbor, 13, inputs);
  return withBodyField(withBodyField(withInputs, 16, returned), 17, '1a004c4b40');
}

/** The change address with network nibble 3. */
function withAddressNibble(cbor: string): string {
  const at = cbor.lastIndexOf('583900');
  return `${cbor.slice(0, at)}583903${cbor.slice(at + 6)}`;
}

function withZeroToken(trade: GoodTrade): string {
  const { cbor } = trade.input;
  const own = `a1444b4545501b8000000000000000`;
  return cbor.replace(own, `a2444b4545501b8000000000000000424e4f00`);
}

function goodOther(trade: GoodTrade): string {
  return writeDraft({ ...trade.draft, fee: trade.draft.fee + 1n });
}
