import { sumValues, valuesEqual } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import { looksAlike } from '#domain/words/look-alikes.ts';
import { quotedTicker, sameTicker } from '#domain/words/names.ts';
import type { AgreedToken, Agreement, Bounds, CancelTask, Task } from '../agreement/agreement.ts';
import { beyond, boundsOf, sumOfBounds } from '../agreement/bounds.ts';
import { parseAddress } from '../cardano/address.ts';
import { fewestSignatures, keysNamedTwice, mostSignatures } from '../cardano/native-script.ts';
import type { OwnScript } from '../cardano/own-script.ts';
import type { Transaction } from '../cardano/transaction.ts';
import type { ResolvedInputs } from '../cardano/resolution.ts';
import type { OwnKeys } from '../inspect/inspection-input.ts';
import type { Finding } from '../inspect/inspection.ts';
import { block, info, warn } from '../inspect/rule.ts';
import type { WiderPart } from '../inspect/words/bundle.en.ts';
import { sentence } from '../inspect/words/sentences.ts';
import { SHORTEST_VALIDITY_MS, type OfflineBundle } from './bundle.ts';
import { tokensBefore, type SignedRecord } from './signed-before.ts';

/** The signing machine's own knowledge: its keys, and its clock. */
interface Known {
  readonly own: OwnKeys;
  readonly now: EpochMs;
  /** Its earlier signatures, if it keeps a record of them. */
  readonly before?: SignedRecord;
}

/** Milliseconds by which clocks, blocks and the writing of a bundle may lie apart. */
const SPREAD_MS = 20 * 60_000;

/**
 * The faults of a bundle before any rule looks at its bytes. O1: the wallet; O2: bounds that these rules would not have
 * made; O3: names and decimals of tokens; O4: times; O5: the value that a cancellation gives back; O6: its
 * transactions. (O7, in `judge`: the record of earlier signatures.) `read`: the bundle's transactions, as far as they can be
 * read.
 */
export function objectionsTo(
  bundle: OfflineBundle,
  grounds: Known,
  proven: ResolvedInputs,
  read: readonly (Transaction | undefined)[],
): readonly Finding[] {
  const before = grounds.before === undefined || grounds.before === 'unreadable' ? [] : grounds.before;
  return [
    ...ofWallet(bundle, grounds),
    ...ofBounds(bundle.agreement),
    ...ofPayments(bundle.agreement),
    ...ofTokens(bundle.agreement, tokensBefore(before, bundle.network)),
    ...ofTimes(bundle, read, grounds.now),
    ...ofCancellations(bundle.agreement, bundle, proven),
    ...ofTransactions(bundle, read),
  ];
}

function ofWallet(
  { network, agreement, address }: OfflineBundle,
  { own }: Pick<Known, 'own'>,
): readonly Finding[] {
  const parsed = parseAddress(address);
  if (!parsed.ok) return [block('O1', sentence('O1-no-address', { why: parsed.failure }))];
  if (agreement.network !== network || (parsed.value.network === 1) !== (network === 'mainnet'))
    return [block('O1', sentence('O1-network'))];
  const { payment } = parsed.value;
  if (payment.kind === 'script') return ofScript(address, own.script);
  if (own.paymentKeyHashes.has(payment.hash)) return [];
  return [block('O1', sentence('O1-other-wallet', { address }))];
}

/** Anyone can make up a script that contains somebody's key and ask for a signature, so people compare the address. */
function ofScript(address: string, script: OwnScript | undefined): readonly Finding[] {
  if (!script) return [block('O1', sentence('O1-no-script', { address }))];
  if (script.signers.size === 0) return [block('O1', sentence('O1-no-signer', { address }))];
  const { size } = script.keys;
  const [fewest, most] = [fewestSignatures(script.script), mostSignatures(script.script)];
  const twice = keysNamedTwice(script.script).size;
  return [
    warn('O1', sentence('O1-several', { keys: size, here: script.signers.size, fewest, most, address })),
    ...(twice === 0 ? [] : [warn('O1', sentence('O1-named-twice', { keys: twice, fewest }))]),
  ];
}

/** The bounds follow from the task by the app's own rules: a bundle may have lower ones, by the user's own limits. */
function ofBounds({ transactions, whole }: Agreement): readonly Finding[] {
  const wider = transactions.flatMap(({ task, bounds }, at) => {
    const what = widerPart(bounds, boundsOf(task));
    return what === undefined ? [] : [{ part: what, at: at + 1 }];
  });
  const sum = sumOfBounds(transactions.map(({ bounds }) => bounds));
  const inAll = widerPart(whole, sum);
  const parts = inAll === undefined ? wider : [...wider, { part: inAll }];
  // The figures for the whole read as a promise, but each transaction is only held to its own bounds.
  const promised = widerPart(sum, whole);
  return [
    ...parts.map((part) => block('O2', sentence('O2-wider', part))),
    ...(promised === undefined ? [] : [block('O2', sentence('O2-promises', { part: promised }))]),
  ];
}

/** A payment is agreed to alone here: next to others, its recipient would be one line among many. */
function ofPayments({ transactions }: Agreement): readonly Finding[] {
  const payments = transactions.filter(({ task }) => task.kind === 'send').length;
  return payments === 0 || transactions.length === 1 ? [] : [block('O2', sentence('O2-payment'))];
}

function widerPart(stated: Bounds, most: Bounds): WiderPart | undefined {
  if (beyond(stated.gone, most.gone).size > 0) return 'gone';
  if (beyond(stated.locked, most.locked).size > 0) return 'locked';
  if (beyond(most.back, stated.back).size > 0) return 'back';
  if (stated.others > most.others) return 'others';
  if (stated.networkFee > most.networkFee) return 'network-fee';
  return stated.cost > most.cost ? 'cost' : undefined;
}

/** The assets that a task names. */
export function assetsOf(task: Task): readonly AssetId[] {
  if (task.kind === 'cancel') return [...task.holds.keys()];
  return task.kind === 'send' ? [...task.pays.keys()] : [task.pay.asset, task.receive];
}

/**
 * Anybody may mint a token of any name, and decimals move the point of every figure. Here they are the word of whoever
 * wrote the bundle: asked about once for each token, and bound by what was signed on this machine.
 */
function ofTokens(
  { tokens, transactions }: Agreement,
  known: ReadonlyMap<AssetId, AgreedToken>,
): readonly Finding[] {
  const used = new Set(transactions.flatMap(({ task }) => assetsOf(task)));
  const twice = new Set(tokens.map(({ id }) => id)).size !== tokens.length;
  const ada = tokens.find(({ id }) => id === ADA);
  if (twice || (ada && (ada.decimals !== ADA_DECIMALS || ada.ticker !== 'ADA')))
    return [block('O3', sentence('O3-tokens'))];
  return tokens.filter(({ id }) => id !== ADA && used.has(id)).flatMap((token) => ofToken(token, known));
}

function ofToken(token: AgreedToken, known: ReadonlyMap<AssetId, AgreedToken>): readonly Finding[] {
  const { id, decimals } = token;
  const ticker = quotedTicker(token.ticker);
  const first = known.get(id);
  if (first && (first.decimals !== decimals || !stillCalled(token.ticker, first.ticker)))
    return [
      block(
        'O3',
        sentence('O3-changed', {
          ...{ id, ticker, decimals },
          before: { ticker: quotedTicker(first.ticker), decimals: first.decimals },
        }),
      ),
    ];
  const namesakes = [...known.values()].filter(
    (other) => other.id !== id && looksAlike(other.ticker, token.ticker),
  );
  // Who signed for a token by its id alone has not agreed to a name that the bundle gives it now.
  const ask = first && (token.ticker === '' || first.ticker !== '') ? info : warn;
  return [
    ask('O3', sentence('O3-called', { id, ticker, decimals })),
    ...namesakes
      .slice(0, MOST_NAMESAKES)
      .map((other) => warn('O3', sentence('O3-namesake', { id, ticker, other: other.id }))),
  ];
}

/** Named one by one; more of them say nothing that these did not. */
const MOST_NAMESAKES = 3;

/** A token that was shown by its id may have a ticker later, and the other way round. */
function stillCalled(now: string, before: string): boolean {
  return now === '' || before === '' || sameTicker(now, before);
}

function ofTimes(
  { network, exportedAt, tipSlot }: OfflineBundle,
  read: readonly (Transaction | undefined)[],
  now: number,
): readonly Finding[] {
  const findings: Finding[] = [];
  const tip = slotToUnix(network, tipSlot) * 1_000;
  const moment = (at: number): bigint => BigInt(Math.max(0, Math.trunc(at)));
  if (Math.abs(tip - exportedAt) > SPREAD_MS)
    findings.push(block('O4', sentence('O4-written', { written: moment(exportedAt), block: moment(tip) })));
  if (exportedAt - now > SPREAD_MS)
    findings.push(block('O4', sentence('O4-clock', { written: moment(exportedAt), now: moment(now) })));
  const ends = read.flatMap((tx) => {
    const end = tx?.body.validUntil;
    return end === undefined ? [] : [slotToUnix(network, Number(end)) * 1_000];
  });
  const left = Math.min(...ends) - now;
  if (left <= 0) findings.push(block('O4', sentence('O4-over')));
  else if (left < SHORTEST_VALIDITY_MS)
    findings.push(block('O4', sentence('O4-short', { until: moment(now + left) })));
  return findings;
}

/** The orders' value is a figure of the agreement, from which the minimum that comes back follows. */
function ofCancellations(
  { transactions: agreed }: Agreement,
  { transactions }: OfflineBundle,
  proven: ResolvedInputs,
): readonly Finding[] {
  return transactions.flatMap(({ at }) => {
    const task = agreed[at]?.task;
    if (task?.kind !== 'cancel' || holdsAsProven(task, proven)) return [];
    return [block('O5', sentence('O5-holds'))];
  });
}

function holdsAsProven({ orders, holds }: CancelTask, proven: ResolvedInputs): boolean {
  const values = orders.flatMap((order) => {
    const held = proven.get(order)?.value;
    return held === undefined ? [] : [held];
  });
  return values.length === orders.length && valuesEqual(sumValues(values), holds);
}

function ofTransactions(
  { transactions, agreement }: OfflineBundle,
  read: readonly (Transaction | undefined)[],
): readonly Finding[] {
  const places = transactions.map(({ at }) => at);
  const ordered = places.every((at, index) => index === 0 || at > (places[index - 1] ?? 0));
  if (!ordered || places.some((at) => at >= agreement.transactions.length))
    return [block('O6', sentence('O6-twice'))];
  // The words for the whole fit one kind only: for a trade next to a cancellation they would call everything costs.
  if (new Set(agreement.transactions.map(({ task }) => task.kind)).size > 1)
    return [block('O6', sentence('O6-kinds'))];
  const spent = read.flatMap((tx) => tx?.body.inputs ?? []);
  if (new Set(spent).size === spent.length) return [];
  return [block('O6', sentence('O6-same-funds'))];
}
