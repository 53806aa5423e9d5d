import {
  LARGEST_QUANTITY,
  lovelaceIn,
  MOST_UNITS,
  quantity,
  type Amount,
  type Value,
} from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN, type Token, unknownToken } from '#domain/token.ts';
import type { OutputName } from '#domain/trade.ts';
import { canonicalJson } from '../../agreement/canonical-json.ts';
import { formatAddress, parseAddress, type Address } from '../../cardano/address.ts';
import { mostSignatures } from '../../cardano/native-script.ts';
import { plainTransaction } from '../../cardano/payment-bytes.ts';
import { typedAddress } from '../../cardano/typed-address.ts';
import { roleOf } from '../../inspect/facts.ts';
import { USUAL_PARAMETERS, type InspectionParameters } from '../../inspect/inspection-input.ts';
import { withOwnWitness } from '../../inspect/own-witness.ts';
import type { Ledger, ProtocolParameters, Utxo } from '../../ports/ledger.ts';
import type { Clock } from '../../ports/system.ts';
import { sha256 } from '../../receipt/receipt-key.ts';
import { draftPayment } from './payment-draft.ts';
import type { Built, QuoteBook, SendQuote, TradingAccount } from './quote.ts';

/** Ms for which a payment may be reviewed: its coins may be spent by something else meanwhile. */
const SEND_LIFETIME_MS = 120_000;
/** Slots (seconds) for which it stays valid: shared wallets take longer to sign. */
const VALID_SLOTS = 3_600;
const VALID_SLOTS_SHARED = 7_000;
/** How many times the usual network prices a back-end may claim before nothing is built from its word. */
const MOST_TIMES_USUAL = 3n;

/** A token to be sent, with the decimals that its amount was read with. */
export interface SentToken extends Amount {
  readonly decimals: number;
}

/** The amounts to send, and the recipient. */
export interface SendRequest {
  /** As it was typed. */
  readonly to: string;
  /** Lovelace; `max`: all that can be sent, to oneself as much of it as fits; absent: the least that goes with tokens. */
  readonly lovelace: bigint | 'max' | undefined;
  readonly tokens: readonly SentToken[];
  /** The only coins to spend, all of them; absent: they are chosen. */
  readonly coins?: readonly OutputName[] | undefined;
  /** Only what is at other addresses of the wallet than the one that trades is spent; of `max` as much as fits. */
  readonly gathers?: boolean | undefined;
  readonly account: TradingAccount;
}

export interface PaymentParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly network: NetworkName;
  readonly newId: () => string;
  readonly quotes: QuoteBook;
  readonly token: (id: AssetId, signal?: AbortSignal) => Promise<Result<Token, Failure>>;
  /** Coins that the user froze, by name, with their labels. */
  readonly frozen: () => ReadonlyMap<string, string>;
  /** Coins that open trades spend. */
  readonly busy: () => ReadonlySet<string>;
}

/** Builds payments, without the service: from the wallet's coins and the network's prices, as the ledger reports them. */
export class Payments {
  readonly #parts: PaymentParts;

  constructor(parts: PaymentParts) {
    this.#parts = parts;
  }

  /**
   * A payment, ready for its review. Everything that the ledger says in it is proven or bounded there. Failures:
   * `send-…`, `address-elsewhere`, `coin-…`, `decimals-changed`, `amount-too-large`, those of the ledger.
   */
  async prepare(request: SendRequest, signal?: AbortSignal): Promise<Result<SendQuote, Failure>> {
    const { ledger, network } = this.#parts;
    const { account, lovelace } = request;
    const to = recipientOf(request.to, account, network);
    if (!to.ok) return to;
    const tokens = await this.#tokensOf(request.tokens, signal);
    if (!tokens.ok) return tokens;
    const [tip, parameters, utxos] = await Promise.all([
      ledger.tip(signal),
      ledger.parameters(signal),
      ledger.utxosAt(account.addresses, signal),
    ]);
    if (!tip.ok) return tip;
    if (!parameters.ok) return parameters;
    if (!utxos.ok) return utxos;
    const prices = boundedPrices(parameters.value);
    if (!prices.ok) return prices;
    const { leftOut } = utxos;
    const coins = this.#spendable(utxos.value, request);
    if (!coins.ok) return failed(withUnread(coins.failure, leftOut));
    const change = parseAddress(account.address);
    if (!change.ok) throw new Error('the trading address is an address');
    const { script } = account.own;
    const toSelf = isOwn(to.value, account);
    const draft = draftPayment({
      coins: coins.value,
      byHand: request.coins !== undefined,
      gathers: toSelf,
      to: to.value.hex,
      change: change.value.hex,
      lovelace,
      tokens: new Map(request.tokens.map(({ asset, quantity: units }) => [asset, units])),
      parameters: prices.value,
      validUntil: BigInt(tip.value.slot + (script ? VALID_SLOTS_SHARED : VALID_SLOTS)),
      witnessBytes: witnessBytes(account),
      signatures: (chosen) =>
        script ? mostSignatures(script.script) : new Set(chosen.map(({ address }) => address)).size,
    });
    if (!draft.ok) return failed(withUnread(named(draft.failure, tokens.value), leftOut));
    const { clock, newId, quotes } = this.#parts;
    const at = clock.now();
    const quote: SendQuote = {
      kind: 'send',
      id: newId(),
      tokens: [...tokens.value, ADA_TOKEN],
      task: { kind: 'send', to: formatAddress(to.value), pays: draft.value.pays },
      claims: {},
      toSelf,
      draft: draft.value,
      leftOut,
      notices: [],
      at,
      expiresAt: epochMs(at + SEND_LIFETIME_MS),
    };
    quotes.keep(quote);
    return ok(quote);
  }

  async #tokensOf(
    sent: readonly SentToken[],
    signal?: AbortSignal,
  ): Promise<Result<readonly Token[], Failure>> {
    const tokens: Token[] = [];
    for (const { asset, quantity: units, decimals } of sent) {
      const found = await this.#parts.token(asset, signal);
      const token = found.ok ? found.value : unknownToken(asset);
      if (token.decimals !== decimals)
        return failed(
          failure('decimals-changed', { token: token.ticker || asset, read: decimals, now: token.decimals }),
        );
      if (units <= 0n) return failed(failure('send-nothing'));
      if (units > LARGEST_QUANTITY || asset === ADA || tokens.some(({ id }) => id === asset))
        return failed(failure('send-too-large'));
      tokens.push(token);
    }
    return ok(tokens);
  }

  /** The coins that may be chosen, or those that were. */
  #spendable(
    utxos: readonly Utxo[],
    { account, coins, gathers }: SendRequest,
  ): Result<readonly Utxo[], Failure> {
    const frozen = this.#parts.frozen();
    const own = new Set(account.addresses);
    const unique = new Map(
      utxos.filter(({ address }) => own.has(address)).map((utxo) => [`${utxo.txHash}#${utxo.index}`, utxo]),
    );
    // Of tokens, anybody can make any number; no more ADA exists than that.
    const all = [...unique.values()].reduce((sum, { value }) => sum + lovelaceIn(value), 0n);
    if (all > LARGEST_QUANTITY) return failed(failure('send-odd-ledger', { what: 'holdings' }));
    if (coins === undefined) {
      const busy = this.#parts.busy();
      const free = [...unique].flatMap(([name, utxo]) =>
        frozen.has(name) || busy.has(name) || isOdd(utxo) ? [] : [utxo],
      );
      if (!gathers) return ok(free);
      const elsewhere = free.filter(({ address }) => address !== account.address);
      return elsewhere.length === 0 ? failed(failure('gather-nothing')) : ok(elsewhere);
    }
    const chosen: Utxo[] = [];
    for (const name of new Set(coins)) {
      const utxo = unique.get(name);
      if (!utxo) return failed(failure('coin-unknown', { coin: name }));
      if (frozen.has(name)) return failed(failure('coin-frozen', { coin: name }));
      if (isOdd(utxo)) return failed(failure('send-odd-ledger', { what: 'holdings' }));
      chosen.push(utxo);
    }
    return ok(chosen);
  }
}

/** No bytes can prove that an output holds more of anything. */
function isOdd({ value }: Utxo): boolean {
  return [...value.values()].some((held) => held > MOST_UNITS);
}

/** The built payment in the form of a service's answer: the receipt names the task and the bytes by their hashes. */
export function builtPayment({ id, task: { to, pays }, draft }: SendQuote): Built {
  const asked = canonicalJson({
    id,
    to,
    pays: [...pays].map(([asset, units]) => `${units} ${asset}`).toSorted(),
  });
  return {
    cbor: draft.cbor,
    expected: quantity(0n),
    splits: [],
    call: { requestHash: sha256(asked), responseHash: sha256(Buffer.from(draft.cbor, 'hex')) },
  };
}

/** Whom to pay: a key's address of this network, written as people do. */
function recipientOf(typed: string, account: TradingAccount, network: NetworkName): Result<Address, Failure> {
  const here = typedAddress(typed, network);
  if (!here.ok)
    return here.failure.code === 'address-malformed'
      ? failed(failure('send-address', here.failure.data))
      : here;
  const { payment, stake } = here.value;
  if (stake === 'pointer') return failed(failure('address-other-kind', { kind: 'pointer' }));
  const role = roleOf(here.value, account.own);
  if (role === 'half-own')
    return failed(
      failure('send-address', { reason: 'it pairs your own key with a stake part of somebody else' }),
    );
  if (payment.kind === 'script' && role !== 'own') return failed(failure('send-to-script'));
  return here;
}

function isOwn(address: Address, { own }: TradingAccount): boolean {
  const role = roleOf(address, own);
  return role === 'own' || role === 'bare-own';
}

/** The network's prices, as far as they can be true: they decide a fee, and what a recipient gets along with tokens. */
function boundedPrices(stated: ProtocolParameters): Result<InspectionParameters, Failure> {
  const usual = USUAL_PARAMETERS;
  const prices = ['minFeeA', 'minFeeB', 'coinsPerUtxoByte'] as const;
  const odd = prices.some((name) => stated[name] < 0n || stated[name] > MOST_TIMES_USUAL * usual[name]);
  if (odd) return failed(failure('send-odd-ledger', { what: 'prices' }));
  const { minFeeA, minFeeB, coinsPerUtxoByte, maxTxSize } = stated;
  return ok({ minFeeA, minFeeB, coinsPerUtxoByte, maxTxSize: Math.min(maxTxSize, usual.maxTxSize) });
}

/** Bytes that a shared wallet's script adds to the witnesses. */
function witnessBytes({ own }: TradingAccount): number {
  const empty = plainTransaction({
    inputs: [`${'00'.repeat(32)}#0`],
    outputs: [],
    fee: 0n,
    validUntil: 0n,
  });
  const carrying = withOwnWitness(empty, own);
  return carrying.ok ? (carrying.value.length - empty.length) / 2 : 0;
}

/** A failure that says what the wallet lacks, with the number of coins that could not be read: it may be in these. */
function withUnread(found: Failure, leftOut: Failure | undefined): Failure {
  const count = leftOut?.data?.['count'];
  return count === undefined ? found : failure(found.code, { ...found.data, unread: count });
}

/** The failure of a draft, with the token by its name. */
function named(found: Failure, tokens: readonly Token[]): Failure {
  const { asset, ...data } = found.data ?? {};
  if (asset === undefined || asset === ADA) return asset === undefined ? found : failure(found.code, data);
  const token = tokens.find(({ id }) => id === asset);
  return failure(found.code, { ...data, token: token?.ticker || String(asset).slice(0, 16) });
}

/** The amounts of a payment as a list, ADA first. */
export function paysList(pays: Value): readonly Amount[] {
  return [...pays]
    .toSorted(([one], [other]) => Number(other === ADA) - Number(one === ADA))
    .map(([asset, units]) => ({ asset, quantity: quantity(units) }));
}
