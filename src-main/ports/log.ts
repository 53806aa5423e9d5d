/** Fields that may be logged: figures, codes and hashes; never a key, a password, a phrase or a service's text. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
