import type { AppParts } from './app-parts.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import type { ChartFeeds } from './chart-feeds.ts';
import type { DcaFeeds } from './dca-feeds.ts';
import type { DeskFeeds } from './desk-feeds.ts';
import type { MarketFeeds } from './market-feeds.ts';
import type { Notebook } from './notebook.ts';
import type { OrderFeeds } from './order-feeds.ts';
import type { Preferences } from './preferences.ts';
import type { ProfileHost } from './profile-host.ts';
import type { SaveBudget } from './save-budget.ts';
import type { SetDesk } from './set-desk.ts';
import type { VaultDesk } from './vault-desk.ts';

/** What the handlers work with. */
export interface Desk {
  readonly parts: AppParts;
  readonly host: ProfileHost;
  readonly feeds: DeskFeeds;
  readonly charts: ChartFeeds;
  readonly markets: MarketFeeds;
  readonly orders: OrderFeeds;
  readonly dca: DcaFeeds;
  readonly sets: SetDesk;
  readonly saving: SaveBudget;
  readonly notebook: Notebook;
  readonly preferences: Preferences;
  readonly vault: VaultDesk;
  readonly approval: ApprovalDesk;
}
