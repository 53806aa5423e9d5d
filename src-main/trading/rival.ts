import type { Failure } from '#domain/failure.ts';
import { type NetworkName, slotToUnix } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import { keyOfOutput, readRival, type Rival } from '../inspect/rival.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Ledger, OutputRef } from '../ports/ledger.ts';

/**
 * The evidence behind a ledger's claim that another transaction took the inputs that ours spends. `proven`: the
 * account's own key signed it, so ours gives way to something that the user signed. `named`: its bytes do name an
 * output that ours spends. `said`: only the back-end's word.
 */
export type RivalStanding = 'proven' | 'named' | 'said';

/**
 * The hashes of other transactions that are said to be on chain and to have spent inputs of ours, in the order of those.
 * Failures: those of the ledger, where it named none before.
 */
export async function findRivals(
  entry: JournalEntry,
  ledger: Ledger,
  signal?: AbortSignal,
): Promise<Result<readonly string[], Failure>> {
  const found = new Set<string>();
  for (const hash of new Set(entry.bytes.inputs.map((input) => input.txHash))) {
    const inputs = entry.bytes.inputs.filter((one) => one.txHash === hash);
    const isSpent = ({ index }: OutputRef): boolean => inputs.some((input) => input.index === index);
    const parent = await ledger.transaction(hash, signal, isSpent);
    if (!parent.ok) return found.size > 0 ? ok([...found]) : parent;
    for (const input of inputs) {
      const spentBy = parent.value?.outputs.find((output) => output.index === input.index)?.spentBy;
      if (spentBy !== undefined && spentBy !== entry.trade.bodyHash) found.add(spentBy);
    }
  }
  return ok([...found]);
}

/**
 * Whether a rival that the ledger names may end a signed trade. A ledger that lies could otherwise have a trade given
 * up, and made a second time, that still runs. That a transaction is on chain cannot be proven here; that the user
 * signed it can, and nobody else can make such a one:
 *
 * - its bytes hash to its id, and its body spends an input of ours, whatever became of its scripts (see `readRival`);
 * - the parent's bytes show that a key of this account holds that input, and that key signed the rival;
 * - by our own clock it may enter the chain now: what the user signed once and what then ran out proves nothing.
 *
 * An order that a cancellation takes back is at a script, and no key alone spends it. Bytes of a fill that hash to
 * their id and name the order are made by anybody: whether the script agreed to them, and whether they are on chain, is
 * not seen here. So a fill never ends a cancellation: it is reported, and the cancellation is followed until it can no
 * longer run. Only a rival that also spends funds of the account, as another cancellation of its own does, can be
 * proven.
 *
 * Our own collateral is not looked at: where it is gone, ours expires.
 *
 * Failures: those of the ledger, but not that it cannot show bytes.
 */
export async function standingOf(
  { bytes: { inputs, ownSigners } }: JournalEntry,
  rivalHash: string,
  { ledger, network }: { readonly ledger: Ledger; readonly network: NetworkName },
  now: EpochMs,
  signal?: AbortSignal,
): Promise<Result<RivalStanding, Failure>> {
  const shown = await bytesOf(rivalHash, ledger, signal);
  if (!shown.ok) return shown;
  const rival = shown.value === undefined ? undefined : readRival(rivalHash, shown.value);
  if (!rival || !inputs.some((input) => rival.names.has(referenceOf(input)))) return ok('said');
  if (!mayEnter(rival, network, now)) return ok('named');
  for (const input of inputs.filter((one) => rival.spends.has(referenceOf(one)))) {
    const parent = await bytesOf(input.txHash, ledger, signal);
    if (!parent.ok) return parent;
    const key = parent.value === undefined ? undefined : keyOfOutput(referenceOf(input), parent.value);
    if (key !== undefined && ownSigners.includes(key) && rival.signers.has(key)) return ok('proven');
  }
  return ok('named');
}

function referenceOf({ txHash, index }: OutputRef): `${string}#${number}` {
  return `${txHash}#${index}`;
}

function mayEnter({ validFrom, validUntil }: Rival, network: NetworkName, now: EpochMs): boolean {
  const at = (slot: bigint): number => slotToUnix(network, Number(slot)) * 1_000;
  return (
    (validFrom === undefined || at(validFrom) <= now) && (validUntil === undefined || now < at(validUntil))
  );
}

async function bytesOf(
  txHash: string,
  ledger: Ledger,
  signal: AbortSignal | undefined,
): Promise<Result<string | undefined, Failure>> {
  const bytes = await ledger.transactionCbor(txHash, signal);
  return !bytes.ok && bytes.failure.code === 'ledger-cannot-prove' ? ok(undefined) : bytes;
}
