import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

/** A file of cardano-cli's: JSON that says what its CBOR is. */
export interface TextEnvelope {
  /** Such as `TxWitness ConwayEra`. */
  readonly type: string;
  readonly description: string;
  /** Lower-case hex. */
  readonly cborHex: string;
}

/** A transaction has at most 16,384 bytes, and nothing else that is read here is longer. */
const LONGEST_HEX = 32_768;
const LONGEST_TEXT = 100_000;

/**
 * Reads a text envelope from a file's text. Members besides the three are ignored, as cardano-cli ignores them. Failure:
 * `envelope-malformed`, which never repeats what the file holds: it can be a key.
 */
export function readEnvelope(text: string): Result<TextEnvelope, Failure> {
  if (text.length > LONGEST_TEXT) return malformed('it is too large');
  const json = parsed(text.replace(/^\uFEFF/, ''));
  if (typeof json !== 'object' || json === null) return malformed('it is not a JSON object');
  const { type, description, cborHex } = json as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string' || type === '' || type.length > 100) return malformed('it has no type');
  if (typeof description !== 'string' || description.length > 1_000)
    return malformed('it has no description');
  if (typeof cborHex !== 'string' || cborHex.length > LONGEST_HEX || !/^([0-9a-fA-F]{2})+$/.test(cborHex))
    return malformed('its "cborHex" is not hexadecimal');
  return ok({ type, description, cborHex: cborHex.toLowerCase() });
}

/** A text envelope as cardano-cli writes it: four spaces, a line end. */
export function envelopeText({ type, description, cborHex }: TextEnvelope): string {
  return `${JSON.stringify({ type, description, cborHex }, undefined, 4)}\n`;
}

/** The unsigned transaction as cardano-cli reads it (since version 10.1). `cbor`: hex. */
export function transactionEnvelope(cbor: string): TextEnvelope {
  return { type: 'Tx ConwayEra', description: 'Ledger Cddl Format', cborHex: cbor };
}

/** Types of transactions in the era whose transactions are read here; the last two are those of older versions. */
const TRANSACTIONS = ['Tx ConwayEra', 'Witnessed Tx ConwayEra', 'Unwitnessed Tx ConwayEra'];

/** Whether an envelope holds a transaction of this era, signed or not. */
export function isTransaction({ type }: TextEnvelope): boolean {
  return TRANSACTIONS.includes(type);
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('envelope-malformed', { reason }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
