import { ADA, type AssetId } from '#domain/asset.ts';
import type { Value } from '#domain/amount.ts';
import { knownPools } from '../../src-main/app/order-scripts.ts';
import type { KnownPool } from '../../src-main/exchanges/known-pools.ts';
import type { PoolOutput } from '../../src-main/exchanges/pool.ts';
import { constr, datumHex, type Data } from './plutus-data.ts';

export const MAINNET_POOLS = knownPools('live', 'mainnet');

/** The reserves and fees of a pool to write. */
export interface PoolWish {
  readonly reserves: readonly [bigint, bigint];
  /** In parts of 10,000. */
  readonly fee: bigint;
}

/** A form of pools on mainnet, and how to write one. */
export interface WrittenForm {
  readonly name: string;
  readonly script: string;
  readonly known: KnownPool;
  /** Whether the fee is the pool's own to state. */
  readonly statesFee: boolean;
  write(wish: PoolWish): PoolOutput;
}

const TOKEN = `${'7e'.repeat(28)}47454d` as AssetId;
const MARK = `${'3a'.repeat(28)}4d41524b` as AssetId;
const HASH = '5c'.repeat(28);

/** The first fields of the datums of both forms of Splash. */
function splashPair(fee: bigint): readonly Data[] {
  return [assetData(MARK), assetData(ADA), assetData(TOKEN), assetData(MARK), 100_000n - fee * 10n];
}

/** The forms whose pools anybody can write from a few numbers. */
export const WRITTEN_FORMS: readonly WrittenForm[] = [
  form('minswap-v1', false, ({ known, reserves }) => {
    const mark = `0be55d262b29f564998ff81efe21bdc0022621c12f15af08d0f2ddb1${'11'.repeat(32)}` as AssetId;
    return { value: holding(reserves, [TOKEN, known.token ?? TOKEN, mark]), datum: undefined };
  }),
  form('minswap-v2', true, ({ known, reserves, fee }) => minswapV2(known, TOKEN, reserves, fee)),
  form('minswap-stable', false, ({ known, reserves }) => {
    const [first, second] = known.stable?.assets ?? [ADA, TOKEN];
    const value = new Map([
      [ADA, 2_000_000n],
      [first, reserves[0]],
      [second, reserves[1]],
      [known.token ?? TOKEN, 1n],
    ]);
    return { value, datum: constr(0, [...reserves], 1n, 10n, HASH) };
  }),
  form('splash-royalty', true, ({ reserves, fee }) => {
    const datum = constr(0, ...splashPair(fee), 50n, 50n, 7n, 0n, 0n, 0n, [], HASH, HASH, 0n);
    return { value: holding([reserves[0] + 7n, reserves[1]], [TOKEN, MARK]), datum };
  }),
  form('splash-treasury', true, ({ reserves, fee }) => {
    const datum = constr(0, ...splashPair(fee), 100n, 0n, 9n, [], 0n, HASH);
    return { value: holding([reserves[0], reserves[1] + 9n], [TOKEN, MARK]), datum };
  }),
  form('snek-fun', false, ({ reserves }) => {
    const held = [3_000_000n + reserves[0], 1n + (reserves[1] % 1_000_000_000n)] as const;
    const datum = constr(
      0,
      assetData(MARK),
      assetData(ADA),
      assetData(TOKEN),
      122_525_779_519n,
      2_545_182n,
      HASH,
      1n,
      HASH,
      HASH,
    );
    return { value: holding(held, [TOKEN, MARK]), datum };
  }),
  form('sundae-v3', true, ({ script, reserves, fee }) => {
    const mark = `${script}000de140${'22'.repeat(28)}` as AssetId;
    const datum = constr(
      0,
      '22'.repeat(28),
      [
        ['', ''],
        [TOKEN.slice(0, 56), TOKEN.slice(56)],
      ],
      1n,
      fee,
      fee,
      constr(1),
      0n,
      5n,
    );
    return { value: holding([reserves[0] + 5n, reserves[1]], [TOKEN, mark]), datum };
  }),
];

/** A pool of ADA and a token at Minswap V2. */
export function minswapV2Output(
  token: AssetId,
  reserves: readonly [bigint, bigint],
  fee: bigint,
): PoolOutput {
  const { script, known } = formNamed('minswap-v2');
  const { value, datum } = minswapV2(known, token, reserves, fee);
  return { script, value, datum: datum === undefined ? undefined : datumHex(datum) };
}

export function formNamed(name: string): WrittenForm {
  const found = WRITTEN_FORMS.find((one) => one.name === name);
  if (!found) throw new Error(`no form ${name}`);
  return found;
}

interface Written {
  readonly value: Value;
  readonly datum: Data | undefined;
}

function form(
  name: string,
  statesFee: boolean,
  write: (wish: PoolWish & { readonly script: string; readonly known: KnownPool }) => Written,
): WrittenForm {
  const [script, known] = [...MAINNET_POOLS].find(([, { form: own }]) => own?.name === name) ?? [];
  if (script === undefined || !known) throw new Error(`no pool of the form ${name} is listed`);
  return {
    ...{ name, script, known, statesFee },
    write(wish) {
      const { value, datum } = write({ ...wish, script, known });
      return { script, value, datum: datum === undefined ? undefined : datumHex(datum) };
    },
  };
}

function minswapV2(
  { token: mark = TOKEN }: KnownPool,
  token: AssetId,
  reserves: readonly [bigint, bigint],
  fee: bigint,
): Written {
  const [first, second] = reserves;
  const datum = constr(
    0,
    constr(0, constr(1, HASH)),
    assetData(ADA),
    assetData(token),
    1n,
    first,
    second,
    fee,
    fee,
    constr(1),
    constr(0),
  );
  return { value: holding(reserves, [token, mark]), datum };
}

function holding(
  [ada, tokens]: readonly [bigint, bigint],
  [token, ...marks]: readonly [AssetId, ...AssetId[]],
): Value {
  return new Map([[ADA, ada], [token, tokens], ...marks.map((mark) => [mark, 1n] as const)]);
}

function assetData(asset: AssetId): Data {
  return asset === ADA ? constr(0, '', '') : constr(0, asset.slice(0, 56), asset.slice(56));
}
