import { deskAlerts } from './alerts.ts';
import { deskApp } from './app.ts';
import { deskApproval } from './approval.ts';
import { deskBook } from './book.ts';
import { deskChartWindows } from './chart-window.ts';
import { deskCharts } from './charts.ts';
import { deskDca } from './dca.ts';
import { deskLimit } from './limit.ts';
import { deskLook } from './look.ts';
import { deskMarkets } from './markets.ts';
import { deskNotices } from './notices.ts';
import { deskOrders } from './orders.ts';
import { deskProfile } from './profile.ts';
import { deskQuality } from './quality.ts';
import { deskReleases } from './releases.ts';
import { deskReplay } from './replay.ts';
import { deskSettings } from './settings.ts';
import { deskSwap } from './swap.ts';
import { deskTokens } from './tokens.ts';
import { deskTrades } from './trades.ts';
import { deskVault } from './vault.ts';
import { deskWallet } from './wallet.ts';
import { deskWorkspaces } from './workspaces.ts';
import type { DeskTable } from './table.ts';

/**
 * THE table of the trading window: every call and topic that its page has, feature by feature. Server, client, bridge and
 * test double are derived from it. Nothing secret crosses here: words and passwords are typed in the vault window.
 */
export const mainTable = {
  ...deskAlerts,
  ...deskApp,
  ...deskApproval,
  ...deskBook,
  ...deskChartWindows,
  ...deskCharts,
  ...deskDca,
  ...deskLimit,
  ...deskLook,
  ...deskMarkets,
  ...deskNotices,
  ...deskOrders,
  ...deskProfile,
  ...deskQuality,
  ...deskReleases,
  ...deskReplay,
  ...deskSettings,
  ...deskSwap,
  ...deskTokens,
  ...deskTrades,
  ...deskVault,
  ...deskWallet,
  ...deskWorkspaces,
} as const satisfies DeskTable;

export type MainTable = typeof mainTable;
