import type { SendQuoteView } from '#contract/wallet.ts';
import type { ReviewView } from '#contract/approval.ts';
import type { TokenView } from '#contract/tokens.ts';
import type { TradeView } from '#contract/trades.ts';
import { ADA_DECIMALS } from '#domain/asset.ts';
import { untrack } from 'svelte';
import type { Answer, MainApi, MainInput } from '../../client/main-api.ts';
import { parseEntry, type Entry } from '../../format/number-entry.ts';
import type { FailureLike } from '../../format/words.ts';
import { CancelRun, type CancelRunParts } from '../../state/cancel-run.svelte.ts';
import type { PaymentDraft } from '../../state/layers.svelte.ts';

type Request = MainInput<'send.prepare'>;

/** Milliseconds after the last key until main is asked what the payment would be. */
const PAUSE_MS = 350;

/** The form of a payment, and what main says that it would be. */
export class PaymentForm {
  to = $state('');
  ada = $state('');
  tokens = $state<{ readonly token: TokenView; text: string }[]>([]);
  coins = $state.raw<readonly string[] | undefined>();
  gathers = $state.raw<true | undefined>();
  quote = $state.raw<SendQuoteView | undefined>();
  failure = $state.raw<FailureLike | undefined>();
  asking = $state(false);
  readonly #held: (asset: string) => bigint | undefined;
  /** All that can be sent is known to main alone: it takes a fee, and what has to stay with tokens. */
  readonly all = $derived(['max', 'all'].includes(this.ada.trim().toLowerCase()));
  readonly adaEntry = $derived.by((): Entry => parseEntry(this.ada, { decimals: ADA_DECIMALS }));
  readonly entries = $derived.by(() => this.tokens.map(({ token, text }) => this.#entryOf(token, text)));
  /** Absent while something is missing or cannot be read. */
  readonly request = $derived.by((): Request | undefined => this.#requestNow());

  constructor(api: MainApi, held: (asset: string) => bigint | undefined, draft: PaymentDraft | undefined) {
    this.#held = held;
    if (draft) {
      this.to = draft.to;
      this.ada = draft.ada;
      this.tokens = draft.tokens.map((one) => ({ ...one }));
      this.coins = draft.coins;
      this.gathers = draft.gathers;
    }
    $effect(() => {
      const { request } = this;
      let left = false;
      untrack(() => {
        this.quote = undefined;
        this.failure = undefined;
        this.asking = request !== undefined;
      });
      if (request === undefined) return undefined;
      const timer = setTimeout(() => {
        void api.call['send.prepare'](request).then((answer) => {
          if (left) return;
          this.asking = false;
          if (answer.ok) this.quote = answer.value;
          else this.failure = answer.failure;
        });
      }, PAUSE_MS);
      return () => {
        left = true;
        clearTimeout(timer);
      };
    });
  }

  add(token: TokenView): void {
    if (!this.tokens.some((one) => one.token.id === token.id)) this.tokens.push({ token, text: '' });
  }

  remove(id: string): void {
    this.tokens = this.tokens.filter(({ token }) => token.id !== id);
  }

  /** The input, to restore later. */
  draft(): PaymentDraft {
    const { to, ada, coins, gathers } = this;
    const tokens = this.tokens.map((one) => ({ ...one }));
    return { to, ada, tokens, ...(coins ? { coins } : {}), ...(gathers ? { gathers } : {}) };
  }

  #entryOf({ id, decimals }: TokenView, text: string): Entry {
    return parseEntry(text, { decimals, available: this.#held(id) });
  }

  #requestNow(): Request | undefined {
    const { adaEntry, all, coins, entries } = this;
    const to = this.to.trim();
    const tokens = this.tokens.flatMap(({ token }, at) => {
      const entry = entries[at];
      return entry?.kind === 'amount' && entry.units > 0n
        ? [{ asset: token.id, quantity: String(entry.units), decimals: token.decimals }]
        : [];
    });
    const lovelace = all ? 'max' : adaEntry.kind === 'amount' ? String(adaEntry.units) : undefined;
    const incomplete =
      tokens.length < this.tokens.length || (!all && !['empty', 'amount'].includes(adaEntry.kind));
    if (to === '' || incomplete || (lovelace === undefined && tokens.length === 0)) return undefined;
    return {
      to,
      tokens,
      ...(lovelace === undefined ? {} : { lovelace }),
      ...(coins === undefined ? {} : { coins: [...coins] }),
      ...(this.gathers && coins === undefined ? { gathers: true as const } : {}),
    };
  }
}

/** One payment, from its draft to the chain. */
export class Payment extends CancelRun<ReviewView> {
  readonly #api: MainApi;
  readonly #request: Request;

  constructor(parts: CancelRunParts, request: Request) {
    super(parts);
    this.#api = parts.api;
    this.#request = request;
    void this.build();
  }

  /** Drafted again: the one shown may have been waiting. */
  protected async ask(): Promise<Answer<ReviewView>> {
    const quote = await this.#api.call['send.prepare'](this.#request);
    return quote.ok ? this.#api.call['send.review']({ quoteId: quote.value.id }) : quote;
  }

  protected isOver({ state }: TradeView): boolean {
    return state === 'placed' || state === 'closed' || state === 'filled';
  }
}
