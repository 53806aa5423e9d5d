import type { AgreedToken } from '../agreement/agreement.ts';
import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { ADA, positive, weighed } from './sums.ts';
import { adaFirst, assetsOf, nameIn, nameOf, shortName, type Described, type Sentences } from './words.ts';

/** An amount as a sentence in any language holds it: base units, and how the windows name what it is of. */
interface AmountData {
  readonly units: bigint;
  readonly decimals: number;
  readonly name: string;
  readonly named: boolean;
}

/** Which sentence of the catalogue it is, and what is put into it. */
export interface SentenceData {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/** The sentences as data, from which those in other languages are made; nothing where there is nothing to say. */
export type SentencesData = Readonly<Record<keyof Sentences, SentenceData | undefined>>;

/** The agreement asked of the user, as sentences not yet in any language. */
export function sentencesAsData(described: Described): SentencesData {
  return {
    send: sent(described),
    receive: received(described),
    tokens: tokensSentence(described),
    costs: cost(described),
    returns: returned(described),
  };
}

function say(id: string, values?: SentenceData['values']): SentenceData {
  return { id, values };
}

function sent({ task, tokens }: Described): SentenceData {
  if (task.kind === 'cancel') return say('takes-back', { orders: task.orders.length });
  if (task.kind === 'send') return say('pays', { what: valueData(task.pays, tokens), to: task.to });
  const what = amountData(task.pay.asset, task.pay.quantity, tokens);
  if (task.kind === 'swap') return say('sends', { what });
  if (task.kind === 'limit') return say('offers', { what });
  const { cycles, interval } = task;
  const each = amountData(task.pay.asset, task.amountPerCycle, tokens);
  return say('sets-aside', { what, cycles, interval, ...(cycles === 1 ? {} : { each }) });
}

function received({ task, tokens, expected, atLeast, net }: Described): SentenceData | undefined {
  if (task.kind === 'send') return undefined;
  if (task.kind === 'cancel') return changed(net, tokens);
  const guess = task.kind === 'limit' ? undefined : expected;
  const about = guess === undefined ? undefined : amountData(task.receive, guess, tokens);
  if (atLeast === undefined)
    return about === undefined ? say('least-unreadable') : say('gets-about-least-unreadable', { about });
  if (task.kind === 'dca' && atLeast === 0n)
    return about === undefined ? undefined : say('gets-about-no-least', { about });
  const least = amountData(task.receive, atLeast, tokens);
  return about === undefined ? say('gets-at-least', { least }) : say('gets-about', { about, least });
}

function changed(net: Value, tokens: readonly AgreedToken[]): SentenceData {
  const gained = valueData(positive(net), tokens);
  const lost = valueData(positive(weighed([-1n, net])), tokens);
  if (lost.length > 0)
    return gained.length > 0 ? say('leaves-and-gets', { lost, gained }) : say('leaves', { lost });
  return gained.length > 0 ? say('gets', { gained }) : say('unchanged');
}

function tokensSentence(described: Described): SentenceData | undefined {
  const tokens = assetsOf(described).map((id) => ({ name: nameIn(id, described.tokens), id }));
  return tokens.length === 0 ? undefined : say('tokens-are', { tokens });
}

function cost({ task, networkFee, keeps, others, cost: whole, feesStated }: Described): SentenceData {
  const network = lovelace(networkFee);
  if (task.kind === 'send') return say('network-fee', { fee: network });
  return say('costs', {
    cost: lovelace(whole),
    network,
    ...(keeps > 0n ? { keeps: lovelace(keeps) } : {}),
    ...(others > 0n ? { others: lovelace(others) } : {}),
    othersAre: task.kind === 'cancel' ? 'cancellation-fee' : 'service-fee',
    stated: feesStated,
  });
}

function returned({ task, comesBack }: Described): SentenceData | undefined {
  if (comesBack <= 0n || task.kind === 'send') return undefined;
  return say('comes-back', { what: lovelace(comesBack), recurring: task.kind === 'dca' });
}

function lovelace(units: bigint): AmountData {
  return amountData(ADA, units, []);
}

function amountData(asset: AssetId, units: bigint, tokens: readonly AgreedToken[]): AmountData {
  if (asset === ADA) return { units, decimals: 6, name: 'ADA', named: true };
  const token = tokens.find(({ id }) => id === asset);
  return token
    ? { units, decimals: token.decimals, name: nameOf(token, tokens), named: true }
    : { units, decimals: 0, name: shortName(asset), named: false };
}

function valueData(value: Value, tokens: readonly AgreedToken[]): readonly AmountData[] {
  return adaFirst(value, tokens).map(({ asset, units }) => amountData(asset, units, tokens));
}
