import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { tradeOffers } from '#domain/trade-offers.ts';
import type { Trade } from '#domain/trade.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';
import { fingerprintOf, MOST_BUNDLE_TEXT, readOfflineBundle, type OfflineBundle } from '../offline/bundle.ts';
import type { Trading } from '../trading/trading.ts';
import { askYes } from './asking.ts';
import { connectionOptions, requireConnection, withConnection } from './connection.ts';
import { fromFrames, readReturned } from './frames.ts';
import { follow, readWait, waitOptions } from './follow.ts';
import { command, readTextFile } from './options.ts';
import { reportResumed } from './resume.ts';
import { UsageError } from './terminal.ts';
import { tradeFacts } from './trade-report.ts';
import { shortOf } from './trade.ts';
import { defaultJournal, openTrader } from './trader.ts';
import { offlineWords, progress, STATE_WORDS, takes, usage } from './words.ts';

const importOptions = {
  ...connectionOptions,
  ...waitOptions,
  bundle: { type: 'string' },
  witness: { type: 'strings' },
  ...fromFrames,
  journal: { type: 'string' },
  yes: { type: 'boolean' },
  'assemble-locally': { type: 'boolean' },
} as const;

/**
 * `import-witness`: takes the signatures of an exported trade, checks them, sends the trade and follows it. It goes on where
 * `export` stopped, with the same journal. Exit codes as of `swap`.
 */
export const importWitnessCommand = command(importOptions, async ({ values, terminal, interruption }) => {
  const text = readTextFile(values, 'bundle', takes.offlineBundle, MOST_BUNDLE_TEXT);
  const witnesses = readReturned(values);
  const wait = readWait(values);
  if (values.yes !== true && !process.stdin.isTTY) throw new UsageError(usage.nobodyToAsk);
  const bundle = readOfflineBundle(text);
  if (!bundle.ok) return terminal.failure(bundle.failure);
  if (!witnesses.ok) return terminal.failure(witnesses.failure);
  const { network, address } = bundle.value;
  const where = requireConnection({ ...values, network: values.network ?? network });
  if (where.network !== network)
    return terminal.failure(failure('wrong-network', { found: network, expected: where.network }));
  return withConnection(where, terminal, async (connection) => {
    const opened = openTrader({
      connection,
      journalFile: values.journal ?? defaultJournal(network, address),
      trouble: (code) => terminal.progress(progress.ledgerTrouble(code)),
    });
    if (!opened.ok) return terminal.failure(opened.failure);
    const { trading, journalFile, close } = opened.value;
    try {
      const found = findExported(trading, bundle.value);
      if (!found.ok) return terminal.failure(found.failure, { journal: journalFile });
      const { id } = found.value;
      const { signal } = interruption;
      interruption.handle(() => tradeFacts(trading.trade(id)));
      const now = (): Trade => trading.trade(id) ?? found.value;
      const waits = now().state === 'exported';
      if (waits && values.yes !== true && !(await askYes(offlineWords.sendQuestion, signal)))
        return terminal.failure(failure('trade-declined'), tradeFacts(now()));
      const unsent = waits
        ? await takeIn(trading, id, witnesses.value, values['assemble-locally'] === true, signal)
        : undefined;
      const say = ({ state }: Trade): void => terminal.progress(`  ${STATE_WORDS[state]}`);
      const end = unsent === undefined ? await follow(trading, now(), wait, signal, say) : now();
      const outcome = {
        trade: end,
        failure: unsent ?? shortOf(end, wait.goal),
        facts: { fingerprint: fingerprintOf(bundle.value), journal: journalFile },
      };
      return await reportResumed(outcome, { trading, connection, terminal });
    } finally {
      await close();
    }
  });
});

/** The trade that the journal exported in this very bundle. Failure: `offline-bundle-elsewhere`. */
function findExported(trading: Trading, bundle: OfflineBundle): Result<Trade, Failure> {
  const [transaction] = bundle.transactions;
  const decoded = transaction && decodeTransaction(transaction.cbor);
  const hash = decoded?.ok === true ? decoded.value.bodyHash : undefined;
  const trade = [...trading.allTrades()].find(
    ({ bodyHash, state }) => bodyHash === hash && state !== 'discarded' && state !== 'built',
  );
  if (!trade) return failed(failure('offline-bundle-elsewhere'));
  const out = trading.elsewhere.again(trade.id);
  return out.ok && out.value.fingerprint !== fingerprintOf(bundle)
    ? failed(failure('offline-bundle-elsewhere'))
    : ok(trade);
}

/** Returns why it was not sent. Rule A4's offer to assemble here is taken only if the command line asked for it. */
async function takeIn(
  trading: Trading,
  id: string,
  witnesses: readonly VkeyWitness[],
  locally: boolean,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const taken = await trading.elsewhere.takeIn(id, witnesses, signal);
  const trade = trading.trade(id);
  const offered = !taken.ok && !signal.aborted && trade !== undefined && tradeOffers(trade).assembleHere;
  const sent = offered && locally ? await trading.assembleLocally(id, signal) : taken;
  return sent.ok ? undefined : sent.failure;
}
