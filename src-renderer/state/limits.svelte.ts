import type { PolicyInForceView } from '#contract/policy-limits.ts';
import type { MainApi } from '../client/main-api.ts';

/** The limits that main holds trades against. This window can look at them, and not change them. */
export class Limits {
  /** Absent until main's first word. */
  view = $state.raw<PolicyInForceView | undefined>();

  constructor(api: MainApi) {
    api.on.limits((value) => (this.view = value));
  }
}
