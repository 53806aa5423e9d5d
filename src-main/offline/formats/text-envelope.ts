import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decodeTransaction } from '../../cardano/transaction.ts';

/** A file of cardano-cli (cardano-api, `TextEnvelope`): what it is, a remark, and CBOR in hex. */
export interface TextEnvelope {
  readonly type: string;
  /** Free text. Nothing is decided by it. */
  readonly description: string;
  /** Lower-case hex, at least one byte. */
  readonly cborHex: string;
}

/** Characters that a file may have: a transaction has at most 16,384 bytes, two characters each. */
export const FILE_LIMIT = 65_536;

/** Both signed and unsigned transactions since cardano-cli 10.1; what older versions wrote. */
const CONWAY = 'Tx ConwayEra';
const CONWAY_BEFORE: ReadonlySet<string> = new Set(['Unwitnessed Tx ConwayEra', 'Witnessed Tx ConwayEra']);
const DESCRIPTION = 'Ledger Cddl Format';
const OTHER_ERAS = ['Byron', 'Shelley', 'Allegra', 'Mary', 'Alonzo', 'Babbage', 'Dijkstra'];
const FIELDS: readonly string[] = ['type', 'description', 'cborHex'];
const BYTE_ORDER_MARK = /^\uFEFF/;
const OPENING = /[ \t\r\n]*\{/y;
/** One field, both sides JSON texts, with what separates it from the next one. */
const FIELD = /[ \t\r\n]*("(?:[^"\\]|\\.)*")[ \t\r\n]*:[ \t\r\n]*("(?:[^"\\]|\\.)*")[ \t\r\n]*([,}])/y;
const NO_OBJECT = 'it is not a JSON object with the texts type, description and cborHex';

/**
 * Reads a text envelope: a JSON object with the texts `type`, `description` and `cborHex`, each once, and nothing
 * else. The failure says in words why not, and repeats nothing of the file, which can hold a key.
 */
export function readEnvelope(file: string): Result<TextEnvelope, string> {
  if (file.length > FILE_LIMIT) return failed(`it has more than ${FILE_LIMIT} characters`);
  const fields = readFields(file.replace(BYTE_ORDER_MARK, ''));
  if (!fields.ok) return fields;
  const [type, description, hex] = FIELDS.map((name) => fields.value.get(name));
  if (type === undefined || description === undefined || hex === undefined) return failed(NO_OBJECT);
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(hex)) return failed('its cborHex is not hexadecimal');
  return ok({ type, description, cborHex: hex.toLowerCase() });
}

/** Writes a text envelope as cardano-cli does: its order of fields, four spaces, a line's end. */
export function writeEnvelope({ type, description, cborHex }: TextEnvelope): string {
  return `${JSON.stringify({ type, description, cborHex }, undefined, 4)}\n`;
}

/**
 * Reads the file of a Conway transaction, signed or not, and returns it as lower-case hex. That it can be decoded
 * here is checked; what it does is not. Failure: `envelope-malformed`.
 */
export function readTransactionFile(file: string): Result<string, Failure> {
  const envelope = readEnvelope(file);
  if (!envelope.ok) return malformed(envelope.failure);
  const { type, cborHex } = envelope.value;
  if (type !== CONWAY && !CONWAY_BEFORE.has(type)) return malformed(whyNoTransaction(type));
  const decoded = decodeTransaction(cborHex);
  return decoded.ok ? ok(cborHex) : malformed(`its transaction cannot be read: ${decoded.failure}`);
}

/** Writes a Conway transaction (hex), signed or not, as cardano-cli does since 10.1. */
export function writeTransactionFile(cborHex: string): string {
  return writeEnvelope({ type: CONWAY, description: DESCRIPTION, cborHex });
}

/** The era before or after Conway that the type of a transaction or of a signature names. */
export function otherEra(type: string): string | undefined {
  if (!/^(?:(?:Unw|W)itnessed )?Tx/.test(type)) return undefined;
  return OTHER_ERAS.find((era) => type.endsWith(era) || type.endsWith(`${era}Era`));
}

function whyNoTransaction(type: string): string {
  if (type.startsWith('TxWitness')) return 'it holds a signature, not a transaction';
  const era = otherEra(type);
  if (era !== undefined) return `it is a transaction of the ${era} era, and only those of Conway are taken`;
  return type.includes('SigningKey') ? 'it holds a key, not a transaction' : 'it holds something else';
}

/** The fields of a flat JSON object of texts. `JSON.parse` would keep the last of two fields of one name, silently. */
function readFields(json: string): Result<ReadonlyMap<string, string>, string> {
  const fields = new Map<string, string>();
  let at = matchAt(OPENING, json, 0)?.[0].length;
  for (let open = true; open;) {
    const field = at === undefined ? undefined : matchAt(FIELD, json, at);
    const name = textOf(field?.[1]);
    const value = textOf(field?.[2]);
    if (at === undefined || !field || name === undefined || value === undefined) return failed(NO_OBJECT);
    if (!FIELDS.includes(name)) return failed('it has a field besides type, description and cborHex');
    if (fields.has(name)) return failed(`it has the field ${name} twice`);
    fields.set(name, value);
    at += field[0].length;
    open = field[3] === ',';
  }
  return /^[ \t\r\n]*$/.test(json.slice(at)) ? ok(fields) : failed('something follows its JSON object');
}

/** The match of a sticky pattern at this place. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function textOf(json: string | undefined): string | undefined {
  try {
    return json === undefined ? undefined : (JSON.parse(json) as string);
  } catch {
    return undefined;
  }
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('envelope-malformed', { reason }));
}
