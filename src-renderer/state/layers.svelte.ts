import { failureWords, type FailureLike } from '../format/failure-words.ts';
import type { DcaHistoryView, DcaPlanView } from '#contract/dca-views.ts';
import type { LadderPlanView, LimitQuoteView } from '#contract/limit-views.ts';
import type { QuoteView, TokenView } from '#contract/views.ts';

export type LinkName = 'website' | 'twitter' | 'discord';

/** What lies above the desk; one layer at a time, the last asked for. */
export type Layer =
  | {
      readonly kind: 'pick-token';
      readonly title: string;
      readonly onpick: (token: TokenView) => void;
      readonly without?: string;
    }
  | { readonly kind: 'acknowledge'; readonly token: TokenView; readonly then: () => void }
  | { readonly kind: 'review'; readonly quote: QuoteView }
  | { readonly kind: 'review-limit'; readonly quote: LimitQuoteView }
  | { readonly kind: 'review-ladder'; readonly plan: LadderPlanView }
  | { readonly kind: 'review-dca'; readonly plan: DcaPlanView }
  | { readonly kind: 'trade'; readonly tradeId: string }
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'cancel-orders'; readonly orderIds: readonly string[] }
  | { readonly kind: 'plan'; readonly planId: string }
  | { readonly kind: 'cancel-plan'; readonly planId: string }
  | { readonly kind: 'dca-past'; readonly history: DcaHistoryView }
  | { readonly kind: 'settings'; readonly section?: 'general' | 'limits' | 'service' }
  | { readonly kind: 'link'; readonly token: TokenView; readonly link: LinkName; readonly address: string }
  | { readonly kind: 'receive' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'failure'; readonly failure: FailureLike };

/** Phases of a review or a cancellation in which the approval window opens, stands or signs. */
const WITH_APPROVAL: readonly string[] = ['requoting', 'building', 'waiting', 'signing'];

/** Which sheet is open, and the one line at the bottom of the window. */
export class Layers {
  open = $state.raw<Layer | undefined>();
  /** What was last done, in words. Stays until the next one. */
  status = $state('');
  /** Set while the status line tells of a failure. */
  failure = $state.raw<FailureLike | undefined>();
  amountsHidden = $state(false);
  /** The approval window is the other half of the sheet that is open: what is typed now is meant for it. */
  withApproval = $state(false);

  /** Follows the phase of the sheet that has the approval window open, until that sheet is gone. Called while it is set up. */
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

  /** Closes the layer if it is still the one that stands open. */
  close(layer?: Layer): void {
    if (layer === undefined || this.open === layer) this.open = undefined;
  }

  say(text: string): void {
    this.status = text;
    this.failure = undefined;
  }

  /** What did not go well is told in the same line, and in full on request. */
  complain(failure: FailureLike): void {
    const { what, advice } = failureWords(failure);
    this.status = `${what} ${advice}`;
    this.failure = failure;
  }
}
