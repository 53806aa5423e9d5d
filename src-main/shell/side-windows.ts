/** A window that opens beside the trading window: with a page, a preload, a session and a gate of its own. */
export type SideName = 'vault' | 'approval';

export interface SideWindow {
  readonly title: string;
  readonly path: string;
  readonly bounds: { readonly width: number; readonly height: number };
  readonly minimum: { readonly width: number; readonly height: number };
}

export const SIDE_WINDOWS: Readonly<Record<SideName, SideWindow>> = {
  vault: {
    title: 'Touchstone vault',
    path: '/vault.html',
    bounds: { width: 520, height: 720 },
    minimum: { width: 480, height: 600 },
  },
  approval: {
    title: 'Touchstone approval',
    path: '/approval.html',
    bounds: { width: 720, height: 860 },
    minimum: { width: 560, height: 600 },
  },
};
