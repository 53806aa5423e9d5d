import { describe, expect, it } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import { failed, ok } from '#domain/result.ts';
import { addressOf, formatAddress, parseAddress } from '../../../src-main/cardano/address.ts';
import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { encodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import type { KnownScript, OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { anatomyOf, exactLines, type Place } from '../../../src-main/inspect/anatomy.ts';
import type { ResolvedInput } from '../../../src-main/cardano/resolution.ts';
import { bytesNode, intNode, treeOf } from '../../support/attack-kinds/cbor-tree.ts';
import { listOf, setField, type TransactionTree } from '../../support/attack-kinds/transaction-tree.ts';
import { factsOf } from '../../support/facts-of.ts';
import { FIRST_ORDER, goodCancel, held, MY_FUNDS, proven, SECOND_ORDER } from '../../support/good-cancel.ts';
import {
  BYSTANDER,
  frankenAddress,
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  orderDatum,
  PAYMENT,
  STAKE,
  STRANGER,
  strangerAddress,
} from '../../support/good-trade.ts';

const PROVEN = 'Value proven by the bytes of the transaction that made it.';
const OTHER_SCRIPT = '5b'.repeat(28);
/** The start of a Byron address, which has no Bech32 text. */
const BYRON = '82d818';
const ORDER_ADDRESS = scriptAddress(ORDER_SCRIPT);
const OTHER_ADDRESS = scriptAddress(OTHER_SCRIPT);
const bareAddress = formatAddress(addressOf(0, { kind: 'key', hash: PAYMENT }));

function scriptAddress(hash: string): string {
  return formatAddress(addressOf(0, { kind: 'script', hash }, { kind: 'key', hash: STAKE }));
}

function hexAddress(bech32: string): string {
  const address = parseAddress(bech32);
  if (!address.ok) throw new Error(address.failure);
  return address.value.hex;
}

function referenceHex(reference: string): string {
  const [hash = '', index = ''] = reference.split('#');
  return `825820${hash}${intNode(BigInt(index)).hex}`;
}

describe('a trade taken apart', () => {
  it('shows what it does to the wallet, each order, each input and each output, and leaves nothing out', () => {
    const { input, draft } = goodTrade();
    const [first = '', second = ''] = draft.inputs;
    const whose = { whose: 'yours', tone: 'own' } as const;
    const order = { address: ORDER_ADDRESS, whose: 'order at EXA', tone: 'order' } as const;
    const terms = (least: string): readonly string[] => [
      `Wants at least ${least} GEM`,
      'Pays to you, with your stake key',
      'You can take it back',
      'Whoever fills it keeps up to 1.8 ADA',
      '2.2 ADA comes back when it closes',
    ];
    expect(anatomyOf(factsOf(input))).toEqual({
      netChange: ['-108.23 ADA'],
      orders: [
        {
          title: 'Order 1 at EXA (output #0)',
          lines: ['Holds 64 ADA', ...terms('498.96'), `Locked by the script ${ORDER_SCRIPT}`],
        },
        {
          title: 'Order 2 at EXA (output #1)',
          lines: ['Holds 44 ADA', ...terms('332.64'), `Locked by the script ${ORDER_SCRIPT}`],
        },
      ],
      inputs: [
        {
          name: first,
          address: myAddress,
          ...whose,
          amounts: ['600 ADA', `9,223,372,036,854,775,808 base units of ${BYSTANDER}`],
          notes: [PROVEN],
        },
        {
          name: second,
          address: myAddress,
          ...whose,
          amounts: ['40 ADA', `5,000 GEM (${GEM})`],
          notes: [PROVEN],
        },
      ],
      collateral: [],
      outputs: [
        {
          name: '#0',
          ...order,
          amounts: ['64 ADA'],
          notes: terms('498.96'),
          datum: encodeOrderDatum(orderDatum({ minimumReceived: 498_960n })),
        },
        {
          name: '#1',
          ...order,
          amounts: ['44 ADA'],
          notes: terms('332.64'),
          datum: encodeOrderDatum(orderDatum({ minimumReceived: 332_640n })),
        },
        {
          name: '#2',
          address: myAddress,
          ...whose,
          amounts: [
            '531.77 ADA',
            `9,223,372,036,854,775,808 base units of ${BYSTANDER}`,
            `5,000 GEM (${GEM})`,
          ],
          notes: [],
        },
      ],
    });
  });

  it('shows what leaves and what comes with its sign, ADA first', () => {
    expect(anatomyOf(factsOf(goodTrade('token', 1).input)).netChange).toEqual([
      '-4.23 ADA',
      '-3,000.001 GEM',
    ]);
    expect(anatomyOf(factsOf(goodCancel().input)).netChange).toEqual(['+107.7 ADA', '+3 GEM']);
  });
});

describe('every amount with its whole id', () => {
  const LATE = `be${'7e'.repeat(27)}` as AssetId;
  const tokens = new Map([[GEM, { ticker: 'GEM', decimals: 3 }]]);

  it('is listed in one order, ADA first, however the value has them', () => {
    const lines = [
      '1 ADA',
      `1,000,000 base units of ${BYSTANDER}`,
      `1,000 GEM (${GEM})`,
      `1,000,000 base units of ${LATE}`,
    ];
    const all = [ADA, BYSTANDER, GEM, LATE];
    for (const by of all.keys()) {
      const turned = [...all.slice(by), ...all.slice(0, by)];
      for (const order of [turned, turned.toReversed()])
        expect(exactLines(new Map(order.map((asset) => [asset, 1_000_000n])), tokens)).toEqual(lines);
    }
  });

  it('is in base units where no token has a name', () => {
    expect(exactLines(held(2_000_000n, 5_000n), undefined)).toEqual(['2 ADA', `5,000 base units of ${GEM}`]);
  });
});

describe('an input', () => {
  const { input } = goodCancel();
  const inputs = (resolved: readonly (readonly [string, ResolvedInput])[], change = {}): readonly Place[] =>
    anatomyOf(factsOf({ ...input, resolved: new Map(resolved), ...change })).inputs;

  it('is an order that is taken back, or funds, with how its value is known and what datum it has', () => {
    expect(
      inputs([
        [
          FIRST_ORDER,
          { ...proven(ORDER_ADDRESS, held(104_000_000n)), datum: { kind: 'inline', hex: '182a' } },
        ],
        [
          SECOND_ORDER,
          {
            address: OTHER_ADDRESS,
            value: held(4_000_000n, 3_000n),
            known: 'two-sources',
            datum: { kind: 'hash', hash: 'da'.repeat(32) },
          },
        ],
        [MY_FUNDS, { address: myAddress, value: held(10_000_000n), known: 'told', datum: { kind: 'none' } }],
      ]),
    ).toEqual([
      {
        name: FIRST_ORDER,
        address: ORDER_ADDRESS,
        whose: 'order at EXA',
        tone: 'order',
        amounts: ['104 ADA'],
        notes: ['One of the orders that you take back.', PROVEN],
        datum: '182a',
      },
      {
        name: SECOND_ORDER,
        address: OTHER_ADDRESS,
        whose: 'locked by a script that is not known',
        tone: 'unknown',
        amounts: ['4 ADA', `3 GEM (${GEM})`],
        notes: [
          'One of the orders that you take back.',
          'Value as two independent sources report it; its bytes were not seen.',
          `Its datum has the hash ${'da'.repeat(32)}.`,
        ],
      },
      {
        name: MY_FUNDS,
        address: myAddress,
        whose: 'yours',
        tone: 'own',
        amounts: ['10 ADA'],
        notes: ['Value as reported by the ledger back-end alone; nothing proves it.'],
      },
    ]);
  });

  it('that nobody knows is shown as that, and the sum of the wallet is not', () => {
    const resolved = new Map([...input.resolved].filter(([name]) => name !== SECOND_ORDER));
    const told = anatomyOf(factsOf({ ...input, resolved }));
    expect(told.netChange).toEqual(['Not known: an input could not be looked up.']);
    expect(told.inputs[1]).toEqual({
      name: SECOND_ORDER,
      address: 'not known',
      whose: 'not known',
      tone: 'unknown',
      amounts: [],
      notes: ['The ledger could not say what this input is.'],
    });
    expect(told.inputs.map(({ tone }) => tone)).toEqual(['order', 'unknown', 'own']);
  });

  it('at an address without Bech32 text is somebody else’s', () => {
    const [, , place] = inputs([[MY_FUNDS, proven(BYRON, held(1_000_000n))]]);
    expect(place).toEqual({
      name: MY_FUNDS,
      address: BYRON,
      whose: 'somebody else',
      tone: 'foreign',
      amounts: ['1 ADA'],
      notes: [PROVEN],
    });
  });

  it('of a key is no order, even if a script had the same hash', () => {
    const known = new Map<string, KnownScript>([[PAYMENT, { exchange: 'EXA', plutus: 2 }]]);
    const [, , place] = inputs([[MY_FUNDS, proven(myAddress, held(1_000_000n))]], {
      scripts: { known, complete: true },
    });
    expect(place).toMatchObject({ whose: 'yours', tone: 'own' });
  });

  it('that is named again has another name each time', () => {
    const { inputs: places } = anatomyOf(
      factsOf(input, (tx) => {
        const list = listOf(tx.field(0)).children;
        list.push(...[FIRST_ORDER, MY_FUNDS, FIRST_ORDER].map((name) => treeOf(referenceHex(name))));
      }),
    );
    expect(places.map(({ name }) => name)).toEqual([
      FIRST_ORDER,
      SECOND_ORDER,
      MY_FUNDS,
      `${FIRST_ORDER} (named 2 times)`,
      `${MY_FUNDS} (named 2 times)`,
      `${FIRST_ORDER} (named 3 times)`,
    ]);
    const [first, , , again] = places;
    expect(again).toEqual({ ...first, name: `${FIRST_ORDER} (named 2 times)` });
  });
});

describe('collateral', () => {
  const { input } = goodTrade();
  const [mine = ''] = input.resolved.keys();
  const collateral = (addressHex?: string): readonly Place[] =>
    anatomyOf(
      factsOf(input, (tx) => {
        tx.set(13, `82${referenceHex(mine)}${referenceHex(mine)}`);
        if (addressHex !== undefined) tx.set(16, `82${bytesNode(addressHex).hex}1a004c4b40`);
      }),
    ).collateral;
  const returned = { name: 'what returns', amounts: ['5 ADA'] };
  const notes = ['What comes back of the collateral if a script fails.'];

  it('is shown as inputs are, each with its own name', () => {
    const place = {
      address: myAddress,
      whose: 'yours',
      tone: 'own',
      amounts: ['600 ADA', `9,223,372,036,854,775,808 base units of ${BYSTANDER}`],
      notes: [PROVEN],
    };
    expect(collateral()).toEqual([
      { name: mine, ...place },
      { name: `${mine} (named 2 times)`, ...place },
    ]);
  });

  it('is shown with what returns of it, and to whom', () => {
    const theirs = { whose: 'somebody else', tone: 'foreign' };
    expect(collateral(hexAddress(myAddress))).toHaveLength(3);
    expect(collateral(hexAddress(myAddress))[2]).toEqual({
      ...returned,
      address: myAddress,
      whose: 'yours',
      tone: 'own',
      notes,
    });
    expect(collateral(hexAddress(strangerAddress))[2]).toEqual({
      ...returned,
      address: strangerAddress,
      ...theirs,
      notes,
    });
    expect(collateral(BYRON)[2]).toEqual({ ...returned, address: BYRON, ...theirs, notes });
    expect(collateral(hexAddress(ORDER_ADDRESS))[2]).toMatchObject({ whose: 'order at EXA', tone: 'order' });
    expect(collateral(hexAddress(OTHER_ADDRESS))[2]).toMatchObject({
      whose: 'locked by a script that is not known',
      tone: 'unknown',
    });
  });
});

describe('an output', () => {
  const { input } = goodTrade();
  const outputs = (edit: (tx: TransactionTree) => void): readonly Place[] =>
    anatomyOf(factsOf(input, edit)).outputs;

  it('is mine, half mine, somebody else’s, or locked by a script', () => {
    const at = (address: string): Place | undefined =>
      outputs((tx) => {
        tx.addOutput(address, 1_000_000n);
      })[3];
    const place = { name: '#3', amounts: ['1 ADA'], notes: [] };
    for (const [address, whose, tone] of [
      [myAddress, 'yours', 'own'],
      [bareAddress, 'yours, without a stake part', 'own'],
      [frankenAddress, "yours to spend, with somebody else's stake part", 'foreign'],
      [strangerAddress, 'somebody else', 'foreign'],
    ] as const)
      expect(at(hexAddress(address))).toEqual({ ...place, address, whose, tone });
    expect(at(BYRON)).toEqual({ ...place, address: BYRON, whose: 'somebody else', tone: 'foreign' });
    expect(at(hexAddress(OTHER_ADDRESS))).toEqual({
      ...place,
      address: OTHER_ADDRESS,
      whose: 'locked by a script that is not known',
      tone: 'unknown',
      notes: ['It has no datum.'],
    });
  });

  it('shows its datum wherever that is seen, and says when only its hash is', () => {
    const hash = blake2b256(hexBytes('182a'));
    const hashed = (tx: TransactionTree): void => {
      tx.output(2).setDatumHash(hash);
    };
    const unseen = [`Only the hash of its datum can be seen: ${hash}.`];
    const [, , change] = outputs(hashed);
    expect(change?.notes).toEqual(unseen);
    expect(change).not.toHaveProperty('datum');
    const witnessed = outputs((tx) => {
      hashed(tx);
      setField(tx.witnesses, 4, treeOf('81182a'));
    });
    expect(witnessed[2]).toMatchObject({ datum: '182a', notes: [] });
    const inline = outputs((tx) => {
      tx.output(2).setInlineDatum('182b');
    });
    expect(inline[2]).toMatchObject({ datum: '182b', notes: [] });
  });

  it('that is an order says why its datum says nothing here, and of each order its own reason', () => {
    const hash = blake2b256(hexBytes('182a'));
    const unread = 'Its datum is not in a form of order that is understood here.';
    expect(
      outputs((tx) => {
        tx.output(0).setInlineDatum('182a');
      })[0],
    ).toMatchObject({ datum: '182a', notes: [unread] });
    const bare = outputs((tx) => {
      tx.output(0).removeDatum();
      tx.output(1).setDatumHash(hash);
    });
    expect(bare[0]?.notes).toEqual(['It has no datum.']);
    expect(bare[0]).not.toHaveProperty('datum');
    expect(bare[1]?.notes).toEqual([`Only the hash of its datum can be seen: ${hash}.`]);
    const brought = outputs((tx) => {
      tx.output(0).setDatumHash(hash);
      setField(tx.witnesses, 4, treeOf('81182a'));
    });
    expect(brought[0]).toMatchObject({ datum: '182a', notes: [unread] });
  });

  it('that is an order between other assets is shown as that', () => {
    const known: KnownScript = {
      exchange: 'EXA',
      plutus: 2,
      form: {
        name: 'by pair',
        read: (_datum, assets) => (assets ? failed('it names another pool') : ok(TERMS)),
      },
    };
    const scripts = { known: new Map([[ORDER_SCRIPT, known]]), complete: true };
    const told = anatomyOf(factsOf({ ...input, scripts }));
    expect(told.outputs[0]?.notes).toEqual(['It is an order between assets other than those traded.']);
  });

  it('says that it carries a script, and that it names a token of which it holds nothing', () => {
    const [, , change] = outputs((tx) => {
      tx.output(2).storeScript(STRANGER);
      tx.output(2).setToken(GEM, 0n);
    });
    expect(change?.notes).toEqual([
      'It carries a script that others can refer to.',
      'It names a token that it holds none of.',
    ]);
    expect(change?.amounts).toHaveLength(2);
  });
});

const TERMS: OrderTerms = {
  ownerPaymentKeyHash: PAYMENT,
  ownerStakeKeyHash: STAKE,
  cancelKeyHash: undefined,
  wanted: GEM,
  minimumReceived: 415_800n,
  batcherFee: 1_800_000n,
  deposit: 2_200_000n,
};

describe('the terms of an order', () => {
  const { input } = goodTrade('ada', 1);
  const lines = (change: Partial<OrderTerms>): readonly string[] => {
    const form = { name: 'any', read: () => ok({ ...TERMS, ...change }) };
    const known = new Map<string, KnownScript>([[ORDER_SCRIPT, { exchange: 'EXA', plutus: 2, form }]]);
    const { outputs, orders } = anatomyOf(factsOf({ ...input, scripts: { known, complete: true } }));
    const notes = outputs[0]?.notes ?? [];
    expect(orders).toEqual([
      {
        title: 'Order 1 at EXA (output #0)',
        lines: ['Holds 104 ADA', ...notes, `Locked by the script ${ORDER_SCRIPT}`],
      },
    ]);
    return notes;
  };
  const wants = 'Wants at least 415.8 GEM';
  const pays = 'Pays to you, with your stake key';
  const mine = 'You can take it back';
  const keeps = 'Whoever fills it keeps up to 1.8 ADA';
  const back = '2.2 ADA comes back when it closes';

  it('are what it wants, whom it pays, who takes it back, what it costs and what comes back', () => {
    expect(lines({})).toEqual([wants, pays, mine, keeps, back]);
    expect(lines({ wanted: ADA, minimumReceived: 1_500_000n })[0]).toBe('Wants at least 1.5 ADA');
  });

  it('that are not stated are shown as not stated', () => {
    expect(
      lines({ wanted: undefined, minimumReceived: 1_234_567n, batcherFee: undefined, deposit: undefined }),
    ).toEqual([
      'Wants at least 1,234,567 base units of an asset of the pool that it names',
      pays,
      mine,
      'Does not state the fee of whoever fills it',
      'Does not state what comes back when it closes',
    ]);
    expect(lines({ batcherFee: 0n, deposit: 0n }).slice(3)).toEqual([
      'Whoever fills it keeps up to 0 ADA',
      '0 ADA comes back when it closes',
    ]);
  });

  it('name whoever else it pays, or whoever has the stake', () => {
    expect(lines({ ownerStakeKeyHash: undefined })[1]).toBe('Pays to you, without a stake part');
    expect(lines({ ownerStakeKeyHash: STRANGER })[1]).toBe(
      `Pays to you, with somebody else's stake key ${STRANGER}`,
    );
    expect(lines({ ownerPaymentKeyHash: STRANGER }).slice(1, 3)).toEqual([
      `Pays to somebody else, the key ${STRANGER}, with your stake key`,
      `Somebody else can take it back, the key ${STRANGER}`,
    ]);
  });

  it('say who can take it back: the owner, or the key that it names for that', () => {
    for (const cancelKeyHash of [PAYMENT, STAKE]) expect(lines({ cancelKeyHash })[2]).toBe(mine);
    expect(lines({ ownerPaymentKeyHash: STRANGER, cancelKeyHash: PAYMENT })[2]).toBe(mine);
    expect(lines({ cancelKeyHash: STRANGER })[2]).toBe(`Somebody else can take it back, the key ${STRANGER}`);
  });

  it('say when it ends, what that costs, and whether it may be sent back', () => {
    const at = 1_800_000_000_000n;
    const time = '08:00:00 UTC on 2027-01-15';
    expect(lines({ closing: { at, then: 'waits', tip: 300_000n }, killable: true })).toEqual([
      wants,
      pays,
      mine,
      keeps,
      back,
      `Is filled until ${time}; after that it waits until it is taken back`,
      'May be sent back unfilled once its least cannot be met',
    ]);
    expect(lines({ closing: { at, then: 'sent-back', tip: 0n }, killable: false }).slice(5)).toEqual([
      `Closes by itself after ${time}`,
    ]);
    expect(lines({ closing: { at, then: 'sent-back', tip: 300_000n } }).slice(5)).toEqual([
      `Closes by itself after ${time}; whoever closes it may keep up to 0.3 ADA`,
    ]);
  });

  it('of a plan that places orders elsewhere say where, and whom the plan binds these to pay', () => {
    const recurring = {
      amountPerCycle: 10_000_000n,
      cycles: 10,
      interval: dcaInterval('1day'),
      feePerCycle: 200_000n,
      returnedPerCycle: 0n,
      reservePerCycle: 7_400_000n,
      placesAt: (['trade', 'receiver', 'nothing', 'unproven'] as const).map((binds) => ({
        script: ORDER_SCRIPT,
        binds,
      })),
    };
    const made = lines({ recurring, wanted: undefined, batcherFee: 76_000_000n, deposit: undefined });
    expect(made).toEqual([
      'Makes 10 trades, every day, for an asset that it does not name',
      'Each sells 10,000,000 base units, the last one what is left',
      'Each takes whatever price the service places it at; no least amount is enforced',
      'Each costs 0.2 ADA',
      'For each, 7.4 ADA is set aside for other fees and deposits',
      'Each may place an order at EXA, which the plan binds to pay you what you buy',
      'Each may place an order at EXA, which the plan binds to pay you, whatever it buys',
      'Each may place an order at EXA, and the plan does not bind whom it pays',
      'Each may place an order at EXA, and whom it pays cannot be proven',
      pays,
      mine,
      'Whoever fills it keeps up to 76 ADA',
      'Does not state what comes back when it closes',
    ]);
    const elsewhere = { ...recurring, placesAt: [{ script: 'e1'.repeat(28), binds: 'trade' }] as const };
    expect(lines({ recurring: elsewhere })[5]).toBe(
      `Each may place an order at a script that is not known, ${'e1'.repeat(28)}, which the plan binds to pay you what you buy`,
    );
  });

  it('of a recurring order say how it is divided, and that no least is enforced', () => {
    const recurring = {
      amountPerCycle: 10_000_000n,
      cycles: 10,
      completed: 3,
      interval: dcaInterval('1month'),
      slippagePpm: 15_000n,
      feePerCycle: 200_000n,
      returnedPerCycle: 100_000n,
    };
    const rest = [
      'Each sells 10,000,000 base units, the last one what is left',
      'Each takes the price of its time, at most 1.5 % worse than the market; no least amount is enforced',
      'Each costs 0.2 ADA',
      pays,
      mine,
      keeps,
      '2.2 ADA comes back with its trades, or when it ends',
    ];
    expect(lines({ recurring })).toEqual(['Makes 7 trades, every month, for GEM', ...rest]);
    expect(lines({ recurring, wanted: undefined })).toEqual([
      'Makes 7 trades, every month, for an asset of the pool that it names',
      ...rest,
    ]);
  });

  it('at a script that is not known cannot be read', () => {
    const scripts = { known: new Map(), complete: false };
    expect(anatomyOf(factsOf({ ...input, scripts })).orders).toEqual([
      {
        title: 'Order 1 at a script that is not known (output #0)',
        lines: ['Holds 104 ADA', 'Its terms cannot be read here.', `Locked by the script ${ORDER_SCRIPT}`],
      },
    ]);
  });
});
