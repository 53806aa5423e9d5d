import { ADA, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { keepNewest } from '#domain/newest.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { ADA_TOKEN, type DecimalsSource, type Token, unknownToken } from '#domain/token.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { looksAlike } from '#domain/words/look-alikes.ts';
import { sameTicker, shownName } from '#domain/words/names.ts';
import type { Clock } from '../ports/system.ts';
import type { Ledger, LedgerAsset } from '../ports/ledger.ts';
import type { Service } from '../ports/service.ts';

const KEPT_MS = 10 * 60_000;
const KEPT_TOKENS = 5_000;
/** A token that no source knows is not asked for again for this long, each time twice as long. */
const UNKNOWN_MS = 2 * 60_000;
const LONGEST_UNKNOWN_MS = 2 * 3_600_000;

/** A token, and whether both sides had answered; what one alone said is shown until the other has, too. */
interface Known {
  readonly token: Token;
  readonly at: number;
  readonly whole: boolean;
}

/** That neither side knew a token, and for how long that is believed. */
interface Unknown {
  readonly until: number;
  readonly ms: number;
}

const UNKNOWN: ReadonlySet<string> = new Set(['token-unknown', 'service-not-found']);

/**
 * The known tokens. Decimals and tickers come from the service, else from the ledger back-end's metadata, else they are
 * unknown; if the two contradict each other they also count as unknown, so that no false claim can lead to a wrong
 * amount, or to one token being taken for another.
 */
export class TokenCatalogue {
  readonly #service: Service;
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #known = new Map<AssetId, Known>();
  readonly #asking = new Map<AssetId, Promise<Result<Token, Failure>>>();
  readonly #unknown = new Map<AssetId, Unknown>();

  constructor(service: Service, ledger: Ledger, clock: Clock) {
    this.#service = service;
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Failures: `token-unknown` when neither side knows it, else those of the service. That nobody knows it is believed for minutes. */
  async get(id: AssetId): Promise<Result<Token, Failure>> {
    if (id === ADA) return ok(ADA_TOKEN);
    const entry = this.#known.get(id);
    if (entry?.whole === true && this.#clock.monotonic() - entry.at < KEPT_MS) return ok(entry.token);
    if (this.isUnknown(id)) return failed(failure('token-unknown'));
    const asking = this.#asking.get(id) ?? this.#ask(id).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asking);
    return asking;
  }

  /** Whether it is known without asking, from both sides. */
  knows(id: AssetId): boolean {
    return id === ADA || this.#known.get(id)?.whole === true;
  }

  /** Whether neither side knew it lately: it is not asked for now. */
  isUnknown(id: AssetId): boolean {
    const unknown = this.#unknown.get(id);
    return unknown !== undefined && this.#clock.monotonic() < unknown.until;
  }

  /** Whether something is known of it, or it was asked for and nobody knew it. */
  answered(id: AssetId): boolean {
    return id === ADA || this.#known.has(id) || this.#unknown.has(id);
  }

  /** Others answer from now on, who may know what nobody did. */
  startOver(): void {
    this.#unknown.clear();
  }

  /** The token as known without a request; an unknown token is named by its id. */
  shown(id: AssetId): Token {
    if (id === ADA) return ADA_TOKEN;
    return this.#known.get(id)?.token ?? plainToken(id);
  }

  /** The token as it is known with its decimals, else as the service listed it. */
  best(reported: Token): Token {
    return reported.id === ADA ? ADA_TOKEN : (this.#known.get(reported.id)?.token ?? reported);
  }

  /** Other tokens that are known here and that people could take for one of this ticker. */
  namesakes(id: AssetId, ticker: string): readonly AssetId[] {
    return [...this.#known.values()].flatMap(({ token }) =>
      token.id !== id && looksAlike(token.ticker, ticker) ? [token.id] : [],
    );
  }

  async #ask(id: AssetId): Promise<Result<Token, Failure>> {
    const [reported, registered] = await Promise.all([this.#service.token(id), this.#ledger.asset(id)]);
    const asset = registered.ok ? registered.value : undefined;
    const isUnknown = !reported.ok && UNKNOWN.has(reported.failure.code);
    if (!reported.ok && asset === undefined) {
      if (isUnknown && registered.ok) this.#remember(id);
      return failed(isUnknown ? failure('token-unknown') : reported.failure);
    }
    const token = merge(id, reported.ok ? reported.value : undefined, asset);
    this.#keep(token, (reported.ok || isUnknown) && registered.ok);
    return ok(token);
  }

  #remember(id: AssetId): void {
    const ms = Math.min((this.#unknown.get(id)?.ms ?? UNKNOWN_MS / 2) * 2, LONGEST_UNKNOWN_MS);
    keepNewest(this.#unknown, id, { ms, until: this.#clock.monotonic() + ms }, KEPT_TOKENS);
  }

  /** Half an answer takes no whole one's place. */
  #keep(token: Token, whole: boolean): void {
    if (!whole && this.knows(token.id)) return;
    this.#unknown.delete(token.id);
    keepNewest(this.#known, token.id, { token, at: this.#clock.monotonic(), whole }, KEPT_TOKENS);
  }
}

/** Joins what the service and the ledger say of a token. */
export function merge(id: AssetId, reported: Token | undefined, asset: LedgerAsset | undefined): Token {
  const stated =
    reported !== undefined && reported.decimalsSource !== 'unknown' ? reported.decimals : undefined;
  const registered = asset?.decimals;
  const agreed = stated === undefined || registered === undefined || stated === registered;
  const decimals = agreed ? (stated ?? registered) : undefined;
  const source: DecimalsSource =
    decimals === undefined
      ? 'unknown'
      : registered === undefined
        ? (reported?.decimalsSource ?? 'service')
        : 'ledger';
  return {
    ...called(id, reported, asset),
    verified: reported?.verified ?? false,
    decimals: decimals ?? 0,
    decimalsSource: source,
  };
}

/**
 * Two that call it differently: it has no name then, and its id is shown. The minter's own word counts against the
 * service's where no registry has the token, and never for it: a token of any name costs a minute and two ADA.
 */
function called(
  id: AssetId,
  reported: Token | undefined,
  asset: LedgerAsset | undefined,
): Pick<Token, 'id' | 'ticker' | 'tickerSource' | 'tickerClaims' | 'name'> {
  const [service, ledger] = [reported?.ticker ?? '', asset?.ticker ?? ''];
  const against = ledger || withoutSign(asset?.minted ?? '');
  if (
    service !== '' &&
    against !== '' &&
    !sameTicker(ledger === '' ? withoutSign(service) : service, against)
  )
    return { id, ticker: '', tickerSource: 'disputed', tickerClaims: { service, ledger: against }, name: '' };
  const ticker = service || ledger;
  return {
    id,
    ticker,
    tickerSource: ledger === '' ? (ticker === '' ? 'unknown' : 'service') : 'ledger',
    name: reported?.name ?? asset?.name ?? plainToken(id).name,
  };
}

/** Minters write `$TICKER` and mean the same. */
function withoutSign(ticker: string): string {
  return ticker.replace(/^\$(?=.)/, '');
}

/** A token of which nothing is known: the readable part of its name, and no decimals. */
export function plainToken(id: AssetId): Token {
  const name = Buffer.from(id.slice(56), 'hex').toString('utf8').toWellFormed();
  const readable = /^[\p{L}\p{N} ._$-]{1,32}$/u.test(name) ? name : '';
  return { ...unknownToken(id), name: readable };
}

/** An amount for a sentence: in base units if the token's decimals are unknown. */
export function shownAmount(quantity: bigint, token: Token): ShownAmount {
  const named = token.decimalsSource !== 'unknown';
  return { units: quantity, decimals: named ? token.decimals : 0, name: shownName(token), named };
}
