export { approvalTable, type ApprovalTable, type ApprovalTask } from './approval-table.ts';
export { chartTable, type ChartTable } from './chart-table.ts';
export { mainTable, type MainTable } from './main-table.ts';
export { offlineTable, type OfflineTable } from './offline-table.ts';
export { vaultTable, type VaultTable, type VaultTask } from './vault-table.ts';
export type { CallName, InputOf, OutputOf, Table, TopicName } from './table.ts';
