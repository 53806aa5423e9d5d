import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';

import { hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import { readWithSecondDecoder } from '../../src-main/cardano/second-decoder.ts';
import { spliceWitnesses } from '../../src-main/cardano/witness.ts';
import { inputsOf, proveInput, type ResolvedInput } from '../../src-main/cardano/resolution.ts';
import { inspectTransaction } from '../../src-main/inspect/inspect-transaction.ts';
import { measuredTrades, type MeasuredTrade } from './measured-trades.ts';
import { conclude, median, say } from './report.ts';

/**
 * `npm run bench -- judge`: what judging a trade by both proofs costs, in times of CSL's bare parse and hash of the same
 * bytes, measured by turns in one run, and in milliseconds. Exit code 1 when a target is missed.
 */

const MOST_MS = 5;
const MOST_RATIO = 25;
const WARM_UP = 60;
const ROUNDS = 300;

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly bare: number;
  readonly judged: number;
  readonly second: number;
  readonly sign: number;
  readonly splice: number;
}

const key = CSL.PrivateKey.from_normal_bytes(new Uint8Array(32).fill(7));

/** The cost of any program that reads a transaction with CSL. */
function bareParse(cbor: string): string {
  const tx = CSL.FixedTransaction.from_hex(cbor);
  const hash = tx.transaction_hash();
  const hex = hash.to_hex();
  hash.free();
  tx.free();
  return hex;
}

/** Decode, resolve every input by its parent's bytes, judge against the agreement by both proofs. */
function judge({ input, parents }: MeasuredTrade): string {
  const wanted = inputsOf(input.cbor);
  if (!wanted.ok) throw new Error(wanted.failure.code);
  const resolved = new Map<string, ResolvedInput>();
  for (const reference of [...wanted.value.inputs, ...wanted.value.collateral]) {
    const proven = proveInput(reference, parents.get(reference.slice(0, 64)) ?? '');
    if (!proven.ok) throw new Error(proven.failure);
    resolved.set(reference, proven.value);
  }
  const inspected = inspectTransaction({ ...input, resolved, parents });
  if (!inspected.ok) throw new Error(inspected.failure.code);
  const { verdict, rulesRun, findings } = inspected.value.report;
  if (verdict === 'block') throw new Error(`a good trade is blocked: ${findings.at(-1)?.message ?? ''}`);
  if (!rulesRun.includes('S2')) throw new Error('the second proof did not run');
  return inspected.value.bodyHash;
}

function sign(hashHex: string): { readonly publicKey: string; readonly signature: string } {
  const hash = CSL.TransactionHash.from_hex(hashHex);
  const witness = CSL.make_vkey_witness(hash, key);
  const publicKey = toHex(witness.vkey().public_key().as_bytes());
  return { publicKey, signature: witness.signature().to_hex() };
}

function measure(trade: MeasuredTrade): Row {
  const { cbor } = trade.input;
  const bytes = hexBytes(cbor);
  const hash = bareParse(cbor);
  if (judge(trade) !== hash) throw new Error('the hashes differ');
  const witness = sign(hash);
  const parts: readonly (() => unknown)[] = [
    () => bareParse(cbor),
    () => judge(trade),
    () => readWithSecondDecoder(bytes),
    () => sign(hash),
    () => spliceWitnesses(cbor, [witness]),
  ];
  const times = parts.map((): number[] => []);
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    for (const [at, part] of parts.entries()) {
      const start = performance.now();
      part();
      if (round >= 0) times[at]?.push(performance.now() - start);
    }
  const [bare = 0, judged = 0, second = 0, signed = 0, splice = 0] = times.map(median);
  return { name: trade.name, bytes: bytes.length, bare, judged, second, sign: signed, splice };
}

const HEADINGS = ['trade', 'bytes', 'bare ms', 'judged ms', 'ratio', 'second', 'sign ms', 'splice ms'];

function cells({ name, bytes, bare, judged, second, sign: signed, splice }: Row): readonly string[] {
  const ms = (value: number): string => value.toFixed(3);
  const share = `${Math.round((100 * second) / judged)} %`;
  return [
    name,
    String(bytes),
    ms(bare),
    ms(judged),
    (judged / bare).toFixed(1),
    share,
    ms(signed),
    ms(splice),
  ];
}

function line(texts: readonly string[]): string {
  return texts.map((text, at) => (at === 0 ? text.padEnd(42) : text.padStart(10))).join('');
}

function main(): void {
  say("Decode, resolve by the parents' bytes and judge, beside CSL's bare parse and hash. Medians.");
  say('`second` is the share of the second decoder, which is CSL too.');
  say(line(HEADINGS));
  const rows = measuredTrades().map((trade) => {
    const row = measure(trade);
    say(line(cells(row)));
    return row;
  });
  const slowest = Math.max(...rows.map(({ judged }) => judged));
  const worst = Math.max(...rows.map(({ judged, bare }) => judged / bare));
  const figures = `at most ${worst.toFixed(1)} × (target ${MOST_RATIO}), at most ${slowest.toFixed(3)} ms (target ${MOST_MS}), ${rows.length} trades`;
  conclude(slowest <= MOST_MS && worst <= MOST_RATIO ? [] : [figures], figures);
}

main();
