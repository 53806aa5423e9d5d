import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { UNSIGNED_STATES, type Trade, type TradeState } from '#domain/trade.ts';
import type { Agreement } from '../../src-main/agreement/agreement.ts';
import { agreementHash } from '../../src-main/agreement/agreement-json.ts';
import { narrowedBy } from '../../src-main/agreement/narrow.ts';
import type { ApprovedTx } from '../../src-main/inspect/approved-tx.ts';
import type { Finding } from '../../src-main/inspect/inspection.ts';
import { DEFAULT_POLICY } from '../../src-main/inspect/policy.ts';
import { agreementFor } from '../../src-main/trading/kinds/trade-kinds.ts';
import type { Agreed } from '../../src-main/trading/kinds/judgement.ts';
import { signIfWanted, type SigningRequest } from '../../src-main/trading/commitment.ts';
import type { Consent, Review } from '../../src-main/trading/reviewer.ts';
import type { Quote, TradingAccount } from '../../src-main/trading/kinds/quote.ts';
import type { BatchTrading } from '../../src-main/trading/batch.ts';
import { PAYMENT, STAKE, myAddress } from './good-trade.ts';
import { journalEntry } from './journal-entry.ts';

/** The costs found in the first transaction of a batch. */
export const FIRST_COSTS = {
  networkFee: 200_000n,
  others: 0n,
  keeps: 2_000_000n,
  comesBack: 2_000_000n,
  laterNetworkFee: 300_000n,
} as const;

/** A built transaction's deviations. */
interface Built {
  readonly findings?: readonly Finding[];
  readonly worse?: boolean;
}

type Told<T> = T | Promise<T>;

/** The failures for the n-th attempt (from 1) at a transaction (from 0). */
export interface Script {
  readonly agree?: Result<never, Failure>;
  readonly build?: (at: number, attempt: number) => Told<Built | Failure | undefined>;
  readonly overtaken?: (at: number, attempt: number) => Told<Failure | undefined>;
  /** Between the acceptance and the signature. */
  readonly accept?: (at: number, attempt: number) => Told<Failure | undefined>;
  /** After the signature: the state of the trade then. */
  readonly send?: (
    at: number,
    attempt: number,
  ) => (Partial<Trade> & { readonly failure: Failure }) | undefined;
  /** State of a trade that is not discarded when it is to be left. */
  readonly keeps?: (at: number, attempt: number) => TradeState | 'lost' | undefined;
}

interface Examined extends Agreed {
  readonly signal: AbortSignal | undefined;
}

/** Trades without a service, a ledger or a wallet; named by transaction and attempt: `1.2` is the second one of transaction 1. */
export class ScriptedTrades implements BatchTrading {
  /** The calls, in order: `build 1`, `accept 1.2`, `sign 1.2` and so on. */
  readonly calls: string[] = [];
  readonly examined: Examined[] = [];
  readonly consents: Consent[] = [];
  readonly account: TradingAccount = {
    address: myAddress,
    addresses: [myAddress],
    own: { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) },
  };
  readonly #script: Script;
  readonly #trades = new Map<string, Trade>();
  readonly #listeners = new Set<() => void>();
  readonly #attempts = new Map<number, number>();
  #quotes: readonly Quote[] = [];

  constructor(script: Script = {}) {
    this.#script = script;
  }

  /** How many listen for changes. */
  get listening(): number {
    return this.#listeners.size;
  }

  /** Those of the calls that are named so. */
  called(name: string): readonly string[] {
    return this.calls.filter((call) => call.startsWith(`${name} `));
  }

  /** Brings a trade to a state, as its own steps or the chain do, and tells of it. */
  move(tradeId: string, state: TradeState, change: Partial<Trade> = {}): void {
    const trade = this.#trades.get(tradeId);
    if (!trade) throw new Error(`no trade ${tradeId}`);
    this.#trades.set(tradeId, { ...trade, ...change, state });
    this.tell();
  }

  /** The journal loses a trade. */
  lose(tradeId: string): void {
    this.#trades.delete(tradeId);
    this.tell();
  }

  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  agree(quotes: readonly Quote[]): Promise<Result<Agreement, Failure>> {
    this.calls.push(`agree ${quotes.length}`);
    this.#quotes = quotes;
    const agreement = ok(agreementFor(quotes, 'preprod', DEFAULT_POLICY, epochMs(0)));
    return Promise.resolve(this.#script.agree ?? agreement);
  }

  readonly quotes = { renew: ({ id }: Quote): string => `renewed ${id}` };

  async examine(
    quoteId: string,
    account: TradingAccount,
    signal?: AbortSignal,
    agreed?: Agreed,
  ): Promise<Result<Review, Failure>> {
    if (!agreed || account !== this.account) throw new Error('a batch says what was agreed to, and by whom');
    const { agreement, at } = agreed;
    const quote = this.#quotes[at];
    if (!quote || quoteId !== `renewed ${quote.id}`) return failed(failure('quote-expired'));
    this.calls.push(`build ${at}`);
    this.examined.push({ agreement, at, signal });
    const attempt = (this.#attempts.get(at) ?? 0) + 1;
    this.#attempts.set(at, attempt);
    const built = (await this.#script.build?.(at, attempt)) ?? {};
    return 'code' in built ? failed(built) : ok(this.#review(`${at}.${attempt}`, quote, agreed, built));
  }

  async overtaken(tradeId: string): Promise<Result<undefined, Failure>> {
    this.calls.push(`look ${tradeId}`);
    const why = await this.#script.overtaken?.(...placeOf(tradeId));
    return why ? failed(why) : ok(undefined);
  }

  async accept(tradeId: string, consent: Consent, signing: SigningRequest): Promise<Result<Trade, Failure>> {
    this.calls.push(`accept ${tradeId}`);
    this.consents.push(consent);
    const place = placeOf(tradeId);
    const objection = await this.#script.accept?.(...place);
    if (objection) return failed(objection);
    const signed = await signIfWanted(signing, { bodyHash: bodyHashOf(tradeId) } as ApprovedTx);
    if (!signed.ok) return signed;
    this.calls.push(`sign ${tradeId}`);
    const trouble = this.#script.send?.(...place);
    this.move(tradeId, trouble?.state ?? 'submitted', { hasReceipt: true, ...trouble });
    return trouble ? failed(trouble.failure) : ok(this.#known(tradeId));
  }

  discard(tradeId: string): Promise<Result<undefined, Failure>> {
    this.calls.push(`leave ${tradeId}`);
    const { state } = this.#known(tradeId);
    const kept = this.#script.keeps?.(...placeOf(tradeId));
    if (kept === 'lost') this.lose(tradeId);
    else if (kept !== undefined) this.move(tradeId, kept);
    else if (UNSIGNED_STATES.includes(state)) this.move(tradeId, 'discarded');
    const left = this.trade(tradeId)?.state === 'discarded';
    return Promise.resolve(left ? ok(undefined) : failed(failure('trade-not-in-that-state', { state })));
  }

  trade(tradeId: string): Trade | undefined {
    return this.#trades.get(tradeId);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #known(tradeId: string): Trade {
    const trade = this.#trades.get(tradeId);
    if (!trade) throw new Error(`no trade ${tradeId}`);
    return trade;
  }

  #review(tradeId: string, quote: Quote, { agreement, at }: Agreed, built: Built): Review {
    const { findings = [], worse = false } = built;
    const refused = findings.some(({ severity }) => severity === 'block');
    const bodyHash = bodyHashOf(tradeId);
    const { trade } = journalEntry({ id: tradeId, bodyHash, state: refused ? 'refused' : 'built' });
    this.#trades.set(tradeId, trade);
    const shown = at === 0 ? narrowedBy(agreement, FIRST_COSTS) : agreement;
    return {
      trade,
      quote,
      inspection: { bodyHash, summaryHash: `summary of ${tradeId}`, report: { findings } },
      agreement: shown,
      agreementHash: agreementHash(shown),
      ...(worse ? { worseThanQuote: { quotedExpected: 2n, quotedAtLeast: 1n } } : {}),
    } as unknown as Review;
  }
}

export function bodyHashOf(tradeId: string): string {
  return `body of ${tradeId}`;
}

function placeOf(tradeId: string): [at: number, attempt: number] {
  const [at, attempt] = tradeId.split('.').map(Number);
  return [at ?? 0, attempt ?? 0];
}
