import type { Failure } from '../../src-preload/domain/failure.ts';
import { addValues, type Value } from '../../src-preload/domain/amount.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import type { Token } from '../../src-preload/domain/token.ts';
import {
  checkNetwork,
  connect,
  connectionOptions,
  readConnection,
  text,
  type Connection,
} from './connection.ts';
import { openSessionWallet, walletOptions } from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const balanceOptions = {
  ...connectionOptions,
  ...walletOptions,
  address: { type: 'string' },
} as const;

interface Holding {
  readonly token: Token;
  readonly quantity: bigint;
}

/** `balance`: what an address, or the wallet's first address, holds. */
export async function balanceCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const named = readConnection(values);
  if (named === undefined) throw new UsageError('--base-url, --ledger-url and --api-key-env are needed');
  const connected = connect(named);
  if (!connected.ok) return terminal.failure(connected.failure);
  const connection = connected.value;
  try {
    const right = await checkNetwork(connection);
    if (!right.ok) return terminal.failure(right.failure);
    const address = await addressOf(values, connection);
    if (!address.ok) return terminal.failure(address.failure);
    const held = await holdings(address.value, connection);
    if (!held.ok) return terminal.failure(held.failure);
    terminal.result(
      {
        address: address.value,
        amounts: held.value.map(({ quantity, token }) => amountJson(quantity, token)),
      },
      [address.value, ...held.value.map(({ quantity, token }) => `  ${amountWithTicker(quantity, token)}`)],
    );
    return 0;
  } finally {
    await connection.close();
  }
}

async function addressOf(values: Values, connection: Connection): Promise<Result<string, Failure>> {
  const given = text(values, 'address');
  if (given !== undefined) return ok(given);
  const opened = await openSessionWallet(values, connection.network);
  if (!opened.ok) return opened;
  const address = opened.value.wallet.address(0);
  opened.value.wallet.close();
  return address;
}

/** What an address holds, with what is known of each token. Failures: those of the ledger. */
export async function holdings(
  address: string,
  connection: Connection,
): Promise<Result<readonly Holding[], Failure>> {
  const utxos = await connection.ledger.utxos(address);
  if (!utxos.ok) return utxos;
  const value = utxos.value.reduce<Value>((sum, utxo) => addValues(sum, utxo.value), new Map());
  const held: Holding[] = [];
  for (const [asset, quantity] of value) {
    const token = await connection.tokens.get(asset);
    held.push({ quantity, token: token.ok ? token.value : connection.tokens.shown(asset) });
  }
  return ok(held);
}
