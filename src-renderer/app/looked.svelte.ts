import { createContext } from 'svelte';
import type { DcaPlans } from '../features/dca/dca-plans.svelte.ts';
import type { OrdersList, OrderTable } from '../features/orders/orders.svelte.ts';

/** The lists of an address that is looked at. */
export interface Looked {
  readonly orders: OrdersList;
  readonly orderTable: OrderTable;
  readonly plans: DcaPlans;
}

export const [useLooked, provideLooked] = createContext<Looked>();
