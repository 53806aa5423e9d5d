import type { OrderColumn } from '../../state/order-view.ts';

/** A column of the table that can be sorted by, with its heading. */
export interface ColumnHead {
  readonly id: OrderColumn;
  readonly text: string;
  readonly title: string;
  readonly figure: boolean;
}

export const columnHeads: readonly ColumnHead[] = [
  { id: 'pair', text: 'Order', title: 'Side and pair', figure: false },
  { id: 'worth', text: 'Pays', title: 'What the order sells; sorted by its worth in ADA', figure: true },
  { id: 'price', text: 'Price', title: 'Limit price, ADA for one token', figure: true },
  { id: 'market', text: 'Market', title: 'Market price, ADA for one token', figure: true },
  { id: 'distance', text: 'Distance', title: 'How far the market must still move', figure: true },
  { id: 'filled', text: 'Filled', title: 'How much of it is filled', figure: true },
  { id: 'age', text: 'Age', title: 'Time since it was placed', figure: true },
  { id: 'exchange', text: 'Exchange', title: 'Where it waits', figure: false },
  {
    id: 'locked',
    text: 'Locked',
    title: 'ADA that it holds beside what it sells: fees, and the deposit that comes back',
    figure: true,
  },
  { id: 'status', text: 'Status', title: 'Where it stands', figure: false },
];
