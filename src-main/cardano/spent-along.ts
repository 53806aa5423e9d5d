import { lovelaceIn } from '#domain/amount.ts';
import { scanCbor, type CborItem } from './cbor-scanner.ts';
import { cborArray, cborBytes, cborHead, cborInt, cborTag } from './cbor-writer.ts';
import { concatBytes, hexBytes, toHex } from './hex.ts';
import { decodeTransaction, slice, type OutputReference, type Transaction } from './transaction.ts';

const [INPUTS, OUTPUTS, FEE] = [0n, 1n, 2n];
/** The fee is written in as many bytes as it takes, which are part of what is paid for. */
const MOST_ROUNDS = 4;

/**
 * An unsigned transaction (hex) that also spends one output of `parent`, and gives back all that it held to the same
 * address, less what the longer transaction costs at `feePerByte` lovelace. No other byte of it is encoded again: it
 * becomes dependent on the parent, and does nothing else that it did not do before. `undefined` where that is not
 * possible: something is signed already, a script runs whose arguments count inputs, or the output is too small.
 */
export function spendingAlong(
  cbor: string,
  parent: Transaction,
  index: number,
  feePerByte: bigint,
): string | undefined {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return undefined;
  const { body, witnesses, bytes } = decoded.value;
  const name: OutputReference = `${parent.bodyHash}#${index}`;
  // A hash over the data of orders alone says nothing of inputs; arguments of scripts do, by their place among them.
  const runsScripts = witnesses.hasRedeemers || body.keys.has(13);
  if (witnesses.vkeys.length > 0 || runsScripts || body.inputs.includes(name)) return undefined;
  const output = parent.body.outputs[index];
  if (!output || output.datum.kind !== 'none' || output.hasReferenceScript) return undefined;
  const held = lovelaceIn(output.value);
  let more = 0n;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (more >= held) return undefined;
    const back = outputWith(parent, index, held - more);
    const longer = written(decoded.value, name, back, body.fee + more);
    const cost = BigInt(longer.length - bytes.length) * feePerByte;
    if (cost === more) return toHex(longer);
    more = cost;
  }
  return undefined;
}

/** The parent's output with another amount of ADA: its address and its tokens as they stand. */
function outputWith(parent: Transaction, index: number, lovelace: bigint): Uint8Array {
  const { addressBytes, span } = must(parent.body.outputs[index]);
  const raw = slice(parent.bytes, span);
  const item = scanned(raw);
  const value =
    item.kind === 'map'
      ? item.entries.find(({ key }) => key.kind === 'int' && key.value === 1n)?.value
      : item.kind === 'array'
        ? item.items[1]
        : undefined;
  const tokens = value?.kind === 'array' ? value.items[1] : undefined;
  const coin = cborInt(lovelace);
  return cborArray([cborBytes(addressBytes), tokens ? cborArray([coin, slice(raw, tokens)]) : coin]);
}

function written(
  { bytes, spans }: Transaction,
  name: OutputReference,
  output: Uint8Array,
  fee: bigint,
): Uint8Array {
  const raw = slice(bytes, spans.body);
  const body = scanned(raw);
  if (body.kind !== 'map') throw new Error('a decoded body is a map');
  const [hash = '', index = ''] = name.split('#');
  const input = cborArray([cborBytes(hexBytes(hash)), cborInt(BigInt(index))]);
  const entries = body.entries.map(({ key, value }) => {
    const changed =
      key.kind !== 'int'
        ? undefined
        : key.value === INPUTS
          ? extended(raw, value, input)
          : key.value === OUTPUTS
            ? extended(raw, value, output)
            : key.value === FEE
              ? cborInt(fee)
              : undefined;
    return changed ? concatBytes(slice(raw, key), changed) : raw.subarray(key.start, value.end);
  });
  return concatBytes(
    bytes.subarray(0, spans.body.start),
    cborHead(5, BigInt(entries.length)),
    ...entries,
    bytes.subarray(spans.body.end),
  );
}

/** A list, or a set under its tag, with one more item at its end. */
function extended(raw: Uint8Array, item: CborItem, last: Uint8Array): Uint8Array {
  if (item.kind === 'tag') return cborTag(item.tag, extended(raw, item.content, last));
  if (item.kind !== 'array') throw new Error('decoded inputs and outputs are lists');
  return cborArray([...item.items.map((one) => slice(raw, one)), last]);
}

function scanned(bytes: Uint8Array): CborItem {
  const item = scanCbor(bytes);
  if (!item.ok) throw new Error('decoded bytes are CBOR');
  return item.value;
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a decoded output is there');
  return value;
}
