import type { Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { SummaryFigures } from './inspection.ts';
import { tradeOf, type TradeTerms } from './terms.ts';
import { assetText, shownAda, shownAmount, shownValue, type TokenWords } from './wording.ts';
import type { NamedToken, Scope } from './words/summary.en.ts';
import { inEnglish, sentence, type InspectionSentence } from './words/sentences.ts';
import type { Agreement, AgreedToken, Bounds } from '../agreement/agreement.ts';

/** The sentences that the user accepts, made from the decoded transaction alone. An empty one has nothing to say. */
export interface SummaryText {
  /** "You send 100 ADA." */
  readonly send: string;
  /** "You get about 832.1 X, at least 827.9 X." */
  readonly receive: string;
  /** "X is the token 3fa1c27e3fa1c27e…582e582e." */
  readonly tokens: string;
  /** "Costs 2.2 ADA, of which 0.2 ADA is the network fee and 2 ADA the exchange fee." */
  readonly costs: string;
  /** "2 ADA comes back when the order closes." */
  readonly returns: string;
}

/** The same sentences as data; an empty list has nothing to say. */
export type SummarySentences = Readonly<Record<keyof SummaryText, readonly InspectionSentence[]>>;

/** Words for the figures of an inspection. Amounts are exact; tokens without metadata are shown in base units. */
export function summaryText(figures: SummaryFigures, tokens?: TokenWords): SummaryText {
  const sentences = summarySentences(figures, tokens);
  const { send, receive, costs, returns } = sentences;
  return {
    send: inEnglish(...send),
    receive: inEnglish(...receive),
    tokens: inEnglish(...sentences.tokens),
    costs: inEnglish(...costs),
    returns: inEnglish(...returns),
  };
}

export function summarySentences(figures: SummaryFigures, tokens?: TokenWords): SummarySentences {
  const { terms, comesBack, orders } = figures;
  const moved = movedTokens(figures, tokens);
  const shared = {
    tokens: moved.length === 0 ? [] : [sentence('tokens-are', { tokens: moved })],
    costs: [costSentences(figures)],
    returns:
      comesBack > 0n
        ? [sentence('comes-back', { what: shownAda(comesBack), recurring: terms.kind === 'dca' })]
        : [],
  };
  const change = changeSentences(figures.net, tokens);
  if (terms.kind === 'cancel')
    return { send: [sentence('takes-back', { orders: terms.orders.length })], receive: [change], ...shared };
  if (terms.kind === 'send')
    return {
      ...shared,
      send: [sentence('pays', { what: shownValue(terms.pays, tokens), to: terms.to })],
      receive: [],
      costs: [sentence('network-fee', { fee: shownAda(figures.networkFee) })],
      returns: [],
    };
  const trade = tradeOf(terms);
  if (trade)
    return {
      send: [sendSentences(trade, tokens)],
      receive: receiveSentences(trade, figures, tokens),
      ...shared,
    };
  return {
    send: [change, ...(orders === 0 ? [] : [sentence('locks-in-scripts', { orders })])],
    receive: [],
    ...shared,
  };
}

/** The same sentences as one paragraph. */
export function summaryParagraph(figures: SummaryFigures, names?: TokenWords): string {
  const { send, receive, tokens, costs, returns } = summarySentences(figures, names);
  return inEnglish(...send, ...receive, ...tokens, ...costs, ...returns);
}

/** The tokens that the sentences speak of, by their whole ids: what is paid, sold or bought, or else what changes. */
export function movedTokens({ terms, net }: SummaryFigures, names?: TokenWords): readonly NamedToken[] {
  const trade = tradeOf(terms);
  const moved = trade
    ? [trade.pay.asset, trade.receive]
    : terms.kind === 'send'
      ? terms.pays.keys()
      : [...net].filter(([, change]) => change !== 0n).map(([asset]) => asset);
  return [...new Set<AssetId>(moved)]
    .filter((asset) => asset !== ADA)
    .toSorted()
    .map((asset) => ({ name: assetText(asset, names), id: asset }));
}

function sendSentences({ kind, pay, recurring }: TradeTerms, tokens: TokenWords): InspectionSentence {
  const what = shownAmount(pay.asset, pay.quantity, tokens);
  switch (kind) {
    case 'swap':
      return sentence('sends', { what });
    case 'limit':
      return sentence('offers', { what });
    case 'dca': {
      if (!recurring) return sentence('sets-aside-somehow', { what });
      const { cycles, amountPerCycle, interval } = recurring;
      return sentence('sets-aside', {
        what,
        cycles,
        ...(cycles === 1 ? {} : { each: shownAmount(pay.asset, amountPerCycle, tokens) }),
        interval: interval.id,
      });
    }
  }
}

function receiveSentences(
  { receive, expected, kind }: TradeTerms,
  { atLeast }: SummaryFigures,
  tokens: TokenWords,
): readonly InspectionSentence[] {
  // A limit order brings what it asks for: there is no other figure to expect.
  const about =
    expected === undefined || kind === 'limit' ? undefined : shownAmount(receive, expected, tokens);
  if (atLeast === undefined)
    return [about ? sentence('gets-about-least-unreadable', { about }) : sentence('least-unreadable')];
  if (kind === 'dca' && atLeast === 0n) return about ? [sentence('gets-about-no-least', { about })] : [];
  const least = shownAmount(receive, atLeast, tokens);
  return [about ? sentence('gets-about', { about, least }) : sentence('gets-at-least', { least })];
}

function changeSentences(net: Value, tokens: TokenWords): InspectionSentence {
  const part = (sign: 1n | -1n): Value =>
    new Map(
      [...net].filter(([, change]) => change * sign > 0n).map(([asset, change]) => [asset, change * sign]),
    );
  const [gained, lost] = [part(1n), part(-1n)];
  if (gained.size === 0 && lost.size === 0) return sentence('unchanged');
  if (lost.size === 0) return sentence('gets', { gained: shownValue(gained, tokens) });
  const leaving = { lost: shownValue(lost, tokens) };
  return gained.size === 0
    ? sentence('leaves', leaving)
    : sentence('leaves-and-gets', { ...leaving, gained: shownValue(gained, tokens) });
}

function costSentences({
  networkFee,
  keeps,
  others,
  cost,
  feesStated,
  terms,
}: SummaryFigures): InspectionSentence {
  return sentence('costs', {
    cost: shownAda(cost),
    network: shownAda(networkFee),
    ...(keeps > 0n ? { keeps: shownAda(keeps) } : {}),
    ...(others > 0n && terms.kind !== 'any' ? { others: shownAda(others) } : {}),
    othersAre: tradeOf(terms) === undefined ? 'cancellation-fee' : 'service-fee',
    stated: feesStated,
  });
}

/** The bounds of an agreement in words, short enough for a glance: of all its transactions together. */
export function agreementLines(agreement: Agreement): readonly string[] {
  return agreementSentences(agreement).map((one) => inEnglish(one));
}

/** The same as data. */
export function agreementSentences({
  transactions,
  whole,
  tokens,
}: Agreement): readonly InspectionSentence[] {
  const names = namesOf(tokens);
  const kinds = new Set(transactions.map(({ task }) => task.kind));
  const [first, ...later] = transactions;
  // A move: what comes back is what is then sold, and no sum of the two says anything.
  if (first?.task.kind === 'cancel' && kinds.has('limit'))
    return [
      ...cancelSentence(first.bounds, 1, names),
      ...later.flatMap(({ bounds }) => tradeSentences(bounds, 'new-order', false, names)),
    ];
  if (first?.task.kind === 'send')
    return [
      sentence('agrees-payment', { what: shownValue(first.task.pays, names), to: first.task.to }),
      sentence('agrees-payment-fee', { most: shownAda(whole.networkFee) }),
    ];
  return kinds.has('cancel')
    ? cancelSentence(whole, transactions.length, names)
    : tradeSentences(whole, transactions.length, kinds.has('dca'), names);
}

/** How the tokens of an agreement are written. */
function namesOf(tokens: readonly AgreedToken[]): NonNullable<TokenWords> {
  return new Map(tokens.map(({ id, ticker, decimals }) => [id, { ticker, decimals }]));
}

function tradeSentences(
  { gone, locked, others, networkFee, cost, back }: Bounds,
  scope: Scope,
  recurring: boolean,
  names: TokenWords,
): readonly InspectionSentence[] {
  const held = { locked: shownValue(locked, names) };
  return [
    sentence('agrees-gone', { gone: shownValue(gone, names), scope, cost: shownAda(cost) }),
    sentence('agrees-costs', { network: shownAda(networkFee), others: shownAda(others) }),
    recurring
      ? sentence('agrees-locked-recurring', held)
      : isNothing(back)
        ? sentence('agrees-locked-for-nothing', held)
        : sentence('agrees-locked', { ...held, back: shownValue(back, names) }),
  ];
}

function cancelSentence(
  { gone, others, networkFee, back }: Bounds,
  transactions: number,
  names: TokenWords,
): readonly InspectionSentence[] {
  return [
    sentence('agrees-cancel-gone', {
      gone: shownValue(gone, names),
      scope: transactions,
      network: shownAda(networkFee),
      others: shownAda(others),
    }),
    isNothing(back)
      ? sentence('agrees-nothing-back')
      : sentence('agrees-back', { back: shownValue(back, names), several: transactions > 1 }),
  ];
}

function isNothing(value: Value): boolean {
  return [...value.values()].every((held) => held === 0n);
}
