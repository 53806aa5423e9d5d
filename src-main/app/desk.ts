import type { AppParts } from '../profile/app-parts.ts';
import type { ApprovalDesk } from '../features/approval/approval-window.ts';
import type { ChartFeeds } from '../features/charts/chart-feeds.ts';
import type { DcaFeeds } from '../features/dca/dca-feeds.ts';
import type { DeskFeeds } from '../features/wallet/wallet-feeds.ts';
import type { MarketFeeds } from '../features/markets/market-feeds.ts';
import type { Notebook } from './notebook.ts';
import type { OrderFeeds } from '../features/orders/order-feeds.ts';
import type { Preferences } from './preferences.ts';
import type { ProfileHost } from '../profile/profile-host.ts';
import type { SaveBudget } from '../gate/save-budget.ts';
import type { SetDesk } from '../features/approval/batches.ts';
import type { VaultDesk } from '../features/vault/vault-window.ts';

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
