/** Small durable values by key (JSON), never a secret. Writes are on disk when `set` returns. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}
