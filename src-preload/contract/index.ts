export { approvalTable, type ApprovalTable, type ApprovalTask } from './approval.ts';
export { chartTable, type ChartTable } from './chart-window.ts';
export { mainTable, type MainTable } from './main-table.ts';
export { offlineTable, type OfflineTable } from './offline.ts';
export { vaultTable, type VaultTable, type VaultTask } from './vault.ts';
export type { CallName, InputOf, OutputOf, Table, TopicName } from './table.ts';
