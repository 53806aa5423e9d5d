import type { KnownScripts } from '../../cardano/order-forms/order-form.ts';
import type { OrderFact } from '../facts.ts';
import { exchangeOfPlace } from '../order-sums.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import { shortened } from '../wording.ts';
import type { Finding } from '../inspection.ts';
import type { TokenFact } from '../policy.ts';

export const verifiedOnly: Rule = {
  id: 'P5',
  holds: 'Only tokens that the service calls verified are traded, when you allow no others.',
  leavesOut: 'Whether a verified token is worth anything.',
  judge: ({ given: { policy } }) =>
    policy?.limits.verifiedOnly
      ? policy.unverified.map((token) =>
          block('P5', `${token} is not verified, and your limits allow verified tokens only.`),
        )
      : [],
};

export const allowedExchanges: Rule = {
  id: 'P6',
  holds:
    'Only exchanges that you allow, and did not leave out, are used: by the routes that the service states and by the scripts of the orders.',
  leavesOut: 'Where an exchange itself routes an order once it holds it.',
  judge: ({ given: { policy, scripts, terms }, orders }) => {
    if (!policy) return [];
    const leftOut = new Set(policy.excluded?.map(spelling));
    const places = orders.flatMap((order) => exchangesOf(order, scripts.known));
    const used = places.filter((exchange) => leftOut.has(spelling(exchange)));
    if (used.length > 0)
      return [...new Set(used)].map((exchange) =>
        block('P6', `${exchange} would be used, which you left out of this trade.`),
      );
    const unchosen = policy.chosen ? unchosenPlaces(orders, policy.chosen, scripts.known) : [];
    if (unchosen.length > 0)
      return unchosen.map((exchange) =>
        block('P6', `${exchange} would be used, which you did not choose for this recurring order.`),
      );
    const allowed = policy.limits.exchanges;
    if (!allowed) return [];
    if (terms.kind === 'dca' && policy.exchanges.length === 0)
      return [block('P6', 'The recurring order may trade at any exchange; choose those that you allow.')];
    const spelled = new Set(allowed.map(spelling));
    const stated = policy.exchanges.filter((exchange) => !spelled.has(spelling(exchange)));
    const placed = places.filter((exchange) => !spelled.has(spelling(exchange)));
    // Where not every script is known, an unknown one may well be an allowed exchange's.
    const judgeUnknown = scripts.complete ? block : warn;
    const unknown = new Set(orders.flatMap(({ script, scriptHash }) => (script ? [] : [scriptHash])));
    return [
      ...[...new Set([...stated, ...placed])].map((exchange) =>
        block('P6', `${exchange} would be used, which is not one of the exchanges that you allow.`),
      ),
      ...Array.from(unknown, (hash) =>
        judgeUnknown(
          'P6',
          `An order is locked by a script (${shortened(hash)}) of an unknown exchange, so your list of allowed exchanges cannot be applied.`,
        ),
      ),
    ];
  },
};

/** A plan that places orders is at its service's script, and trades at the exchanges of these orders. */
function exchangesOf({ script, terms }: OrderFact, known: KnownScripts): readonly string[] {
  const placesAt = terms?.recurring?.placesAt;
  if (!placesAt) return script ? [script.exchange] : [];
  return placesAt.flatMap((place) => exchangeOfPlace(place.script, known) ?? []);
}

/** Where a plan that places orders may trade beyond the exchanges that were chosen for it. */
function unchosenPlaces(
  orders: readonly OrderFact[],
  chosen: readonly string[],
  known: KnownScripts,
): readonly string[] {
  const spelled = new Set(chosen.map(spelling));
  const places = orders
    .filter(({ terms }) => terms?.recurring?.placesAt !== undefined)
    .flatMap((order) => exchangesOf(order, known));
  return [...new Set(places)].filter((exchange) => !spelled.has(spelling(exchange)));
}

/** Services and lists write one exchange as `MINSWAPV2` and `Minswap V2`. */
function spelling(exchange: string): string {
  return exchange.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

export const firstSeenRecipient: Rule = {
  id: 'P7',
  holds: 'Whoever is paid besides the orders was paid by a transaction that you signed before.',
  leavesOut:
    'Whether the payment is right (V3); payments by other programs; and a journal that another program changed.',
  judge: ({ given: { policy }, outputs }) => {
    if (!policy) return [];
    const fresh = outputs.filter(
      ({ role, addressText }) => role === 'foreign' && !policy.seenRecipients.has(addressText),
    );
    return [...new Set(fresh.map(({ addressText }) => addressText))].map((address) =>
      warn('P7', `You have not paid the address ${shortened(address)} before.`),
    );
  },
};

export const firstSeenScript: Rule = {
  id: 'P8',
  holds: "Every order is locked by a known exchange's script, or by one that you placed an order at before.",
  leavesOut: 'What the script allows; and whether an unknown script may be used at all (V9).',
  judge: ({ given: { policy }, orders }) => {
    if (!policy) return [];
    const fresh = orders.filter(({ script, scriptHash }) => !script && !policy.seenScripts.has(scriptHash));
    return [...new Set(fresh.map(({ scriptHash }) => scriptHash))].map((hash) =>
      warn('P8', `You have not placed an order at the script ${shortened(hash)} before.`),
    );
  },
};

/**
 * Tickers are the service's words, and anybody may mint a token of any name. The trading window asks before it trades
 * an unverified token, but its word that it asked counts nothing here.
 */
export const firstSeenToken: Rule = {
  id: 'P9',
  holds:
    'Every token was traded by a transaction that you signed before, the ledger confirms its decimals, and they are those that it had when it was first seen here.',
  leavesOut:
    'Whether a token is the one that you mean: compare its id; and whether a verified token is worth anything.',
  judge: ({ given: { policy } }) => (policy?.tokens ?? []).flatMap(judgeToken),
};

function judgeToken(token: TokenFact): readonly Finding[] {
  const { id, name, verified, decimals, decimalsBefore, decimalsFromService, traded } = token;
  if (decimalsBefore !== undefined)
    return [
      block(
        'P9',
        `${name} is now said to have ${decimals} decimals; when it was first seen here it had ${decimalsBefore}. A token's decimals never change, so every amount of it could be wrong. Its id is ${id}.`,
      ),
    ];
  const findings: Finding[] = [];
  if (!verified)
    findings.push(
      traded
        ? info('P9', `${name} is not verified. Its id is ${id}.`)
        : warn('P9', `${name} is not verified, and you have not traded it before. Its id is ${id}.`),
    );
  else if (!traded) findings.push(info('P9', `You have not traded ${name} before. Its id is ${id}.`));
  if (decimalsFromService)
    findings.push(
      (traded ? info : warn)(
        'P9',
        `That one ${name} is ${10n ** BigInt(decimals)} base units is stated by the service alone: amounts could be wrong by factors of ten.`,
      ),
    );
  return findings;
}
