import type { OfflineBundleView, OfflineDeskView } from '#contract/offline.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { VkeyWitness } from '../../cardano/witness-set.ts';
import { parseWitnessSet } from '../../cardano/witness.ts';
import { Topic } from '../../gate/topic.ts';
import type { NetworkName } from '#domain/network.ts';
import type { OwnKeys, ScriptList } from '../../inspect/inspection-input.ts';
import type { PolicyLimits } from '../../inspect/policy.ts';
import { acceptOffline, findingsOf, recordAccepted } from '../../offline/accept.ts';
import { readOfflineBundle, statedKeys, type OfflineBundle } from '../../offline/bundle.ts';
import { bundleTextIn } from '../../offline/carried.ts';
import { judgeOffline, type JudgedBundle, type OfflineGrounds } from '../../offline/judge.ts';
import { offlineReceipt, type SignedOffline } from '../../offline/offline-receipt.ts';
import type { SignedRecord } from '../../offline/signed-before.ts';
import { signOffline, type OfflineKeys } from '../../offline/sign.ts';
import { signIfWanted } from '../../trading/commitment.ts';
import type { Signature } from '../../receipt/receipt-key.ts';
import { singleReceiptsText, type ReceiptRecord } from '../../receipt/receipt.ts';
import { UrDecoder } from '../../offline/ur/ur-decoder.ts';
import type { Clock, Random } from '../../ports/system.ts';
import { OWN_KEY_INDEXES } from '../../wallet/account.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { ApprovalProfile, ApprovalWindow } from '../approval/approval-window.ts';
import { bundleView, reviewedBundle, walletView } from './offline-views.ts';

/** How long keys that were brought stay, if nobody signs with them. */
const KEPT_MS = 15 * 60_000;

export interface OfflineDeskParts {
  readonly clock: Clock;
  readonly random: Random;
  /** Application version, recorded in receipts. */
  readonly version: string;
  /** This computer's own wallet. */
  readonly wallet: Wallet;
  readonly approval: ApprovalWindow;
  readonly scripts: (network: NetworkName) => ScriptList;
  /** The record of this computer's earlier signatures. */
  readonly record: OfflineRecord;
  /** The limits of this computer. */
  readonly limits: OwnLimits;
  readonly theme: OfflineDeskView['theme'];
  readonly startsOffline: boolean;
}

/** Where a computer without a network keeps what it signed. */
export interface OfflineRecord {
  read(): SignedRecord;
  /**
   * Keeps the text that `next` makes of the record as it is now, with no other signer in between. Failures: those of `next`
   * and of writing a file.
   */
  change(next: (now: SignedRecord) => Result<string, Failure>): Result<undefined, Failure>;
}

/** The limits that hold on a computer without a network, whatever a bundle says. */
export interface OwnLimits {
  /** As read last; `undefined` before anything was. */
  readonly known: Result<PolicyLimits, Failure> | undefined;
  /** Those in force: the same object until they change. Failures: `limits-…`, `storage-newer`. */
  current(): Promise<Result<PolicyLimits, Failure>>;
  onChange(listener: () => void): unknown;
  /** As the page is shown them. */
  view(): OfflineDeskView['limits'];
}

/** Keys that were brought for one bundle. */
interface BroughtKeys {
  readonly keys: OfflineKeys;
  /** A description of them, in words. */
  readonly what: string;
  /** Ends the time after which they are forgotten. */
  readonly stop: AbortController;
}

/** Signatures made here. */
interface SignedBundle {
  readonly judged: JudgedBundle;
  readonly witnesses: readonly VkeyWitness[];
  /** One per transaction; single keys and shared wallets leave none. */
  readonly receipts: readonly ReceiptRecord[];
}

/** Keys that are at hand, and how far they may reach. */
type HeldKeys = Pick<OfflineGrounds, 'own' | 'reaching'>;

/** The desk of a computer without a network: one bundle, the keys for it, and the signatures made. */
export class OfflineDesk {
  readonly topic: Topic<OfflineDeskView>;
  readonly #parts: OfflineDeskParts;
  #look: Pick<OfflineDeskView, 'theme' | 'startsOffline'>;
  #bundle: OfflineBundle | undefined;
  #decoder: UrDecoder | undefined;
  #frames: OfflineDeskView['frames'];
  #brought: BroughtKeys | undefined;
  #judged:
    { readonly bundle: OfflineBundle; readonly by: unknown; readonly view: OfflineBundleView } | undefined;
  #signed: SignedBundle | undefined;

  constructor(parts: OfflineDeskParts) {
    this.#parts = parts;
    const { theme, startsOffline, wallet, limits } = parts;
    this.#look = { theme, startsOffline };
    this.topic = new Topic<OfflineDeskView>(this.#view(), 0);
    // Limits that could not be read, for instance because the keychain was closed, may be readable with the wallet.
    const read = (): void => void limits.current();
    wallet.onChange(() => {
      this.#show();
      read();
    });
    limits.onChange(() => {
      this.#judged = undefined;
      this.#show();
    });
    read();
  }

  /** Opens a bundle's text, in place of what was here. Failures: `offline-bundle-…`. */
  open(text: string): Result<undefined, Failure> {
    const bundle = readOfflineBundle(text);
    if (!bundle.ok) return bundle;
    this.putAway();
    this.#bundle = bundle.value;
    this.#show();
    return ok(undefined);
  }

  /** Takes codes that were read from pictures. Once they are enough, their bundle is opened. Failures: `ur-…`, `offline-bundle-…`. */
  takeFrames(frames: readonly string[]): Result<undefined, Failure> {
    const decoder = (this.#decoder ??= new UrDecoder());
    for (const frame of frames) {
      const taken = decoder.take(frame);
      if (!taken.ok) {
        this.#forgetFrames();
        return taken;
      }
      const { message, received, needed } = taken.value;
      this.#frames = { received, needed };
      if (message === undefined) continue;
      this.#forgetFrames();
      const text = bundleTextIn(message);
      return text.ok ? this.open(text.value) : text;
    }
    this.#show();
    return ok(undefined);
  }

  /** The bundle, its keys and what was signed are forgotten. */
  putAway(): void {
    void this.#parts.approval.leave(failure('left-by-desk'));
    this.#bundle = undefined;
    this.#signed = undefined;
    this.#decoder = undefined;
    this.#frames = undefined;
    this.forgetKeys();
  }

  /** The bundle that is open. Failure: `offline-no-bundle`. */
  bundle(): Result<OfflineBundle, Failure> {
    return this.#bundle ? ok(this.#bundle) : failed(failure('offline-no-bundle'));
  }

  /** Keeps these keys until the bundle is signed or put away, for fifteen minutes at most. */
  bring(keys: OfflineKeys, what: string): void {
    this.forgetKeys();
    const stop = new AbortController();
    const brought: BroughtKeys = { keys, what, stop };
    this.#brought = brought;
    void this.#parts.clock.sleep(KEPT_MS, stop.signal).then(() => {
      if (this.#brought === brought) this.forgetKeys();
    });
    this.#show();
  }

  forgetKeys(): void {
    const brought = this.#brought;
    this.#brought = undefined;
    brought?.stop.abort();
    brought?.keys.wipe();
    this.#show();
  }

  /** Whether the key of the wallet that trades is among these. */
  isOfTheWallet(keys: HeldKeys): boolean {
    const bundle = this.#bundle;
    if (!bundle) return false;
    return !this.#judge(bundle, keys).findings.some(
      ({ rule, severity }) => rule === 'O1' && severity === 'block',
    );
  }

  /**
   * Judges the bundle again with the keys on hand and by the limits in force, and shows it in the approval window. Failures:
   * `offline-no-bundle`, `offline-no-keys`, `offline-bundle-blocked` where no transaction can be read, those of
   * `OwnLimits.current` and of `ApprovalWindow.present`.
   */
  async review(): Promise<Result<undefined, Failure>> {
    const bundle = this.bundle();
    if (!bundle.ok) return bundle;
    const limits = await this.#parts.limits.current();
    if (!limits.ok) return limits;
    const keys = this.#keys();
    if (!keys) return failed(failure('offline-no-keys'));
    const judged = this.#judge(bundle.value, keys);
    // The desk shows the fresh judgement as well.
    this.#judged = undefined;
    const reviewed = reviewedBundle(judged, this.#parts.clock.now());
    this.#show();
    if (!reviewed.ok) return reviewed;
    const shown = await this.#parts.approval.present(this.#signerOf(judged), () => Promise.resolve(reviewed));
    return shown.ok ? ok(undefined) : shown;
  }

  /** Receipts for what was signed, as a file's text. Failure: `offline-unsigned`. */
  receipt(): Result<string, Failure> {
    const { receipts = [] } = this.#signed ?? {};
    return receipts.length === 0 ? failed(failure('offline-unsigned')) : ok(singleReceiptsText(receipts));
  }

  /** The signatures. Failure: `offline-unsigned`. */
  signatures(): Result<readonly VkeyWitness[], Failure> {
    return this.#signed ? ok(this.#signed.witnesses) : failed(failure('offline-unsigned'));
  }

  setLook(change: Partial<Pick<OfflineDeskView, 'theme' | 'startsOffline'>>): void {
    this.#look = { ...this.#look, ...change };
    this.#show();
  }

  #forgetFrames(): void {
    this.#decoder = undefined;
    this.#frames = undefined;
    this.#show();
  }

  /** Who signs, as the approval window sees it: there is nothing to build, send or follow here. */
  #signerOf(judged: JudgedBundle): ApprovalProfile {
    const { wallet, clock, limits, random } = this.#parts;
    const { network } = judged.bundle;
    const brought = this.#brought;
    const refused = failed(
      failure('request-refused', { name: 'approval.export', reason: 'it was exported' }),
    );
    return {
      mode: 'live',
      mark: { name: 'Offline', colour: 'slate', network },
      trading: {
        discard: () => Promise.resolve(undefined),
        elsewhere: { handOut: () => Promise.resolve(refused) },
        accept: async (_, { consents }, signing) => {
          const inForce = await limits.current();
          if (!inForce.ok) return inForce;
          if (inForce.value !== judged.known.limits) return failed(failure('limits-outdated'));
          const approved = acceptOffline(judged, consents, clock.now());
          if (!approved.ok) return approved;
          const witnesses: VkeyWitness[] = [];
          const receipts: ReceiptRecord[] = [];
          for (const one of approved.value) {
            const made = await signIfWanted(signing, one);
            if (!made.ok) return made;
            const signed = parseWitnessSet(made.value.witnessSet);
            if (!signed.ok) throw new Error('a set that was made here can be read');
            witnesses.push(...signed.value);
            const after = receipts.at(-1);
            // A wallet's key is sealed for that wallet's network.
            const sealed = brought !== undefined || wallet.network === network;
            const record =
              sealed && this.#receiptOf(judged, one.bodyHash, { ...made.value, consents, after });
            if (record) receipts.push(record);
          }
          if (this.#bundle !== judged.bundle) return failed(failure('offline-no-bundle'));
          // A transaction missing from the record could be signed a second time without a warning.
          const shown = findingsOf(judged).map(({ message }) => message);
          const entry = this.#parts.record.change((now) =>
            recordAccepted(now, judged, ({ message }) => shown.includes(message), clock.now()),
          );
          if (!entry.ok) return entry;
          this.#signed = { judged, witnesses, receipts };
          this.forgetKeys();
          return ok(undefined);
        },
      },
      wallet: brought
        ? {
            status: () => ({ state: 'unlocked', sessionOnly: true, autoLockMinutes: 0 }),
            onChange: () => () => undefined,
            signer: () => (one) =>
              Promise.resolve(
                this.#brought === brought
                  ? signOffline(one, brought.keys, { now: clock.now(), network, chance: random.bytes(32) })
                  : failed(failure('offline-no-keys')),
              ),
            leave: (authority) => wallet.leave(authority),
            keyPlaces: () => [],
          }
        : wallet,
    };
  }

  #receiptOf(
    judged: JudgedBundle,
    bodyHash: string,
    { receiptKey: key, ...signing }: Signature & Pick<SignedOffline, 'consents' | 'after'>,
  ): ReceiptRecord | undefined {
    const { clock, version: app } = this.#parts;
    const transaction = judged.transactions.find(({ inspection }) => inspection.bodyHash === bodyHash);
    return (
      transaction && key && offlineReceipt(judged, transaction, { ...signing, at: clock.now(), key, app })
    );
  }

  #keys(): HeldKeys | undefined {
    if (this.#brought) return this.#brought.keys;
    const { wallet } = this.#parts;
    const own = wallet.ownKeys(OWN_KEY_INDEXES);
    if (!own.ok) return undefined;
    const reaching = (used: ReadonlySet<string>): OwnKeys => {
      const farther = wallet.ownKeysReaching(used);
      return farther.ok ? farther.value : own.value;
    };
    return { own: own.value, reaching };
  }

  #judge(bundle: OfflineBundle, { own, reaching }: HeldKeys): JudgedBundle {
    const { clock, scripts, record, limits } = this.#parts;
    const before = record.read();
    return judgeOffline(bundle, {
      own,
      ...(reaching === undefined ? {} : { reaching }),
      ...(limits.known?.ok === true ? { limits: limits.known.value } : {}),
      now: clock.now(),
      scripts: scripts(bundle.network),
      before,
    });
  }

  /** Judged once per bundle and set of keys: the page is updated often, and a bundle can be large. */
  #bundleView(bundle: OfflineBundle): OfflineBundleView {
    const { wallet } = this.#parts;
    const address = wallet.address(0);
    const by = this.#brought ?? (address.ok ? address.value : undefined);
    const known = this.#judged;
    if (known && known.bundle === bundle && known.by === by) return known.view;
    const keys = this.#keys();
    const judgedBy = this.#brought ? 'once' : keys ? 'wallet' : 'bundle';
    const view = bundleView(this.#judge(bundle, keys ?? { own: statedKeys(bundle) }), judgedBy);
    this.#judged = { bundle, by, view };
    return view;
  }

  #show(): void {
    this.topic.set(this.#view());
  }

  #view(): OfflineDeskView {
    const bundle = this.#bundle;
    const { what, keys } = this.#brought ?? {};
    const signed = this.#signed;
    return {
      ...this.#look,
      wallet: walletView(this.#parts.wallet, bundle?.network ?? 'mainnet'),
      limits: this.#parts.limits.view(),
      ...(what === undefined
        ? {}
        : { once: { what, ...(keys?.address === undefined ? {} : { address: keys.address }) } }),
      ...(bundle ? { bundle: this.#bundleView(bundle) } : {}),
      ...(this.#frames ? { frames: this.#frames } : {}),
      ...(signed
        ? {
            signed: {
              fingerprint: signed.judged.fingerprint,
              hashes: signed.judged.transactions.map(({ inspection }) => inspection.bodyHash),
              signatures: signed.witnesses.length,
              hasReceipt: signed.receipts.length > 0,
            },
          }
        : {}),
    };
  }
}
