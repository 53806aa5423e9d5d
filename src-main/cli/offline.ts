import project from '../../package.json' with { type: 'json' };
import { networkWords, slotToUnix } from '#domain/network.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { parseWitnessSet } from '../cardano/witness.ts';
import { knownScripts } from '../app/order-scripts.ts';
import { policyView } from '../features/vault/policy-store.ts';
import type { Finding } from '../inspect/inspection.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../inspect/policy.ts';
import { agreementLines, summaryText } from '../inspect/summary.ts';
import { moment } from '#domain/words/phrases.en.ts';
import { valueText } from '../inspect/wording.ts';
import { acceptOffline, findingsOf, recordAccepted } from '../offline/accept.ts';
import { readOfflineBundle, signingKeys, statedKeys, type OfflineBundle } from '../offline/bundle.ts';
import { writeTransactionFile } from '../offline/formats/text-envelope.ts';
import { writeWitnessFile } from '../offline/formats/witness-file.ts';
import { OTHER_DERIVATIONS } from '../offline/formats/phrase-key.ts';
import { openOfflineKeys } from '../offline/open-keys.ts';
import { offlineReceipt, type SignedOffline } from '../offline/offline-receipt.ts';
import { signOffline } from '../offline/sign.ts';
import {
  judgeOffline,
  type JudgedBundle,
  type JudgedTransaction,
  type OfflineGrounds,
} from '../offline/judge.ts';
import type { Signature } from '../receipt/receipt-key.ts';
import { singleReceiptsText, type ReceiptRecord } from '../receipt/receipt.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { askYes, readAccepted } from './asking.ts';
import { effectAnswer, orderAnswer } from './inspect-answer.ts';
import { limitWords } from './limit-words.ts';
import { readOfflineSource } from './offline-keys.ts';
import { openOfflinePlace, type OfflinePlace } from './offline-limits.ts';
import { readBundleText } from './frames.ts';
import { checkNew, command, numbered, required, writeNewFiles, type NewFile } from './options.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { offlineWords, takes, usage, VERDICT_WORDS } from './words.ts';
import { tables } from './option-tables.ts';

const EXIT = { pass: 0, warn: 3, block: 4 } as const;
const UNREADABLE: ExitCode = 2;

/**
 * `offline inspect`: judges a bundle without any network: both proofs, by the parents' bytes in it. Which keys are the
 * wallet's is the bundle's own word here; `offline sign` goes by the keys that sign. Exit codes as of `inspect`.
 */
export const offlineInspectCommand = command(tables['offline inspect'], async ({ values, terminal }) => {
  const txFile = values['tx-file'];
  if (txFile !== undefined) checkNew(txFile, 'tx-file');
  const text = readBundleText(values);
  const bundle = text.ok ? readOfflineBundle(text.value) : text;
  if (!bundle.ok) {
    terminal.failure(bundle.failure);
    return UNREADABLE;
  }
  const place = openOfflinePlace();
  if (!place.ok) return terminal.failure(place.failure);
  const judged = await judge(bundle.value, { own: statedKeys(bundle.value) }, place.value);
  if (!judged.ok) return terminal.failure(judged.failure);
  const files = bundle.value.transactions.map(({ cbor }) => writeTransactionFile(cbor));
  const written = txFile === undefined ? ok(undefined) : writeNewFiles(numberedFiles(txFile, files));
  if (!written.ok) return terminal.failure(written.failure);
  terminal.result(answerOf(judged.value), linesOf(judged.value));
  return EXIT[judged.value.verdict];
});

/**
 * `offline sign`: judges a bundle by the keys that are to sign it, asks, and writes each signature as a file for
 * cardano-cli and `import-witness`. Nothing that a rule blocks is signed.
 */
export const offlineSignCommand = command(tables['offline sign'], async ({ values, terminal }) => {
  const text = readBundleText(values);
  const out = required(values, 'out', takes.witnessOut);
  checkNew(out);
  const receipt = values.receipt;
  if (receipt !== undefined) checkNew(receipt, 'receipt');
  const yes = values.yes === true;
  if (!yes && !process.stdin.isTTY) throw new UsageError(usage.nobodyToAsk);
  const accepted = readAccepted(values);
  const source = readOfflineSource(values);
  if (receipt !== undefined && source.kind === 'files') throw new UsageError(usage.receiptOfFiles);
  const bundle = text.ok ? readOfflineBundle(text.value) : text;
  if (!bundle.ok) return terminal.failure(bundle.failure);
  const keys = openOfflineKeys(source, bundle.value.network);
  if (!keys.ok) return terminal.failure(keys.failure);
  try {
    const place = openOfflinePlace();
    if (!place.ok) return terminal.failure(place.failure);
    const found = await judge(bundle.value, keys.value, place.value);
    if (!found.ok) return terminal.failure(found.failure);
    const judged = found.value;
    if (keys.value.address !== undefined) terminal.progress(offlineWords.ofKeys(keys.value.address));
    for (const line of linesOf(judged)) terminal.progress(line);
    if (judged.findings.some(({ rule, severity }) => rule === 'O1' && severity === 'block'))
      terminal.progress(OTHER_DERIVATIONS);
    const warnings = findingsOf(judged).flatMap(({ rule, severity }) => (severity === 'warn' ? [rule] : []));
    if (judged.verdict !== 'block' && !yes && !(await askYes(offlineWords.question)))
      return terminal.failure(failure('trade-declined'));
    const approved = acceptOffline(judged, yes ? accepted : warnings, systemClock.now());
    if (!approved.ok) return terminal.failure(approved.failure);
    const files: string[] = [];
    const receipts: ReceiptRecord[] = [];
    for (const [at, one] of approved.value.entries()) {
      const { network } = bundle.value;
      const now = systemClock.now();
      const made = signOffline(one, keys.value, { now, network, chance: systemRandom.bytes(32) });
      if (!made.ok) return terminal.failure(made.failure);
      const witnesses = parseWitnessSet(made.value.witnessSet);
      for (const witness of witnesses.ok ? witnesses.value : []) files.push(writeWitnessFile(witness));
      const consents = yes ? accepted : warnings;
      const signing = { judged, at, ...made.value, consents, after: receipts.at(-1) };
      if (receipt !== undefined) receipts.push(...receiptOf(signing));
    }
    const texts = receipts.map((one) => singleReceiptsText([one]));
    const outputs = { signatures: numberedFiles(out, files), receipts: numberedFiles(receipt ?? '', texts) };
    // Before it counts as signed: the names of further files are taken or free, and only now known.
    for (const { path } of outputs.signatures) checkNew(path);
    for (const { path } of outputs.receipts) checkNew(path, 'receipt');
    const shown = findingsOf(judged).map(({ message }) => message);
    const covers = ({ rule, message }: Finding): boolean =>
      yes ? accepted.includes(rule) : shown.includes(message);
    // Whoever was asked has had time to change them elsewhere.
    const inForce = await place.value.policy.current();
    if (!inForce.ok) return terminal.failure(inForce.failure);
    if (inForce.value !== judged.known.limits) return terminal.failure(failure('limits-outdated'));
    const entry = place.value.record.change((now) => recordAccepted(now, judged, covers, systemClock.now()));
    if (!entry.ok) return terminal.failure(entry.failure);
    if (receipt !== undefined && texts.length === 0) terminal.progress(offlineWords.noReceipt);
    const written = writeNewFiles([...outputs.signatures, ...outputs.receipts]);
    if (!written.ok) return terminal.failure(failure('signature-not-written', written.failure.data));
    return signed(judged, outputs.signatures.map(pathOf), outputs.receipts.map(pathOf), terminal);
  } finally {
    keys.value.wipe();
  }
});

/** The content of one signature's receipt. */
interface Signing extends Signature, Pick<SignedOffline, 'consents' | 'after'> {
  readonly judged: JudgedBundle;
  readonly at: number;
}

/** One signature's receipt, if these keys can make one. */
function receiptOf({ judged, at, receiptKey: key, ...signing }: Signing): readonly ReceiptRecord[] {
  const transaction = judged.transactions[at];
  if (!transaction || !key) return [];
  const record = offlineReceipt(judged, transaction, {
    ...signing,
    at: systemClock.now(),
    key,
    app: project.version,
  });
  return record ? [record] : [];
}

function signed(
  judged: JudgedBundle,
  files: readonly string[],
  receipts: readonly string[],
  terminal: Terminal,
): ExitCode {
  const hashes = judged.transactions.map(({ inspection }) => inspection.bodyHash);
  terminal.result(
    {
      fingerprint: judged.fingerprint,
      tx_hashes: hashes,
      witnesses: files,
      ...(receipts.length === 0 ? {} : { receipts }),
    },
    [
      offlineWords.fingerprint(judged.fingerprint),
      ...files.map(offlineWords.witnessWritten),
      ...receipts.map(offlineWords.receiptWritten),
    ],
  );
  return 0;
}

/** The first file has the given name, and any others numbered ones. */
function numberedFiles(path: string, contents: readonly string[]): readonly NewFile[] {
  return contents.map((content, at) => ({ path: at === 0 ? path : numbered(path, at + 1), content }));
}

const pathOf = ({ path }: NewFile): string => path;

/** Failures: those of the limits of this computer, without which nothing is judged. */
async function judge(
  bundle: OfflineBundle,
  { own, reaching }: Pick<OfflineGrounds, 'own' | 'reaching'>,
  { record, policy }: OfflinePlace,
): Promise<Result<JudgedBundle, Failure>> {
  const limits = await policy.current();
  if (!limits.ok) return limits;
  return ok(
    judgeOffline(bundle, {
      own,
      ...(reaching === undefined ? {} : { reaching }),
      before: record.read(),
      limits: limits.value,
      now: systemClock.now(),
      scripts: knownScripts('live', bundle.network),
    }),
  );
}

function limitsOf({ known }: JudgedBundle): PolicyLimits {
  return known.limits ?? DEFAULT_POLICY;
}

function answerOf(judged: JudgedBundle): object {
  const { bundle, fingerprint, verdict, findings, transactions } = judged;
  return {
    fingerprint,
    network: bundle.network,
    address: bundle.address,
    verdict,
    agreement: agreementLines(bundle.agreement),
    limits: policyView(limitsOf(judged)),
    findings,
    transactions: transactions.map(({ at, inspection: { bodyHash, report } }) => ({
      at,
      txHash: bodyHash,
      verdict: report.verdict,
      findings: report.findings,
      signers: signingKeys(bundle, report.effect.ownSigners),
      effect: effectAnswer(report, bundle.network),
      orders: report.effect.orders.map((order) => orderAnswer(order, bundle.network)),
    })),
  };
}

/**
 * The text that a person reads before signing: the same sentences as in the window, and every token in base units too.
 */
function linesOf(judged: JudgedBundle): readonly string[] {
  const { bundle, fingerprint, verdict, findings, transactions } = judged;
  return [
    offlineWords.fingerprint(fingerprint),
    offlineWords.network(networkWords(bundle.network)),
    offlineWords.wallet(bundle.address),
    ...agreementLines(bundle.agreement).map(offlineWords.agreed),
    limitWords.line(limitsOf(judged)),
    ...findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
    ...transactions.flatMap((transaction) => transactionLines(transaction, bundle)),
    '',
    VERDICT_WORDS[verdict],
  ];
}

function transactionLines(
  { at, inspection, input }: JudgedTransaction,
  bundle: OfflineBundle,
): readonly string[] {
  const { report, bodyHash } = inspection;
  const { send, receive, tokens, costs, returns } = summaryText(report.summary, input.tokens);
  const { validUntil, minimumReceived, receive: bought } = report.effect;
  const least =
    minimumReceived === undefined || bought === undefined ? new Map() : new Map([[bought, minimumReceived]]);
  return [
    '',
    offlineWords.transaction(at + 1, bundle.agreement.transactions.length, bodyHash),
    ...[send, receive, tokens, costs, returns]
      .filter((sentence) => sentence !== '')
      .map((sentence) => `  ${sentence}`),
    `  ${offlineWords.baseUnits(valueText(report.summary.gone), valueText(least))}`,
    ...(validUntil === undefined
      ? []
      : [`  ${offlineWords.validUntil(moment(BigInt(slotToUnix(bundle.network, validUntil)) * 1_000n))}`]),
    ...signingKeys(bundle, report.effect.ownSigners).map(
      ({ keyHash, address, path }) => `  ${offlineWords.signer(keyHash, [address, path])}`,
    ),
    ...report.findings.map(({ rule, severity, message }) => `  ${severity} ${rule}: ${message}`),
  ];
}
