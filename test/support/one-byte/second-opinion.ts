import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';

/** Data as CSL writes it in JSON; every number is a bigint. */
export type Json = null | boolean | string | bigint | readonly Json[] | { readonly [key: string]: Json };

/** A reading by CSL alone: no part of the inspector judges itself here. */
export interface SecondOpinion {
  readonly body: Json;
  readonly witnesses: Json;
  readonly isValid: boolean;
  readonly attached: string | undefined;
}

/** Reads a transaction (hex); `undefined` when CSL cannot, and then nothing of it is known to be harmless. */
export function secondOpinion(cbor: string): SecondOpinion | undefined {
  try {
    const tx = CSL.FixedTransaction.from_hex(cbor);
    const body = tx.body();
    const witnesses = tx.witness_set();
    const opinion = {
      body: parse(body.to_json()),
      witnesses: parse(witnesses.to_json()),
      isValid: tx.is_valid(),
      attached: tx.auxiliary_data()?.to_hex(),
    };
    for (const part of [witnesses, body, tx]) part.free();
    return opinion;
  } catch {
    return undefined;
  }
}

/** A place in the data, such as `outputs.0.amount.coin`, with its values before and after. */
export interface Difference {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Every place where two pieces of data differ, as deep as both have the same shape. */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): readonly Difference[] {
  if (isTree(before) && isTree(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      differences(childOf(before, key), childOf(after, key), path === '' ? key : `${path}.${key}`),
    );
  }
  return before === after ? [] : [{ path, before, after }];
}

type Tree = readonly Json[] | { readonly [key: string]: Json };

function isTree(value: Json | undefined): value is Tree {
  return typeof value === 'object' && value !== null;
}

function childOf(tree: Tree, key: string): Json | undefined {
  return (tree as { readonly [key: string]: Json })[key];
}

/** Plutus data is JSON text within the JSON; its numbers go beyond what a double holds. */
function parse(text: string): Json {
  return JSON.parse(text, function (key, value: unknown, ...[context]: { source?: string }[]) {
    if (typeof value === 'number') return BigInt(context?.source ?? value);
    return key === 'Data' && typeof value === 'string' ? parse(value) : value;
  } as (key: string, value: unknown) => unknown) as Json;
}
