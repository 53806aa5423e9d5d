import type { AgreedToken, Task } from '../agreement/agreement.ts';
import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntervalId } from '#domain/dca.ts';
import { ADA, positive, weighed } from './sums.ts';

/** The facts about a transaction that the sentences state. */
export interface Described {
  readonly task: Task;
  readonly tokens: readonly AgreedToken[];
  /** Shown figures of the service: what the trade brings, and what of it is enforced. */
  readonly expected: bigint | undefined;
  readonly atLeast: bigint | undefined;
  /** Change of the wallet. */
  readonly net: Value;
  readonly networkFee: bigint;
  readonly keeps: bigint;
  readonly others: bigint;
  readonly comesBack: bigint;
  readonly cost: bigint;
  /** Whether every order says what whoever fills it keeps. */
  readonly feesStated: boolean;
}

export interface Sentences {
  readonly send: string;
  readonly receive: string;
  readonly tokens: string;
  readonly costs: string;
  readonly returns: string;
}

const INTERVAL_WORDS: Readonly<Record<DcaIntervalId, string>> = {
  '1min': 'every minute',
  '5min': 'every 5 minutes',
  '15min': 'every 15 minutes',
  '30min': 'every 30 minutes',
  '1hour': 'every hour',
  '2hour': 'every 2 hours',
  '4hour': 'every 4 hours',
  '1day': 'every day',
  '1week': 'every week',
  '1month': 'every month',
};

/** The sentences that the user is asked to agree to, word for word as every window has them. */
export function sentencesOf(described: Described): Sentences {
  return {
    send: sendWords(described),
    receive: receiveWords(described),
    tokens: tokenWords(described),
    costs: costWords(described),
    returns: returnWords(described),
  };
}

function sendWords({ task, tokens }: Described): string {
  if (task.kind === 'cancel')
    return `You take back ${task.orders.length === 1 ? 'one order' : `${task.orders.length} orders`}.`;
  if (task.kind === 'send') return `You send ${amounts(task.pays, tokens)} to ${task.to}.`;
  const sold = amount(task.pay.asset, task.pay.quantity, tokens);
  if (task.kind === 'swap') return `You send ${sold}.`;
  if (task.kind === 'limit') return `You offer ${sold}.`;
  const trades =
    task.cycles === 1
      ? 'one trade'
      : `${task.cycles} trades of ${amount(task.pay.asset, task.amountPerCycle, tokens)}`;
  return `You set ${sold} aside, for ${trades}, ${INTERVAL_WORDS[task.interval]}.`;
}

function receiveWords(described: Described): string {
  const { task, tokens, expected, atLeast } = described;
  if (task.kind === 'cancel') return changeWords(described);
  if (task.kind === 'send') return '';
  const about =
    expected === undefined || task.kind === 'limit'
      ? undefined
      : `about ${amount(task.receive, expected, tokens)}`;
  if (atLeast === undefined)
    return about === undefined
      ? 'What is enforced as the least to get cannot be read.'
      : `You get ${about}; what is enforced as the least cannot be read.`;
  if (task.kind === 'dca' && atLeast === 0n)
    return about === undefined ? '' : `You get ${about}; no least amount is enforced.`;
  const least = `at least ${amount(task.receive, atLeast, tokens)}`;
  return about === undefined ? `You get ${least}.` : `You get ${about}, ${least}.`;
}

function tokenWords(described: Described): string {
  const parts = assetsOf(described).map(
    (id) => `${nameIn(id, described.tokens)} is the token ${shortText(id)}`,
  );
  const last = parts.pop();
  if (last === undefined) return '';
  return parts.length === 0 ? `${last}.` : `${parts.join(', ')} and ${last}.`;
}

/** Which tokens go or come, in the order of their ids: those of the task, or of a cancellation those of the bytes. */
export function assetsOf({ task, net }: Pick<Described, 'task' | 'net'>): readonly AssetId[] {
  const found = new Set<AssetId>();
  if (task.kind === 'send') for (const asset of task.pays.keys()) found.add(asset);
  else if (task.kind === 'cancel') {
    for (const [asset, units] of net) if (units !== 0n) found.add(asset);
  } else found.add(task.pay.asset).add(task.receive);
  found.delete(ADA);
  return [...found].toSorted((one, other) => (one < other ? -1 : 1));
}

/** How sentences name a token, known or not. */
export function nameIn(id: AssetId, tokens: readonly AgreedToken[]): string {
  const known = tokens.find((token) => token.id === id);
  return known ? nameOf(known, tokens) : shortName(id);
}

function changeWords({ net, tokens }: Described): string {
  const [gained, lost] = [positive(net), positive(weighed([-1n, net]))];
  if (gained.size === 0 && lost.size === 0) return 'Your wallet does not change.';
  if (lost.size === 0) return `You get ${amounts(gained, tokens)}.`;
  const leaves = `${amounts(lost, tokens)} leaves your wallet`;
  return gained.size === 0 ? `${leaves}.` : `${leaves}, and you get ${amounts(gained, tokens)}.`;
}

function costWords({ task, networkFee, keeps, others, cost, feesStated }: Described): string {
  if (task.kind === 'send') return `The network fee is ${amount(ADA, networkFee)}.`;
  const parts = [`${amount(ADA, networkFee)} is the network fee`];
  if (keeps > 0n)
    parts.push(
      feesStated ? `${amount(ADA, keeps)} the exchange fee` : `up to ${amount(ADA, keeps)} for the exchanges`,
    );
  if (others > 0n)
    parts.push(`${amount(ADA, others)} ${task.kind === 'cancel' ? 'a cancellation fee' : 'the service fee'}`);
  const before = parts.slice(0, -1).join(', ');
  const list = [before, parts.at(-1)].filter((part) => part !== '').join(' and ');
  return `Costs ${feesStated ? '' : 'at most '}${amount(ADA, cost)}, of which ${list}.`;
}

function returnWords({ task, comesBack }: Described): string {
  if (comesBack <= 0n) return '';
  const when = task.kind === 'dca' ? 'with the trades, or when the order ends' : 'when the order closes';
  return `${amount(ADA, comesBack)} comes back ${when}.`;
}

/** One amount, exactly: `12.5 ADA`, `1,000 TICKER`, or base units of a shortened id where nothing is known of it. */
export function amount(asset: AssetId, units: bigint, tokens: readonly AgreedToken[] = []): string {
  if (asset === ADA) return `${decimal(units, 6)} ADA`;
  const token = tokens.find(({ id }) => id === asset);
  return token
    ? `${decimal(units, token.decimals)} ${nameOf(token, tokens)}`
    : `${decimal(units, 0)} base units of ${shortName(asset)}`;
}

/** All amounts of a value, ADA first. */
export function amounts(value: Value, tokens: readonly AgreedToken[]): string {
  return (
    adaFirst(value, tokens)
      .map(({ text }) => text)
      .join(' and ') || 'nothing'
  );
}

/** A value's amounts in the order in which they are written. */
export function adaFirst(
  value: Value,
  tokens: readonly AgreedToken[],
): readonly { readonly asset: AssetId; readonly units: bigint; readonly text: string }[] {
  const texts = [...value].map(([asset, units]) => ({ asset, units, text: amount(asset, units, tokens) }));
  const ada = texts.filter(({ asset }) => asset === ADA);
  const others = texts
    .filter(({ asset }) => asset !== ADA)
    .toSorted((one, other) => one.text.localeCompare(other.text, 'en'));
  return [...ada, ...others];
}

/** Base units as decimal text without useless zeros, its whole part in groups of three digits. */
function decimal(units: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const magnitude = units < 0n ? -units : units;
  const sign = units < 0n ? '-' : '';
  let whole = String(magnitude / scale);
  let groups = '';
  for (; whole.length > 3; whole = whole.slice(0, -3)) groups = `,${whole.slice(-3)}${groups}`;
  const rest = String(magnitude % scale).padStart(decimals, '0');
  const end = rest.search(/0*$/);
  const fraction = end === 0 ? '' : `.${rest.slice(0, end)}`;
  return `${sign}${whole}${groups}${fraction}`;
}

/** Plain letters and digits that begin with a letter: nothing of another script, joined to a figure, or like a currency. */
const PLAIN_TICKER = /^\$?[A-Za-z][\w$.+-]*$/;
const LONGEST_TICKER = 24;
/** The digits of an id, or two runs of them around dots. */
const HEX_ID = /^[\dA-F]{16,}$|^[\dA-F]{4,}\.\.[\dA-F.]*$/i;
const ADAS_NAMES: ReadonlySet<string> = new Set(['ADA', 'TADA', 'LOVELACE']);

/** A ticker where it can be told from any other, or a shortened id. */
export function nameOf(token: AgreedToken, tokens: readonly AgreedToken[]): string {
  const { id, ticker } = token;
  const bare = bareLetters(ticker);
  const taken = tokens.some(
    (other) => other.id !== id && other.id !== ADA && bareLetters(other.ticker) === bare,
  );
  const readable = ticker.length <= LONGEST_TICKER && PLAIN_TICKER.test(ticker) && !HEX_ID.test(ticker);
  return readable && !ADAS_NAMES.has(bare) && !taken ? ticker : shortName(id);
}

function bareLetters(ticker: string): string {
  return [...ticker.toUpperCase()].filter((letter) => /[A-Z0-9]/.test(letter)).join('');
}

/** An asset without a name: the start of its policy and the end of its name, or of the policy where it has none. */
export function shortName(asset: AssetId): string {
  const name = asset.slice(56);
  return name === '' ? shortText(asset) : `${asset.slice(0, 8)}…${name.slice(-16)}`;
}

/** The start and the end of a long text, such as an address. */
export function shortText(text: string): string {
  return text.length > 28 ? `${text.slice(0, 16)}…${text.slice(-8)}` : text;
}
