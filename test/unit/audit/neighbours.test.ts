import { expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { neighboursAt } from '../../../src-main/cli/audit-neighbours.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { resolveInputs } from '../../../src-main/trading/input-resolver.ts';
import { FilledWorld } from '../../support/planted-fills.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

const world = new FilledWorld(21, () => ({ kind: 'sandwich', percent: 100 }));
const fills = await world.fills(1, 12);
world.practice.tick();
const [fill, other] = fills.filter(({ around }) => around.length > 0);
const [seen, elsewhere] = [fill?.around[0], other?.around[0]];
if (!fill || !seen || !elsewhere) throw new Error('two fills with trades around them are wanted');

/** The neighbours of a fill, given the spenders that the back-end names for its outputs, by index. */
async function neighboursOf(txHash: string, spenders: readonly (readonly [number, string])[]) {
  const ledger = new ScriptedLedger();
  let asked = 0;
  ledger.transactionCbor = (hash) => {
    asked += 1;
    const tx = world.practice.chain.state.transaction(hash)?.tx;
    return Promise.resolve({ ok: true, value: tx && toHex(tx.bytes) });
  };
  ledger.transaction = (hash) => {
    const outputs = hash === txHash ? spenders : [];
    return Promise.resolve({
      ok: true,
      value: {
        hash,
        inputs: [],
        outputs: outputs.map(([index, spentBy]) => ({
          txHash,
          index,
          address: '',
          value: new Map(),
          spentBy,
        })),
      },
    });
  };
  const cbor = await ledger.transactionCbor(txHash);
  const decoded = decodeTransaction((cbor.ok ? cbor.value : undefined) ?? '');
  if (!decoded.ok) throw new Error(decoded.failure);
  const found = await resolveInputs(decoded.value.body.inputs, ledger);
  if (!found.ok) throw new Error(found.failure.code);
  const source = { ledger, secondSource: undefined };
  const signal = new AbortController().signal;
  const [at] = await neighboursAt(decoded.value, found.value, source, auditScripts('preprod'), signal);
  if (!at) throw new Error('the fill uses no pool');
  const { before, after } = at.line;
  const hashes = (part: typeof before) => part.steps.map(({ tx }) => tx.bodyHash);
  return { before: hashes(before), after: hashes(after), end: after.end, asked };
}

const byAll = (hash: string) => Array.from({ length: 8 }, (_, index) => [index, hash] as const);

it('the next at a pool is the one that spends the pool, and nobody else whom a back-end names', async () => {
  const honest = await neighboursOf(fill.txHash, byAll(seen.after.txHash));
  expect(honest.before.at(-1)).toBe(seen.before.txHash);
  expect(honest).toMatchObject({ after: [seen.after.txHash], end: { kind: 'open' } });
  for (const named of [elsewhere.after.txHash, seen.before.txHash, fill.txHash]) {
    const { after, end } = await neighboursOf(fill.txHash, byAll(named));
    expect(after).toEqual([]);
    expect(end).toEqual({ kind: 'failed', failure: failure('neighbours-unproven', { what: 'not-next' }) });
  }
});

it('outputs that the transaction does not have lead nowhere, however many a back-end lists', async () => {
  const honest = await neighboursOf(fill.txHash, byAll(seen.after.txHash));
  const many = Array.from(
    { length: 2_000 },
    (_, at) => [100 + at, at.toString(16).padStart(64, '0')] as const,
  );
  expect(await neighboursOf(fill.txHash, [...byAll(seen.after.txHash), ...many])).toEqual(honest);
});
