import { valuesEqual, type Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { readAgreement } from '../agreement/agreement-json.ts';
import { readOrder } from '../proof/order-terms.ts';
import type { OrderScripts } from '../proof/script-list.ts';
import type { OrderScript, Terms } from '../proof/terms.ts';
import type { RawTransaction } from '../proof/transaction.ts';
import { netOf, paymentKeyOf, readOutputs, sumOf, type ReadOutput } from './transaction.ts';
import type { SignedContent } from './receipt.ts';
import type { Checks } from './verdict.ts';

type Amounts = readonly { readonly asset: string; readonly quantity: string }[];

/** The parts of a summary that could be read again. */
export interface SummaryReach {
  readonly ordersRead: boolean;
}

/**
 * Compares the summary that was accepted with the transaction's bytes, decoded again: fee, validity, inputs, every
 * output with its value, the orders' owners and minimums where their form is known, and the net change by what
 * the receipt says of the inputs.
 */
export function verifySummary(
  content: SignedContent,
  tx: RawTransaction,
  scripts: OrderScripts | undefined,
  checks: Checks,
): SummaryReach {
  const own = new Set(content.account.paymentKeys);
  const outputs = readOutputs(tx);
  verifyFigures(content, tx, checks);
  verifyInputs(content, tx, own, checks);
  verifyOutputs(content, outputs, own, checks);
  verifyNet(content, outputs, own, checks);
  verifyConsents(content, checks);
  const ordersRead = verifyOrders(content, outputs, own, scripts, checks);
  return { ordersRead };
}

function verifyFigures({ effect }: SignedContent, tx: RawTransaction, checks: Checks): void {
  checks.hold(
    'fee',
    effect.networkFee === String(tx.fee),
    `The network fee is ${tx.fee} lovelace, as accepted.`,
    `The transaction pays ${tx.fee} lovelace to the network, the receipt says ${effect.networkFee}.`,
  );
  const slots = [tx.validFrom, tx.validUntil].map((slot) => (slot === undefined ? null : Number(slot)));
  checks.hold(
    'validity',
    slots[0] === effect.validFrom && slots[1] === effect.validUntil,
    'The validity is as accepted.',
    'The transaction is valid in other slots than the receipt says.',
  );
}

function verifyInputs(
  { inputs, signers }: SignedContent,
  tx: RawTransaction,
  own: ReadonlySet<string>,
  checks: Checks,
): void {
  checks.hold(
    'inputs',
    sameList(
      inputs.map(({ reference }) => reference),
      tx.inputs,
    ),
    `It spends the ${tx.inputs.length} inputs that the receipt names.`,
    'The transaction spends other inputs than the receipt names.',
  );
  const guarded = inputs.every((input) => input.own === own.has(paymentKeyOf(input.address) ?? ''));
  const signed = inputs.every((input) => {
    const key = paymentKeyOf(input.address);
    return !input.own || (key !== undefined && signers.own.includes(key));
  });
  checks.hold(
    'own-keys',
    guarded && signed,
    'The inputs said to be the account’s are guarded by its keys, and these have signed.',
    'An input said to be the account’s is guarded by another key, or its key has not signed.',
  );
}

/** Every output is listed once: as an order, as a payment to others, or it returns to the account. */
function verifyOutputs(
  { effect }: SignedContent,
  outputs: readonly ReadOutput[],
  own: ReadonlySet<string>,
  checks: Checks,
): void {
  const listed = (list: readonly { index: number; address: string; value: Amounts }[]): string[] =>
    list.map(({ index, address, value }) => `${index} ${address} ${valueText(valueOf(value))}`);
  const read = (list: readonly ReadOutput[]): string[] =>
    list.map(({ index, address, value }) => `${index} ${address} ${valueText(value)}`);
  checks.hold(
    'orders',
    sameList(listed(effect.orders), read(outputs.filter(({ script }) => script !== undefined))),
    `The orders and what they hold are as accepted (${effect.orders.length}).`,
    'The transaction places other orders than the receipt says.',
  );
  checks.hold(
    'recipients',
    sameList(listed(effect.recipients), read(outputs.filter((output) => isForeign(output, own)))),
    `Payments to others are as accepted (${effect.recipients.length}).`,
    'The transaction pays others than the receipt says.',
  );
}

function verifyNet(
  { effect, inputs }: SignedContent,
  outputs: readonly ReadOutput[],
  own: ReadonlySet<string>,
  checks: Checks,
): void {
  const returned = sumOf(
    outputs.filter(({ key }) => key !== undefined && own.has(key)).map(({ value }) => value),
  );
  checks.hold(
    'change',
    valuesEqual(returned, valueOf(effect.change)),
    'What returns to the account is as accepted.',
    'Something else returns to the account than the receipt says.',
  );
  const spent = sumOf(inputs.filter((input) => input.own).map(({ value }) => valueOf(value)));
  checks.hold(
    'net-change',
    valuesEqual(netOf(returned, spent), valueOf(effect.net)),
    'The net change of the account follows from the inputs and outputs.',
    'The net change of the account is not what the inputs and outputs add up to.',
  );
}

function verifyConsents({ accepted }: SignedContent, checks: Checks): void {
  const open = accepted.findings.find(
    ({ severity, consented }) => severity === 'block' || (severity === 'warn') !== consented,
  );
  checks.hold(
    'consents',
    open === undefined,
    'Nothing blocked it, and each warning was consented to.',
    `Rule ${open?.rule ?? ''} blocked it, or what it warned of was not consented to.`,
  );
}

/** Returns whether the terms of every order could be read. */
function verifyOrders(
  content: SignedContent,
  outputs: readonly ReadOutput[],
  own: ReadonlySet<string>,
  scripts: OrderScripts | undefined,
  checks: Checks,
): boolean {
  const { effect } = content;
  const [pay, receive] = tradedIn(content);
  const traded = pay === undefined || receive === undefined ? [] : [pay, receive];
  let all = true;
  let minimum: bigint | undefined = 0n;
  const sums = { fees: 0n, deposits: 0n, stated: true };
  for (const order of effect.orders) {
    const output = outputs[order.index];
    const script = scriptOf(order.form, output?.script, scripts);
    const terms =
      output?.datum === undefined || !script
        ? undefined
        : readOrder(output.datum, script, traded, output.value);
    if (!terms) {
      all = false;
      minimum = undefined;
      sums.stated = false;
      // A form that this version knows must be able to read what it was read in.
      if (script) failOrder(order.index, 'its datum cannot be read in the form named', checks);
      continue;
    }
    verifyTerms(order, terms, own, checks);
    if (minimum !== undefined && terms.wanted === receive) minimum += terms.least;
    sums.fees += terms.fee ?? 0n;
    sums.deposits += terms.deposit ?? 0n;
    if (terms.fee === undefined || terms.deposit === undefined) sums.stated = false;
  }
  if (minimum !== undefined && effect.orders.length > 0 && effect.minimumReceived !== null)
    checks.hold(
      'minimum-received',
      String(minimum) === effect.minimumReceived,
      `The orders together enforce at least ${minimum} base units.`,
      `The orders together enforce ${minimum} base units, the receipt says ${effect.minimumReceived}.`,
    );
  if (sums.stated)
    checks.hold(
      'order-costs',
      String(sums.fees) === effect.exchangeFees && String(sums.deposits) === effect.deposits,
      'Exchange fees and deposits are those of the orders.',
      'Exchange fees or deposits differ from what the orders state.',
    );
  return all;
}

/** The assets paid and bought: from the quote, or offline, where there is none, from the agreement. */
function tradedIn({ quote, agreed }: SignedContent): readonly [AssetId, AssetId] | readonly [] {
  if (quote) return [quote.pay.asset as AssetId, quote.receive as AssetId];
  const task = readAgreement(agreed.agreement)?.transactions[agreed.place]?.task;
  return task === undefined || task.kind === 'cancel' || task.kind === 'send'
    ? []
    : [task.pay.asset, task.receive];
}

function verifyTerms(
  order: SignedContent['effect']['orders'][number],
  terms: Terms,
  own: ReadonlySet<string>,
  checks: Checks,
): void {
  const same =
    order.owner === terms.owner &&
    order.ownerStake === (terms.ownerStake ?? null) &&
    order.wanted === (terms.wanted ?? null) &&
    order.minimumReceived === String(terms.least);
  checks.hold(
    'order-terms',
    same,
    `Order ${order.index}: owner, asset wanted and minimum are as accepted.`,
    `Order ${order.index}: owner, asset wanted or minimum differ from what the receipt says.`,
  );
  checks.hold(
    'order-owner',
    !terms.byScript && own.has(terms.owner),
    `Order ${order.index} pays a key of the account.`,
    `Order ${order.index} pays a key that is not the account's.`,
  );
}

function failOrder(index: number, why: string, checks: Checks): void {
  checks.hold('order-terms', false, '', `Order ${index}: ${why}.`);
}

/** The script that a receipt says its order was read by. Practice's orders are read on whatever script they are. */
function scriptOf(
  form: string | null,
  hash: string | undefined,
  scripts: OrderScripts | undefined,
): OrderScript | undefined {
  if (form === null || hash === undefined) return undefined;
  const known = scripts?.get(hash);
  if (known?.form === form) return known;
  return form === PRACTICE ? { exchange: PRACTICE, form } : undefined;
}

const PRACTICE = 'practice';

function isForeign({ script, key }: ReadOutput, own: ReadonlySet<string>): boolean {
  return script === undefined && (key === undefined || !own.has(key));
}

function valueOf(amounts: Amounts): Value {
  const value = new Map<AssetId, bigint>();
  for (const { asset, quantity } of amounts) {
    const sum = (value.get(asset as AssetId) ?? 0n) + BigInt(quantity);
    if (sum !== 0n) value.set(asset as AssetId, sum);
  }
  return value;
}

function valueText(value: Value): string {
  return Array.from(value, ([asset, quantity]) => `${asset} ${quantity}`)
    .toSorted()
    .join(', ');
}

/** The same texts, in whatever order. */
function sameList(left: readonly string[], right: readonly string[]): boolean {
  const sorted = right.toSorted();
  return left.length === right.length && left.toSorted().every((item, at) => item === sorted[at]);
}
