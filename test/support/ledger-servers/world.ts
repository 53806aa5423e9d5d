import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { unixToSlot } from '#domain/network.ts';
import { baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import { scanCbor } from '../../../src-main/cardano/cbor-scanner.ts';
import { concatBytes, hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import {
  bodyHash,
  draftBytes,
  withLeastFee,
  type Draft,
  type DraftOutput,
} from '../../../src-main/practice/chain/draft.ts';
import { deriveAccount, PublicAccount } from '../../../src-main/wallet/account.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { askFaucet } from '../live-clients.ts';
import { PracticeProcess } from '../practice-process.ts';
import { until } from '../practice-service.ts';
import { practiceWallet, type PracticeWallet } from '../practice-wallet.ts';
import { ChainView, type ViewedOutput } from './chain-view.ts';

const ADA_1 = 1_000_000n;
const OUTPUTS_AT_ONCE = 120;

/** `[1, [2, [3]]]` and so on as plutus data, deeper than the reader's usual limit. */
export const DEEP_DATUM = `${'9f01'.repeat(24)}${'ff'.repeat(24)}`;

/** A signed transaction, with the hash of its body. */
export interface SignedTx {
  readonly hash: string;
  /** Hex. */
  readonly cbor: string;
}

/** One practice chain for every server: a wallet with funds, and an address with several pages of outputs. */
export interface LedgerWorld {
  readonly practice: PracticeProcess;
  readonly chain: ChainView;
  readonly wallet: PracticeWallet;
  /** An address with hundreds of outputs, one of them with a datum and many tokens. */
  readonly crowded: string;
  /** The transactions that paid it, oldest first; the first one's change is spent by the second. */
  readonly payments: readonly [SignedTx, SignedTx];
  /** The faucet's transaction, all of whose outputs to the wallet are spent. */
  readonly gift: string;
  readonly tokens: readonly AssetId[];
  readonly account: UsedAccount;
  /** An unspent output of the first block with a quantity that no JavaScript number holds. */
  huge(): Promise<ViewedOutput>;
  /** An own output that nothing but a test's transaction spends, in turn. */
  purse(): Promise<ViewedOutput>;
  /** A valid transaction that pays to oneself, changed in one way. */
  spending(change?: Change): Promise<SignedTx>;
  onChain(hash: string): Promise<void>;
  stop(): Promise<void>;
}

/** Addresses that share a stake key, each with one output. */
export interface UsedAccount {
  readonly rewardAddress: string;
  /** Of the account's own keys, on both chains. */
  readonly own: readonly string[];
  /** The same stake key with somebody else's payment key. */
  readonly mixed: string;
}

export type Change =
  | 'spent-input'
  | 'unknown-input'
  | 'expired'
  | 'not-conserved'
  | 'fee-too-small'
  | 'too-little-ada'
  | 'unsigned';

export async function ledgerWorld(): Promise<LedgerWorld> {
  const practice = await PracticeProcess.start();
  const chain = new ChainView(practice.endpoints.ledgerUrl);
  const wallet = practiceWallet(31);
  const crowded = practiceWallet(32).address;
  const onChain = (hash: string): Promise<void> =>
    until(async () => (await chain.transaction(hash)) !== undefined, `${hash} on chain`);
  const gift = await askFaucet(practice.endpoints, wallet.address);
  await onChain(gift);
  const given = (await chain.transaction(gift))?.outputs.filter(({ address }) => address === wallet.address);
  const [plain, rich] = given ?? [];
  if (!plain || !rich) throw new Error('the faucet gave nothing');
  const small = Array.from({ length: OUTPUTS_AT_ONCE }, () => output(crowded, [[ADA, 2n * ADA_1]]));
  const first = paid([plain], small, wallet);
  await sent(first);
  const change = await chain.output(first.hash, OUTPUTS_AT_ONCE);
  if (!change) throw new Error('there is no change');
  const loaded: DraftOutput = { ...output(crowded, valueOf(rich)), datum: DEEP_DATUM };
  const account = usedAccount();
  const paidAt = [...account.own, account.mixed];
  const atAccount = paidAt.map((address) => output(address, [[ADA, 2n * ADA_1]]));
  const second = paid([change, rich], [loaded, ...atAccount, ...small.slice(1 + atAccount.length)], wallet);
  await sent(second);

  async function sent({ hash, cbor }: SignedTx): Promise<void> {
    const taken = await chain.submit(hexBytes(cbor));
    if (!('hash' in taken)) throw new Error(JSON.stringify(taken.refusal));
    await onChain(hash);
  }

  async function purse(): Promise<ViewedOutput> {
    const [own] = await chain.utxos(wallet.address);
    if (!own) throw new Error('the wallet is empty');
    return own;
  }

  async function huge(): Promise<ViewedOutput> {
    const parent = (await chain.transaction(gift))?.inputs[0]?.tx_hash ?? '';
    const found = (await chain.transaction(parent))?.outputs.find(
      ({ consumed_by_tx, amount }) =>
        typeof consumed_by_tx !== 'string' && amount.some(({ quantity }) => BigInt(quantity) > 2n ** 53n),
    );
    if (!found) throw new Error('no output holds so much');
    return found;
  }

  async function spending(kind?: Change): Promise<SignedTx> {
    const own = await purse();
    const now = unixToSlot('preprod', Date.now() / 1_000);
    const held = lovelaceOf(own);
    switch (kind) {
      case undefined:
        return paid([own], [], wallet);
      case 'spent-input':
        return paid([own, { ...plain, amount: [] } as ViewedOutput], [], wallet);
      case 'unknown-input':
        return paid([{ ...own, tx_hash: 'ab'.repeat(32) }], [], wallet);
      case 'expired':
        return paid([own], [], wallet, { validFrom: now - 1_000, invalidFrom: now - 100 });
      case 'not-conserved':
        return signed(draft([own], [output(wallet.address, [[ADA, held]])]), 200_000n, wallet);
      case 'fee-too-small':
        return signed(draft([own], [output(wallet.address, [[ADA, held - 1_000n]])]), 1_000n, wallet);
      case 'too-little-ada':
        return paid([own], [output(crowded, [[ADA, 1_000n]])], wallet);
      case 'unsigned': {
        const bytes = draftBytes(draft([own], [output(wallet.address, [[ADA, held - 200_000n]])]), 200_000n);
        return { hash: bodyHash(bytes), cbor: toHex(bytes) };
      }
    }
  }

  return {
    ...{
      practice,
      chain,
      wallet,
      crowded,
      payments: [first, second] as const,
      account,
      gift,
      purse,
      huge,
      spending,
      onChain,
    },
    tokens: [...loaded.value.keys()].filter((id) => id !== ADA),
    stop: () => practice.stop(),
  };
}

function usedAccount(): UsedAccount {
  const seed = deriveAccount(SecretBytes.take(new Uint8Array(32).fill(33)));
  const account = new PublicAccount(seed.publicKey, 'preprod');
  const own = [0, 1, 2, 7].flatMap((index) => [
    account.address(index),
    account.addressAt({ role: 1, index }),
  ]);
  const stake = account.keyHash({ role: 2, index: 0 });
  const mixed = formatAddress(baseAddress(0, practiceWallet(34).paymentKeyHash, stake));
  return { rewardAddress: account.rewardAddress(), own, mixed };
}

const lovelaceOf = ({ amount }: ViewedOutput): bigint =>
  BigInt(amount.find(({ unit }) => unit === 'lovelace')?.quantity ?? 0);

/** The value of a viewed output, by asset. */
export function valueOf({ amount }: ViewedOutput): [AssetId, bigint][] {
  return amount.map(({ unit, quantity }) => {
    const id = unit === 'lovelace' ? ADA : parseAssetId(unit);
    if (id === undefined) throw new Error(`${unit} is no asset`);
    return [id, BigInt(quantity)];
  });
}

function output(address: string, held: readonly (readonly [AssetId, bigint])[]): DraftOutput {
  return { address, value: new Map(held) };
}

function draft(
  inputs: readonly ViewedOutput[],
  outputs: readonly DraftOutput[],
  times: Partial<Draft> = {},
): Draft {
  return {
    inputs: inputs.map(({ tx_hash, output_index }) => ({ txHash: tx_hash, index: output_index })),
    outputs,
    ...times,
  };
}

/** Pays the outputs and the minimum fee; the rest comes back in a last output. */
function paid(
  inputs: readonly ViewedOutput[],
  outputs: readonly DraftOutput[],
  wallet: PracticeWallet,
  times: Partial<Draft> = {},
): SignedTx {
  const total = inputs.reduce((sum, input) => sum + lovelaceOf(input), 0n);
  const out = outputs.reduce((sum, { value }) => sum + (value.get(ADA) ?? 0n), 0n);
  const at = (fee: bigint): Draft =>
    draft(inputs, [...outputs, output(wallet.address, [[ADA, total - out - fee]])], times);
  const made = withLeastFee(at, 1);
  if (!made) throw new Error('the wallet is too poor');
  return witnessed(made.bytes, wallet);
}

function signed(what: Draft, fee: bigint, wallet: PracticeWallet): SignedTx {
  return witnessed(draftBytes(what, fee), wallet);
}

function witnessed(unsigned: Uint8Array, wallet: PracticeWallet): SignedTx {
  const scanned = scanCbor(unsigned);
  const set = scanned.ok && scanned.value.kind === 'array' ? scanned.value.items[1] : undefined;
  if (!set) throw new Error('not a transaction');
  const witnesses = hexBytes(wallet.sign(toHex(unsigned), 'payment'));
  const bytes = concatBytes(unsigned.subarray(0, set.start), witnesses, unsigned.subarray(set.end));
  return { hash: bodyHash(unsigned), cbor: toHex(bytes) };
}
