import { quotedTicker, shortened } from '#domain/words/names.ts';
import { exchangeOfPlace } from '../order-sums.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import type { ScriptList } from '../inspection-input.ts';
import type { PolicyFacts, TokenFact } from '../policy.ts';
import { inEnglish, sentence, type InspectionSentence } from '../words/sentences.ts';

export const verifiedOnly: Rule = {
  ...described('P5'),
  judge: ({ context: { policy }, trade }) => {
    if (!policy?.limits.verifiedOnly) return [];
    const { unverified } = policy;
    if (unverified === undefined) return trade ? [warn('P5', sentence('P5-not-applied'))] : [];
    return unverified.map((token) => block('P5', sentence('P5-unverified', { token })));
  },
};

export const allowedExchanges: Rule = {
  ...described('P6'),
  judge: (facts) => {
    const { policy, scripts } = facts.context;
    if (!policy) return [];
    const venues = new Venues(scripts);
    return [...judgeLeftOut(policy, facts, venues), ...judgeAllowed(policy, facts, venues)];
  },
};

/** A code that the service uses is a claim; which exchange an order is at is known from its script alone. */
class Venues {
  readonly #codes: ReadonlyMap<string, string>;
  readonly #others: ReadonlyMap<string, string | undefined>;
  readonly #withScript: ReadonlySet<string>;
  readonly #coded: ReadonlySet<string>;

  constructor({ known, codes, otherCodes }: Pick<ScriptList, 'known' | 'codes' | 'otherCodes'>) {
    this.#codes = new Map(
      Array.from(codes ?? [], ([code, exchange]) => [spelling(code), spelling(exchange)]),
    );
    this.#others = new Map(
      Array.from(otherCodes ?? [], ([code, hopsOf]) => [
        spelling(code),
        hopsOf === undefined ? undefined : spelling(hopsOf),
      ]),
    );
    this.#withScript = new Set(Array.from(known.values(), ({ exchange }) => spelling(exchange)));
    this.#coded = new Set(this.#codes.values());
  }

  /** The exchange that a code or a name means, as far as this app's own list says; else the code itself. */
  of(code: string): string {
    return this.#codes.get(spelling(code)) ?? spelling(code);
  }

  /** The exchange whose orders are meant when they go over several pools; `undefined` for any other code. */
  hopsOf(code: string): string | undefined {
    return this.#others.get(spelling(code));
  }

  /** Whether orders at the exchange of this code can be recognised by their script. */
  hasScript(code: string): boolean {
    return this.#withScript.has(this.of(code));
  }

  /** Whether the list says what the code means. One that it does not know may be any exchange's. */
  knows(code: string): boolean {
    const spelt = spelling(code);
    return (
      this.#codes.has(spelt) || this.#others.has(spelt) || this.#coded.has(spelt) || this.hasScript(code)
    );
  }

  /** Whether no code of the list means the exchange, so that the service may call it anything. */
  isUncoded(exchange: string): boolean {
    return !this.#coded.has(spelling(exchange));
  }
}

/** Exchanges that the user excluded from this trade, or did not choose for it. */
function judgeLeftOut(policy: PolicyFacts, facts: Facts, venues: Venues): readonly Finding[] {
  const excluded = policy.excluded ?? [];
  const chosen = policy.chosen ?? [];
  const leftOut = new Set(excluded.map((code) => venues.of(code)));
  const wanted = new Set(chosen.map((code) => venues.of(code)));
  const used = new Map<string, string>();
  const others = new Set<string>();
  const doubts = new Map<string, InspectionSentence>();
  const doubt = (one: InspectionSentence): unknown => doubts.set(inEnglish(one), one);
  for (const { exchange, script, pools } of placesOf(facts)) {
    const venue = venues.of(exchange);
    const uncoded = venues.isUncoded(exchange);
    for (const code of excluded.filter((each) => venues.hopsOf(each) === venue))
      if (pools === undefined) doubt(sentence('P6-unseen-pools', { code, exchange }));
      else if (pools > 1) used.set(venues.of(code), code);
    // The code that was stated for it in an earlier trade holds on when the service now uses another one. One that
    // the list knows means what the list says.
    const stated = (policy.codesAt?.get(script) ?? []).filter((code) => uncoded || !venues.knows(code));
    const names = [venue, ...stated.map((code) => venues.of(code))];
    if (names.some((name) => leftOut.has(name))) used.set(venue, exchange);
    else if (wanted.has(venue)) continue;
    else if (chosen.length > 0 && !uncoded) others.add(exchange);
    else if (chosen.length > 0 || (uncoded && excluded.some((code) => !venues.hasScript(code))))
      doubt(sentence('P6-uncoded', { exchange }));
    else for (const code of excluded) if (!venues.knows(code)) doubt(sentence('P6-unknown-code', { code }));
  }
  for (const code of policy.exchanges) {
    const venue = venues.of(code);
    if (leftOut.has(venue) && !used.has(venue)) used.set(venue, code);
  }
  return [
    ...Array.from(used.values(), (exchange) => block('P6', sentence('P6-left-out', { exchange }))),
    ...Array.from(others, (exchange) => block('P6', sentence('P6-not-chosen', { exchange }))),
    ...Array.from(doubts.values(), (one) => warn('P6', one)),
  ];
}

/** The exchanges allowed by the user's limits. The service's name for an exchange never puts a script on the list. */
function judgeAllowed(policy: PolicyFacts, { context, orders }: Facts, venues: Venues): readonly Finding[] {
  const allowed = policy.limits.exchanges;
  if (!allowed) return [];
  if (context.terms.kind === 'dca' && policy.exchanges.length === 0) return [block('P6', sentence('P6-any'))];
  const listed = new Set(allowed.map((code) => venues.of(code)));
  const stated = policy.exchanges.filter((code) => !listed.has(venues.of(code)));
  const placed = placesOf({ context, orders }).flatMap(({ exchange }) =>
    listed.has(venues.of(exchange)) ? [] : [exchange],
  );
  // Where not every script is known, an unknown one may well be an allowed exchange's.
  const judgeUnknown = context.scripts.complete ? block : warn;
  const unknown = new Set([
    ...orders.flatMap(({ script, scriptHash }) => (script ? [] : [scriptHash])),
    ...placesToBe(context).filter((script) => exchangeOfPlace(script, context.scripts.known) === undefined),
  ]);
  return [
    ...[...new Set([...stated, ...placed])].map((exchange) =>
      block('P6', sentence('P6-not-allowed', { exchange })),
    ),
    ...Array.from(unknown, (hash) =>
      judgeUnknown('P6', sentence('P6-unknown-script', { script: shortened(hash) })),
    ),
  ];
}

interface Place {
  readonly exchange: string;
  readonly script: string;
  /** Pools that the order goes over; `undefined` where that cannot be seen. */
  readonly pools: number | undefined;
}

/** Where orders are filled: at their own scripts, or, of a plan that places orders, at those of these orders. */
function placesOf({ orders, context }: Pick<Facts, 'orders' | 'context'>): readonly Place[] {
  const placed = (script: string): readonly Place[] => {
    const exchange = exchangeOfPlace(script, context.scripts.known);
    return exchange === undefined ? [] : [{ exchange, script, pools: undefined }];
  };
  const filled = orders.flatMap(({ script, scriptHash, terms }): readonly Place[] => {
    const placesAt = terms?.recurring?.placesAt;
    if (placesAt) return placesAt.flatMap((place) => placed(place.script));
    return script ? [{ exchange: script.exchange, script: scriptHash, pools: terms?.pools }] : [];
  });
  return [...filled, ...placesToBe(context).flatMap(placed)];
}

/** Scripts of orders that are to take the place of those that are taken back: a limit must not stop them halfway. */
function placesToBe({ terms, agreed }: Facts['context']): readonly string[] {
  if (terms.kind !== 'cancel') return [];
  const tasks = agreed?.agreement.transactions.map(({ task }) => task) ?? [];
  return tasks.flatMap((task) => (task.kind === 'limit' && task.replaces ? [task.replaces.script] : []));
}

/** Services and lists write one exchange as `MINSWAPV2` and `Minswap V2`. */
function spelling(exchange: string): string {
  return exchange.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

export const firstSeenRecipient: Rule = {
  ...described('P7'),
  judge: ({ context: { policy }, outputs, send }) => {
    if (!policy) return [];
    if (send)
      return policy.sentTo?.has(send.to) === true || outputs.every(({ role }) => role !== 'foreign')
        ? []
        : [warn('P7', sentence('P7-never'))];
    const fresh = outputs.filter(
      ({ role, addressText }) => role === 'foreign' && !policy.seenRecipients.has(addressText),
    );
    return [...new Set(fresh.map(({ addressText }) => addressText))].map((address) =>
      warn('P7', sentence('P7-first', { address: shortened(address) })),
    );
  },
};

export const firstSeenScript: Rule = {
  ...described('P8'),
  judge: ({ context: { policy }, orders }) => {
    if (!policy) return [];
    const fresh = orders.filter(({ script, scriptHash }) => !script && !policy.seenScripts.has(scriptHash));
    return [...new Set(fresh.map(({ scriptHash }) => scriptHash))].map((hash) =>
      warn('P8', sentence('P8-first', { script: shortened(hash) })),
    );
  },
};

/**
 * A token is its id. Tickers are words of the service and of whoever fills a registry, and anybody may mint a token of
 * any name. The trading window asks before it trades an unverified token, but its word that it asked counts nothing here.
 */
export const firstSeenToken: Rule = {
  ...described('P9'),
  // For a gift, a token's worth does not matter; its identity and its decimals do.
  judge: ({ context: { policy }, send }) =>
    (policy?.tokens ?? []).flatMap((token) => {
      const changed = changesOf(token);
      if (changed.some(({ severity }) => severity === 'block')) return changed;
      const judged = send
        ? [...judgeName(token), ...judgeDecimals(token, warn)]
        : [...judgeName(token), ...judgeTraded(token), ...judgeDecimals(token, token.traded ? info : warn)];
      return [...changed, ...judged];
    }),
};

/**
 * A token's first-seen facts are binding: the journal overrides all other sources. A name may have been wrong from the
 * start, or changed by the minter: where the ledger says so, the user is asked.
 */
function changesOf({ id, name, decimals, decimalsBefore, tickerChanged }: TokenFact): readonly Finding[] {
  return [
    ...(decimalsBefore === undefined
      ? []
      : [block('P9', sentence('P9-decimals-changed', { name, id, now: decimals, before: decimalsBefore }))]),
    ...(tickerChanged === undefined
      ? []
      : [
          tickerChanged.byLedger
            ? warn('P9', sentence('P9-ticker-renamed', renaming(id, tickerChanged)))
            : block('P9', sentence('P9-ticker-changed', renaming(id, tickerChanged))),
        ]),
  ];
}

function renaming(id: string, { now, before }: Required<TokenFact>['tickerChanged']) {
  return { id, now: quotedTicker(now), before: quotedTicker(before) };
}

/**
 * Asked once for each token: what was agreed to is remembered by the journal, and binds from then on. Of two that the user
 * agreed to by one name, a ticker alone never says which is meant, so that is asked each time.
 */
function judgeName(token: TokenFact): readonly Finding[] {
  const { id, name, tickerFromService, tickerClaims, namesakes = [], agreedNamesakes = [], agreed } = token;
  const ask = agreed === true ? info : warn;
  return [
    ...(tickerClaims === undefined
      ? []
      : [
          ask(
            'P9',
            sentence('P9-ticker-disputed', {
              id,
              service: quotedTicker(tickerClaims.service),
              ledger: quotedTicker(tickerClaims.ledger),
            }),
          ),
        ]),
    ...(tickerFromService === true ? [ask('P9', sentence('P9-ticker-from-service', { name, id }))] : []),
    ...namesakes
      .slice(0, MOST_NAMESAKES)
      .map((other) =>
        (agreedNamesakes.includes(other) ? warn : ask)('P9', sentence('P9-namesake', { name, id, other })),
      ),
  ];
}

/** Named one by one; more of them say nothing that these did not. */
const MOST_NAMESAKES = 3;

function judgeTraded({ id, name, verified, traded }: TokenFact): readonly Finding[] {
  if (!verified)
    return [
      traded
        ? info('P9', sentence('P9-unverified', { name, id }))
        : warn('P9', sentence('P9-unverified-first', { name, id })),
    ];
  return traded ? [] : [info('P9', sentence('P9-first', { name, id }))];
}

function judgeDecimals(
  { name, decimals, decimalsFromService }: TokenFact,
  ask: typeof info,
): readonly Finding[] {
  return decimalsFromService
    ? [ask('P9', sentence('P9-decimals-from-service', { name, units: 10n ** BigInt(decimals) }))]
    : [];
}
