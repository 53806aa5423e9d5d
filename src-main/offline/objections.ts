import { sumValues, valuesEqual } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Agreement, Bounds, CancelTask } from '../agreement/agreement.ts';
import { beyond, boundsOf, sumOfBounds } from '../agreement/bounds.ts';
import { parseAddress } from '../cardano/address.ts';
import { fewestSignatures, mostSignatures } from '../cardano/native-script.ts';
import type { OwnScript } from '../cardano/own-script.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import { inputsOf, type ResolvedInputs } from '../inspect/resolution.ts';
import type { OwnKeys } from '../inspect/inspection-input.ts';
import type { Finding } from '../inspect/inspection.ts';
import { block, warn } from '../inspect/rule.ts';
import { timeText } from '../inspect/wording.ts';
import { SHORTEST_VALIDITY_MS, type OfflineBundle } from './bundle.ts';

/** What the machine that signs knows by itself: its keys, and its clock. */
interface Known {
  readonly own: OwnKeys;
  readonly now: EpochMs;
}

/** Milliseconds by which clocks, blocks and the writing of a bundle may lie apart. */
const SPREAD_MS = 20 * 60_000;
/** Most characters of a token's name that are shown. */
const LONGEST_TICKER = 40;

/**
 * What is wrong with a bundle before any rule looks at its bytes. O1: the wallet; O2: bounds that these rules would not
 * have made; O3: names and decimals of tokens; O4: times; O5: what a cancellation gives back; O6: its transactions. (O7, in `judge`: the record of
 * what was signed before.)
 */
export function objectionsTo(
  bundle: OfflineBundle,
  grounds: Known,
  proven: ResolvedInputs,
): readonly Finding[] {
  return [
    ...ofWallet(bundle, grounds),
    ...ofBounds(bundle.agreement),
    ...ofPayments(bundle.agreement),
    ...ofTokens(bundle.agreement),
    ...ofTimes(bundle, grounds.now),
    ...ofCancellations(bundle.agreement, bundle, proven),
    ...ofTransactions(bundle),
  ];
}

function ofWallet(
  { network, agreement, address }: OfflineBundle,
  { own }: Pick<Known, 'own'>,
): readonly Finding[] {
  const parsed = parseAddress(address);
  if (!parsed.ok) return [block('O1', `The bundle's address is none: ${parsed.failure}.`)];
  if (agreement.network !== network || (parsed.value.network === 1) !== (network === 'mainnet'))
    return [block('O1', 'The bundle names one network, and its address or its agreement is of another.')];
  const { payment } = parsed.value;
  if (payment.kind === 'script') return ofScript(address, own.script);
  if (own.paymentKeyHashes.has(payment.hash)) return [];
  return [block('O1', `The bundle is for the wallet of ${address}, and no key here is that wallet's.`)];
}

/** Anyone can make up a script that contains somebody's key and ask for a signature, so people compare the address. */
function ofScript(address: string, script: OwnScript | undefined): readonly Finding[] {
  if (!script)
    return [
      block('O1', `The bundle is for ${address}, the address of a script that it does not bring along.`),
    ];
  if (script.signers.size === 0)
    return [block('O1', `The bundle is for the wallet of ${address}, and no key here signs for it.`)];
  const { size } = script.keys;
  const hand = script.signers.size === size ? '' : `, ${script.signers.size} of them here,`;
  const [fewest, most] = [fewestSignatures(script.script), mostSignatures(script.script)];
  const takes = fewest === most ? `${most}` : `from ${fewest} to ${most}`;
  return [
    warn(
      'O1',
      `Several sign for this wallet: its script names ${size} ${size === 1 ? 'key' : 'keys'}${hand} and takes ${takes} ${most === 1 ? 'signature' : 'signatures'}. Compare its address, ${address}, with the one that you know: who made the bundle can have made up the script.`,
    ),
  ];
}

/** The bounds follow from the task by the app's own rules: a bundle may have lower ones, by the user's own limits. */
function ofBounds({ transactions, whole }: Agreement): readonly Finding[] {
  const wider = transactions.flatMap(({ task, bounds }, at) => {
    const what = widerPart(bounds, boundsOf(task));
    return what === undefined ? [] : [`${what} of transaction ${at + 1}`];
  });
  const sum = sumOfBounds(transactions.map(({ bounds }) => bounds));
  const inAll = widerPart(whole, sum);
  const parts = inAll === undefined ? wider : [...wider, `${inAll} in all`];
  // The figures for the whole read as a promise, but each transaction is only held to its own bounds.
  const promised = widerPart(sum, whole);
  return [
    ...parts.map((part) =>
      block('O2', `The agreement in the bundle allows more than these rules do: ${part}. It was changed.`),
    ),
    ...(promised === undefined
      ? []
      : [
          block(
            'O2',
            `The agreement in the bundle promises more in all than its transactions keep together: ${promised}. It was changed.`,
          ),
        ]),
  ];
}

/** A payment is agreed to alone here: next to others, its recipient would be one line among many. */
function ofPayments({ transactions }: Agreement): readonly Finding[] {
  const payments = transactions.filter(({ task }) => task.kind === 'send').length;
  return payments === 0 || transactions.length === 1
    ? []
    : [block('O2', 'The bundle pays somebody along with other transactions, which this app never does.')];
}

function widerPart(stated: Bounds, most: Bounds): string | undefined {
  if (beyond(stated.gone, most.gone).size > 0) return 'what may leave';
  if (beyond(stated.locked, most.locked).size > 0) return 'what may be locked';
  if (beyond(most.back, stated.back).size > 0) return 'less that comes back';
  if (stated.others > most.others) return 'what others may get';
  if (stated.networkFee > most.networkFee) return 'the network fee';
  return stated.cost > most.cost ? 'the costs' : undefined;
}

/** Anybody may mint a token of any name, and decimals move the point of every figure. */
function ofTokens({ tokens, transactions }: Agreement): readonly Finding[] {
  const used = new Set(
    transactions.flatMap(({ task }) =>
      task.kind === 'cancel'
        ? [...task.holds.keys()]
        : task.kind === 'send'
          ? [...task.pays.keys()]
          : [task.pay.asset, task.receive],
    ),
  );
  const twice = new Set(tokens.map(({ id }) => id)).size !== tokens.length;
  const ada = tokens.find(({ id }) => id === ADA);
  if (twice || (ada && (ada.decimals !== ADA_DECIMALS || ada.ticker !== 'ADA')))
    return [block('O3', 'The bundle describes a token twice, or ADA as something else.')];
  return tokens
    .filter(({ id }) => id !== ADA && used.has(id))
    .map(({ id, ticker, decimals }) =>
      warn(
        'O3',
        `That ${id} is called “${plainTicker(ticker)}” and has ${decimals} decimals is the word of the computer that wrote the bundle. Compare the id with one that you trust.`,
      ),
    );
}

/** Keeps out words and marks that could continue the sentence around it. */
function plainTicker(ticker: string): string {
  const plain = ticker.replace(/[^A-Za-z0-9$._+-]/gu, '?');
  return plain.length <= LONGEST_TICKER ? plain : `${plain.slice(0, LONGEST_TICKER)}…`;
}

function ofTimes(
  { network, exportedAt, tipSlot, transactions }: OfflineBundle,
  now: number,
): readonly Finding[] {
  const findings: Finding[] = [];
  const tip = slotToUnix(network, tipSlot) * 1_000;
  const words = (at: number): string => timeText(BigInt(Math.max(0, Math.trunc(at))));
  if (Math.abs(tip - exportedAt) > SPREAD_MS)
    findings.push(
      block(
        'O4',
        `The bundle says that it was written at ${words(exportedAt)}, when the latest block was of ${words(tip)}. One of the two was changed, or that computer's clock is wrong.`,
      ),
    );
  if (exportedAt - now > SPREAD_MS)
    findings.push(
      block(
        'O4',
        `The bundle was written at ${words(exportedAt)}, and this computer's clock says ${words(now)}. Set the clock: how long a signature counts is measured by it.`,
      ),
    );
  const ends = transactions.flatMap(({ cbor }) => {
    const end = endOf(cbor);
    return end === undefined ? [] : [slotToUnix(network, Number(end)) * 1_000];
  });
  const left = Math.min(...ends) - now;
  if (left <= 0)
    findings.push(
      block(
        'O4',
        'Its validity has passed: nothing that is signed now can reach the chain. Export it again.',
      ),
    );
  else if (left < SHORTEST_VALIDITY_MS)
    findings.push(
      block(
        'O4',
        `It is valid for less than five more minutes, until ${words(now + left)}: the signatures would hardly be back in time. Export it again.`,
      ),
    );
  return findings;
}

function endOf(cbor: string): bigint | undefined {
  const decoded = decodeTransaction(cbor);
  return decoded.ok ? decoded.value.body.validUntil : undefined;
}

/** What the orders hold is a figure of the agreement, from which the least that comes back follows. */
function ofCancellations(
  { transactions: agreed }: Agreement,
  { transactions }: OfflineBundle,
  proven: ResolvedInputs,
): readonly Finding[] {
  return transactions.flatMap(({ at }) => {
    const task = agreed[at]?.task;
    if (task?.kind !== 'cancel' || holdsAsProven(task, proven)) return [];
    return [
      block('O5', 'What the orders hold is not what the agreement says, or is not proven by the bundle.'),
    ];
  });
}

function holdsAsProven({ orders, holds }: CancelTask, proven: ResolvedInputs): boolean {
  const values = orders.flatMap((order) => {
    const held = proven.get(order)?.value;
    return held === undefined ? [] : [held];
  });
  return values.length === orders.length && valuesEqual(sumValues(values), holds);
}

function ofTransactions({ transactions, agreement }: OfflineBundle): readonly Finding[] {
  const places = transactions.map(({ at }) => at);
  const ordered = places.every((at, index) => index === 0 || at > (places[index - 1] ?? 0));
  if (!ordered || places.some((at) => at >= agreement.transactions.length))
    return [block('O6', 'A transaction of the bundle is in it twice, or is none that was agreed to.')];
  // The words for the whole fit one kind only: for a trade next to a cancellation they would call everything costs.
  if (new Set(agreement.transactions.map(({ task }) => task.kind)).size > 1)
    return [
      block('O6', 'The agreement in the bundle covers trades of several kinds, which none of ours does.'),
    ];
  const spent = transactions.flatMap(({ cbor }) => {
    const inputs = inputsOf(cbor);
    return inputs.ok ? inputs.value.inputs : [];
  });
  if (new Set(spent).size === spent.length) return [];
  return [
    block(
      'O6',
      'Two transactions of the bundle spend the same funds: one of them can never reach the chain, and you cannot choose which.',
    ),
  ];
}
