import { ADA } from '#domain/asset.ts';
import type { Value } from '#domain/amount.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import type { SummaryFigures } from './inspection.ts';
import { tradeOf, type TradeTerms } from './terms.ts';
import { amountText, valueText, type TokenWords } from './wording.ts';

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

/** Words for the figures of an inspection. Amounts are exact; tokens without metadata are told in base units. */
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
