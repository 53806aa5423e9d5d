import { createContext } from 'svelte';
import { failureWords, type FailureLike } from '../format/words.ts';
import type { Side } from '#domain/limit-price.ts';
import type { DcaHistoryView } from '#contract/dca.ts';
import type { ReviewView } from '#contract/approval.ts';
import type { TokenView } from '#contract/tokens.ts';
import type { Answer } from '../client/main-api.ts';
import { words } from './words.ts';

export type EstimateState = 'none' | 'asking' | 'fresh' | 'stale' | 'failed';

/** The parts that a review needs of the ticket under review. */
export interface ReviewedTicket {
  /** Set while the review is open. */
  paused: boolean;
  /** The request to main; `undefined` while the form cannot be quoted. */
  readonly request: unknown;
  readonly quote: { readonly id: string } | undefined;
  readonly quoteState: EstimateState;
  readonly failure: FailureLike | undefined;
  refresh(): void;
  /** Has the service build what was quoted. */
  build(quoteId: string): Promise<Answer<ReviewView>>;
}

/** A limit order to be opened in the ticket. */
export interface LimitOrderDraft {
  readonly token: string;
  readonly side: Side;
  readonly pay: { readonly asset: string; readonly quantity: string };
  readonly adaPerToken: string;
}

/** A payment as far as it was typed. */
export interface PaymentDraft {
  readonly to: string;
  readonly ada: string;
  readonly tokens: readonly { readonly token: TokenView; readonly text: string }[];
  /** The only coins to spend, `hash#index`. */
  readonly coins?: readonly string[];
  /** Spends only what is at addresses that do not trade. */
  readonly gathers?: true;
}

export type LinkName = 'website' | 'twitter' | 'discord';

/** The layer above the desk; one at a time, the latest requested. */
export type Layer =
  | {
      readonly kind: 'pick-token';
      readonly title: string;
      readonly onpick: (token: TokenView) => void;
      readonly without?: string;
    }
  | { readonly kind: 'acknowledge'; readonly token: TokenView; readonly then: () => void }
  | { readonly kind: 'trade'; readonly tradeId: string }
  /** `looked`: of the address that is looked at, and not of the wallet. */
  | { readonly kind: 'order'; readonly orderId: string; readonly looked?: boolean }
  | { readonly kind: 'cancel-orders'; readonly orderIds: readonly string[] }
  /** `price`: ADA per whole token, chosen on the chart. */
  | { readonly kind: 'move-order'; readonly orderId: string; readonly price?: string }
  | { readonly kind: 'plan'; readonly planId: string; readonly looked?: boolean }
  | { readonly kind: 'cancel-plan'; readonly planId: string }
  | { readonly kind: 'dca-past'; readonly history: DcaHistoryView }
  | {
      readonly kind: 'settings';
      readonly section?: 'general' | 'limits' | 'service' | 'secrets' | 'releases';
    }
  | { readonly kind: 'go-live' }
  | { readonly kind: 'look' }
  | { readonly kind: 'check-release' }
  | { readonly kind: 'release-news' }
  | { readonly kind: 'link'; readonly token: TokenView; readonly link: LinkName; readonly address: string }
  | { readonly kind: 'receive' }
  | { readonly kind: 'send'; readonly draft?: PaymentDraft }
  | { readonly kind: 'coins'; readonly draft?: PaymentDraft }
  | { readonly kind: 'workspaces' }
  | { readonly kind: 'replay-result' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'tour' }
  /** `name`: the label of the figure that was asked about. */
  | { readonly kind: 'glossary'; readonly name?: string }
  | { readonly kind: 'quality' }
  | { readonly kind: 'failure'; readonly failure: FailureLike };

/** Phases of a review or a cancellation in which the approval window opens, is open or signs. */
const WITH_APPROVAL: readonly string[] = ['requoting', 'building', 'waiting', 'signing'];

/** Milliseconds for which the status line shows the last action. */
const STATUS_MS = 8_000;

/** Which sheet is open, and the one line at the bottom of the window. */
export class Layers {
  open = $state.raw<Layer | undefined>();
  /** The last action, in words. It disappears by itself; a failure stays until the next message. */
  status = $state('');
  /** Set while the status line reports a failure. */
  failure = $state.raw<FailureLike | undefined>();
  amountsHidden = $state(false);
  /** The approval window opens or is open: keys pressed now are meant for it. */
  withApproval = $state(false);
  #fading: ReturnType<typeof setTimeout> | undefined;

  /** Follows the phase of what has the approval window open, until that is gone. Called while it is set up. */
  follow(phase: () => string): void {
    $effect(() => {
      this.withApproval = WITH_APPROVAL.includes(phase());
    });
    $effect(() => () => {
      this.withApproval = false;
    });
  }

  show(layer: Layer): void {
    this.open = layer;
  }

  /** Closes the layer if it is still the one that is open. */
  close(layer?: Layer): void {
    if (layer === undefined || this.open === layer) this.open = undefined;
  }

  say(text: string): void {
    this.#put(text, undefined);
    this.#fading = setTimeout(() => this.#put('', undefined), STATUS_MS);
  }

  /** Says in the status line what a call came to, where there is something to say; answers whether it went well. */
  async report(doing: Promise<Answer<unknown>>, done?: string): Promise<boolean> {
    const answer = await doing;
    if (answer.ok) {
      if (done !== undefined) this.say(done);
      return true;
    }
    this.complain(answer.failure);
    return false;
  }

  /** Says where a file was saved, or why not. Nothing is said where the user cancelled. */
  async reportSaved(
    what: string,
    saving: Promise<Answer<{ readonly saved: boolean; readonly path?: string | undefined }>>,
  ): Promise<void> {
    const answer = await saving;
    if (!answer.ok) this.complain(answer.failure);
    else if (answer.value.saved) this.say(words.savedAs({ what, path: answer.value.path }));
  }

  /** A failure is shown in the same line, and in full on request. */
  complain(failure: FailureLike): void {
    const { what, advice } = failureWords(failure);
    this.#put(`${what} ${advice}`, failure);
  }

  #put(status: string, failure: FailureLike | undefined): void {
    clearTimeout(this.#fading);
    this.status = status;
    this.failure = failure;
  }
}

export const [useLayers, provideLayers] = createContext<Layers>();
