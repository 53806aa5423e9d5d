/**
 * The consequences of a signature from the moment that it exists (rule A5). `until` is the end of the transaction's
 * validity in the user's notation, such as `14:05`; `undefined` when it has none.
 */
export function commitmentNote(until: string | undefined): string {
  const time = until === undefined ? 'at any time' : `until ${until}`;
  return `Whoever holds your signature can send this transaction ${time}. To make it void, spend one of its inputs.`;
}
