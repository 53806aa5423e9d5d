import { ADA } from '#domain/asset.ts';
import type { Value } from '#domain/amount.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import type { SummaryFigures } from './inspection.ts';
import { tradeOf, type TradeTerms } from './terms.ts';
import { amountText, valueText, type TokenWords } from './wording.ts';
import type { Agreement, AgreedToken, Bounds } from '../agreement/agreement.ts';

/** The sentences that the user accepts, made from the decoded transaction alone. An empty one has nothing to say. */
export interface SummaryText {
  /** "You send 100 ADA." */
  readonly send: string;
  /** "You get about 832.1 X, at least 827.9 X." */
  readonly receive: string;
  /** "Costs 2.2 ADA, of which 0.2 ADA is the network fee and 2 ADA the exchange fee." */
  readonly costs: string;
  /** "2 ADA comes back when the order closes." */
  readonly returns: string;
}

/** Words for the figures of an inspection. Amounts are exact; tokens without metadata are shown in base units. */
export function summaryText(figures: SummaryFigures, tokens?: TokenWords): SummaryText {
  const { terms, comesBack, orders } = figures;
  const shared = {
    costs: costsText(figures),
    returns: comesBack > 0n ? `${amountText(ADA, comesBack)} comes back ${whenBack(terms)}.` : '',
  };
  if (terms.kind === 'cancel') {
    const count = terms.orders.length;
    const what = count === 0 ? 'orders' : count === 1 ? 'one order' : `${count} orders`;
    return { send: `You take back ${what}.`, receive: changeText(figures.net, tokens), ...shared };
  }
  if (terms.kind === 'send')
    return {
      send: `You send ${valueText(terms.pays, tokens)} to ${terms.to}.`,
      receive: '',
      costs: `The network fee is ${amountText(ADA, figures.networkFee)}.`,
      returns: '',
    };
  const trade = tradeOf(terms);
  if (trade)
    return { send: sendText(trade, tokens), receive: receiveText(trade, figures, tokens), ...shared };
  const placed =
    orders === 0 ? '' : ` It locks funds in ${orders === 1 ? 'one script' : `${orders} scripts`}.`;
  return { send: `${changeText(figures.net, tokens)}${placed}`, receive: '', ...shared };
}

/** The same sentences as one paragraph. */
export function summaryParagraph(figures: SummaryFigures, tokens?: TokenWords): string {
  const { send, receive, costs, returns } = summaryText(figures, tokens);
  return [send, receive, costs, returns].filter((sentence) => sentence !== '').join(' ');
}

function whenBack({ kind }: SummaryFigures['terms']): string {
  return kind === 'dca' ? 'with the trades, or when the order ends' : 'when the order closes';
}

function sendText({ kind, pay, recurring }: TradeTerms, tokens: TokenWords): string {
  const what = amountText(pay.asset, pay.quantity, tokens);
  if (kind === 'limit') return `You offer ${what}.`;
  if (kind === 'dca' && recurring) {
    const each = amountText(pay.asset, recurring.amountPerCycle, tokens);
    const trades = recurring.cycles === 1 ? 'one trade' : `${recurring.cycles} trades of ${each}`;
    return `You set ${what} aside, for ${trades}, ${recurring.interval.words}.`;
  }
  return kind === 'dca' ? `You set ${what} aside, to be traded bit by bit.` : `You send ${what}.`;
}

function receiveText(
  { receive, expected, kind }: TradeTerms,
  { atLeast }: SummaryFigures,
  tokens: TokenWords,
): string {
  // A limit order brings what it asks for: there is no other figure to expect.
  const about =
    expected === undefined || kind === 'limit' ? '' : ` about ${amountText(receive, expected, tokens)}`;
  if (atLeast === undefined)
    return about === ''
      ? 'What is enforced as the least to get cannot be read.'
      : `You get${about}; what is enforced as the least cannot be read.`;
  const least = amountText(receive, atLeast, tokens);
  if (kind === 'dca' && atLeast === 0n) return about === '' ? '' : `You get${about}; ${NO_LEAST}.`;
  return about === '' ? `You get at least ${least}.` : `You get${about}, at least ${least}.`;
}

function changeText(net: Value, tokens: TokenWords): string {
  const part = (sign: 1n | -1n): string => {
    const some: Value = new Map(
      [...net].filter(([, change]) => change * sign > 0n).map(([asset, change]) => [asset, change * sign]),
    );
    return some.size === 0 ? '' : valueText(some, tokens);
  };
  const [gained, lost] = [part(1n), part(-1n)];
  if (gained === '' && lost === '') return 'Your wallet does not change.';
  if (lost === '') return `You get ${gained}.`;
  return gained === '' ? `${lost} leaves your wallet.` : `${lost} leaves your wallet, and you get ${gained}.`;
}

function costsText({ networkFee, keeps, others, cost, feesStated, terms }: SummaryFigures): string {
  const trades = tradeOf(terms) !== undefined;
  const parts = [
    `${amountText(ADA, networkFee)} is the network fee`,
    ...(keeps > 0n
      ? [
          `${feesStated ? '' : 'up to '}${amountText(ADA, keeps)} ${feesStated ? 'the exchange fee' : 'for the exchanges'}`,
        ]
      : []),
    ...(others > 0n && terms.kind !== 'any'
      ? [`${amountText(ADA, others)} ${trades ? 'the service fee' : 'a cancellation fee'}`]
      : []),
  ];
  const last = parts.pop() ?? '';
  const list = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${feesStated ? 'Costs' : 'Costs at most'} ${amountText(ADA, cost)}, of which ${list}.`;
}

/** The bounds of an agreement in words, short enough for a glance: of all its transactions together. */
export function agreementLines({ transactions, whole, tokens }: Agreement): readonly string[] {
  const names = namesOf(tokens);
  const kinds = new Set(transactions.map(({ task }) => task.kind));
  const [first, ...later] = transactions;
  // A move: what comes back is what is then sold, and no sum of the two says anything.
  if (first?.task.kind === 'cancel' && kinds.has('limit'))
    return [
      ...cancelLines(first.bounds, '', names),
      ...later.flatMap(({ bounds }) => tradeLines(bounds, ' with the new order', false, names)),
    ];
  if (first?.task.kind === 'send')
    return [
      `Exactly ${valueText(first.task.pays, names)} goes to ${first.task.to}, in one output.`,
      `At most ${amountText(ADA, whole.networkFee)} is the network fee; everything else that is spent comes back in the same transaction.`,
    ];
  const inAll = transactions.length > 1 ? ` in all ${transactions.length} transactions` : '';
  return kinds.has('cancel')
    ? cancelLines(whole, inAll, names)
    : tradeLines(whole, inAll, kinds.has('dca'), names);
}

/** How the tokens of an agreement are written. */
function namesOf(tokens: readonly AgreedToken[]): NonNullable<TokenWords> {
  return new Map(tokens.map(({ id, ticker, decimals }) => [id, { ticker, decimals }]));
}

function tradeLines(
  { gone, locked, others, networkFee, cost, back }: Bounds,
  inAll: string,
  recurring: boolean,
  names: TokenWords,
): readonly string[] {
  const held = `At most ${valueText(locked, names)} is locked in orders that pay`;
  return [
    `At most ${valueText(gone, names)} leaves for good${inAll}: what you sell, and at most ${amountText(ADA, cost)} of costs.`,
    `Of the costs, up to ${amountText(ADA, networkFee)} is for the network, ${amountText(ADA, others)} for the service or others, the rest for exchanges.`,
    recurring
      ? `${held} to you; of what they bring, ${NO_LEAST}.`
      : isNothing(back)
        ? `${held} to you. Nothing is certain to come back.`
        : `${held} you at least ${valueText(back, names)} in all, or wait.`,
  ];
}

function cancelLines(
  { gone, others, networkFee, back }: Bounds,
  inAll: string,
  names: TokenWords,
): readonly string[] {
  return [
    `At most ${valueText(gone, names)} leaves for good${inAll}, all of it costs: ${amountText(ADA, networkFee)} to the network and ${amountText(ADA, others)} to the service or others.`,
    isNothing(back)
      ? 'Nothing is certain to come back.'
      : `At least ${valueText(back, names)} comes back in ${inAll === '' ? 'the same transaction' : 'the same transactions'}.`,
  ];
}

function isNothing(value: Value): boolean {
  return [...value.values()].every((held) => held === 0n);
}
