import { resolve } from 'node:path';
import { failure, type Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { readOfflineBundle } from '../offline/bundle.ts';
import type { JournalEntry } from '../ports/journal.ts';
import { bundleAgain } from '../trading/signed-elsewhere.ts';
import { readNetwork } from './connection.ts';
import { readWatchedSource } from './export.ts';
import { transactionFile } from './hand-out.ts';
import { checkNew, command, numbered, required, writeNewFiles, type Values } from './options.ts';
import { readEntries } from './orders.ts';
import { firstAddress } from './session-wallet.ts';
import { tradeFacts } from './trade-report.ts';
import { defaultJournal } from './trader.ts';
import { offlineWords, takes } from './words.ts';
import { tables } from './option-tables.ts';

/**
 * `export --again`: writes the bundle of a trade that was exported before, from the journal alone. Nothing is built or
 * recorded, nobody is asked. Without such a trade, those that are out are named.
 */
export const exportAgainCommand = command(tables.export, async ({ values, terminal }) => {
  const hash = required(values, 'again', takes.exportedTrade).toLowerCase();
  const path = required(values, 'bundle', takes.offlineBundle);
  checkNew(path, 'bundle');
  const txFile = values['tx-file'];
  if (txFile !== undefined) checkNew(txFile, 'tx-file');
  const journalFile = await journalOf(values);
  if (!journalFile.ok) return terminal.failure(journalFile.failure);
  const isOut = ({ trade }: JournalEntry): boolean => trade.state === 'exported';
  const isNamed = ({ trade }: JournalEntry): boolean => trade.bodyHash === hash;
  const read = readEntries(journalFile.value, (one) => (isOut(one) || isNamed(one) ? one : undefined));
  if (!read.ok) return terminal.failure(read.failure, { journal: journalFile.value });
  const named = read.value.filter(isNamed);
  const entry = named.find(isOut) ?? named[0];
  const out = read.value.filter(isOut);
  if (!entry)
    return terminal.failure(failure('trade-not-in-journal'), {
      journal: journalFile.value,
      open: out.map(({ trade }) => tradeFacts(trade)),
      hashes: out.map(({ trade }) => trade.bodyHash).join(' '),
    });
  const again = bundleAgain(entry);
  if (!again.ok) return terminal.failure(again.failure, tradeFacts(entry.trade));
  const { trade, fingerprint, text } = again.value;
  const bundle = readOfflineBundle(text);
  if (!bundle.ok) return terminal.failure(bundle.failure, tradeFacts(trade));
  const transactions =
    txFile === undefined
      ? []
      : bundle.value.transactions.map(({ cbor }, at) =>
          transactionFile(at === 0 ? txFile : numbered(txFile, at + 1), cbor),
        );
  const facts = { ...tradeFacts(trade), fingerprint, journal: journalFile.value };
  const written = writeNewFiles([{ path, content: text }, ...transactions]);
  if (!written.ok) return terminal.failure(written.failure, facts);
  const until = trade.validUntil === undefined ? undefined : new Date(trade.validUntil).toISOString();
  const files = transactions.map((file) => resolve(file.path));
  terminal.result(
    {
      ...facts,
      bundle: resolve(path),
      ...(files.length === 0 ? {} : { tx_files: files }),
      ...(until === undefined ? {} : { valid_until: until }),
    },
    [
      offlineWords.written(path),
      offlineWords.fingerprint(fingerprint),
      ...(until === undefined ? [] : [offlineWords.validUntil(until)]),
    ],
  );
  return 0;
});

/** The journal that was named, else that of the wallet. @throws UsageError when neither is named. */
async function journalOf(values: Values<typeof tables.export>): Promise<Result<string, Failure>> {
  if (values.journal !== undefined) return ok(resolve(values.journal));
  const network = readNetwork(values);
  const address = await firstAddress(readWatchedSource(values), network);
  return address.ok ? ok(defaultJournal(network, address.value)) : address;
}
