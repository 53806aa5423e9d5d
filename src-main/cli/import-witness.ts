import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { tradeOffers } from '#domain/trade-offers.ts';
import type { Trade } from '#domain/trade.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';
import { isSignatureOver } from '../inspect/returned-signatures.ts';
import {
  bodyHashesOf,
  fingerprintOf,
  MOST_BUNDLE_TEXT,
  readOfflineBundle,
  type OfflineBundle,
} from '../offline/bundle.ts';
import type { Trading } from '../trading/trading.ts';
import { askYes } from './asking.ts';
import { requireConnection, withConnection } from './connection.ts';
import { readReturned } from './frames.ts';
import { follow, readWait } from './follow.ts';
import { command, readTextFile } from './options.ts';
import { reportAllResumed } from './resume.ts';
import { UsageError } from './terminal.ts';
import { tradeFacts } from './trade-report.ts';
import { shortOf } from './trade.ts';
import { journalOfBundle, openTrader } from './trader.ts';
import { offlineWords, progress, standingWords, takes, usage } from './words.ts';
import { tables } from './option-tables.ts';

/**
 * `import-witness`: takes the signatures of an exported trade, checks them, sends the trade and follows it. It goes on where
 * `export` stopped, with the same journal. Exit codes as of `swap`.
 */
export const importWitnessCommand = command(
  tables['import-witness'],
  async ({ values, terminal, interruption }) => {
    const text = readTextFile(values, 'bundle', takes.offlineBundle, MOST_BUNDLE_TEXT);
    const wait = readWait(values);
    if (values.yes !== true && !process.stdin.isTTY) throw new UsageError(usage.nobodyToAsk);
    const bundle = readOfflineBundle(text);
    const hashes = bundle.ok ? bodyHashesOf(bundle.value).flatMap((hash) => hash ?? []) : [];
    const witnesses = readReturned(values, (one) => hashes.some((hash) => isSignatureOver(hash, one)));
    if (!bundle.ok) return terminal.failure(bundle.failure);
    if (!witnesses.ok) return terminal.failure(witnesses.failure);
    const { network, address } = bundle.value;
    const where = requireConnection({ ...values, network: values.network ?? network });
    if (where.network !== network)
      return terminal.failure(failure('wrong-network', { found: network, expected: where.network }));
    return withConnection(where, terminal, async (connection) => {
      const opened = openTrader({
        connection,
        journalFile: values.journal ?? journalOfBundle(network, address, hashes),
        trouble: (code) => terminal.progress(progress.ledgerTrouble(code)),
      });
      if (!opened.ok) return terminal.failure(opened.failure);
      const { trading, journalFile, close } = opened.value;
      try {
        const found = findExported(trading, bundle.value);
        if (!found.ok) return terminal.failure(found.failure, { journal: journalFile });
        const { signal } = interruption;
        const now = (trade: Trade): Trade => trading.trade(trade.id) ?? trade;
        interruption.handle(() => factsOf(found.value.map(now)));
        const waiting = found.value.find((trade) => now(trade).state === 'exported');
        if (waiting && values.yes !== true && !(await askYes(offlineWords.sendQuestion, signal)))
          return terminal.failure(failure('trade-declined'), factsOf(found.value.map(now)));
        const taken = waiting
          ? await takeIn(trading, waiting.id, witnesses.value, values['assemble-locally'] === true, signal)
          : ok(new Map<string, Failure>());
        const unsent = taken.ok ? taken.value : new Map(found.value.map(({ id }) => [id, taken.failure]));
        const outcomes = await Promise.all(
          found.value.map(async (trade) => {
            const short = unsent.get(trade.id);
            const say = (trade: Trade): void => terminal.progress(`  ${standingWords(trade)}`);
            const end =
              short === undefined ? await follow(trading, now(trade), wait, signal, say) : now(trade);
            return { trade: end, failure: short ?? shortOf(end, wait.goal), facts: {} };
          }),
        );
        const facts = { fingerprint: fingerprintOf(bundle.value), journal: journalFile };
        return await reportAllResumed(outcomes, facts, { trading, connection, terminal });
      } finally {
        await close();
      }
    });
  },
);

function factsOf(trades: readonly Trade[]): Readonly<Record<string, unknown>> {
  const [only, ...others] = trades;
  return others.length === 0 ? tradeFacts(only) : { trades: trades.map(tradeFacts) };
}

/** The journal's trades that were exported in this very bundle, in its order. Failure: `offline-bundle-elsewhere`. */
function findExported(trading: Trading, bundle: OfflineBundle): Result<readonly Trade[], Failure> {
  const found: Trade[] = [];
  const all = [...trading.allTrades()];
  for (const hash of bodyHashesOf(bundle)) {
    const trade = all.find(
      ({ bodyHash, state }) => bodyHash === hash && state !== 'discarded' && state !== 'built',
    );
    const out = trade && trading.elsewhere.again(trade.id);
    if (!trade || (out?.ok === true && out.value.fingerprint !== fingerprintOf(bundle)))
      return failed(failure('offline-bundle-elsewhere'));
    found.push(trade);
  }
  return ok(found);
}

/**
 * Returns, by trade id, why a trade was not sent. Rule A4's offer to assemble here is accepted only if the command line asked
 * for it. Failure: `witness-of-another`; nothing has then been imported.
 */
async function takeIn(
  trading: Trading,
  id: string,
  witnesses: readonly VkeyWitness[],
  locally: boolean,
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, Failure>, Failure>> {
  const all = await trading.elsewhere.takeInAll(id, witnesses, signal);
  if (!all.ok) return all;
  const unsent = new Map<string, Failure>();
  for (const { tradeId, outcome } of all.value) {
    const trade = trading.trade(tradeId);
    const offered = !outcome.ok && !signal.aborted && trade !== undefined && tradeOffers(trade).assembleHere;
    const sent = offered && locally ? await trading.assembleLocally(tradeId, signal) : outcome;
    if (!sent.ok) unsent.set(tradeId, sent.failure);
  }
  return ok(unsent);
}
