import type { WorldKeys } from '../accounts.ts';
import type { Chain } from '../chain/chain.ts';
import type { Market } from '../market/market.ts';
import type { OrderHistory } from '../orders/order-history.ts';
import type { Misdeeds } from './misdeeds.ts';

/** The surroundings in which the world's own traders work. */
export interface Floor {
  readonly chain: Chain;
  readonly market: Market;
  readonly orders: OrderHistory;
  readonly keys: WorldKeys;
  /** Absent in an honest world. */
  readonly misdeeds: Misdeeds | undefined;
}
