import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { addressOf, baseAddress, parseAddress, parseAddressHex } from '../../../src-main/cardano/address.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction, type Transaction } from '../../../src-main/cardano/transaction.ts';
import { parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import { decodersAgree, signaturesPresent } from '../../../src-main/inspect/rules/decoding.ts';
import { metadata, scriptData, withdrawals } from '../../../src-main/inspect/rules/forbidden-fields.ts';
import { collateral, network, validity } from '../../../src-main/inspect/rules/ledger-terms.ts';
import {
  BYSTANDER,
  goodTrade,
  myAddress,
  PAYMENT,
  STAKE,
  STRANGER,
  strangerAddress,
  strangersSignature,
} from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

const { input, sign } = goodTrade();
const own = { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) };

function transaction(cbor = input.cbor): Transaction {
  const tx = decodeTransaction(cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return tx.value;
}

const bytesOf = (bech32: string): Uint8Array => {
  const address = parseAddress(bech32);
  if (!address.ok) throw new Error(address.failure);
  return hexBytes(address.value.hex);
};

describe('D3, two decoders', () => {
  it('is reported when the second cannot read, or what it reads otherwise', () => {
    const tx = transaction();
    expect(findings(decodersAgree, { tx, second: { ok: false, failure: 'no' } })).toEqual([
      'block: A second decoder cannot read the transaction.',
    ]);
    expect(findings(decodersAgree, { tx, second: { ok: true, value: { bodyHash: 'other' } } })).toEqual([
      'block: Two decoders disagree about the transaction: they compute different hashes.',
    ]);
  });
});

describe('D8, signatures that are there', () => {
  const { bodyHash } = transaction();
  const carrying = (witnessSet: string, hash = bodyHash): object => {
    const vkeys = parseWitnessSet(witnessSet);
    if (!vkeys.ok) throw new Error(vkeys.failure);
    return { tx: { bodyHash: hash, witnesses: { vkeys: vkeys.value } }, context: { own } };
  };
  const mine = 'warn: The transaction already carries your signature: it was signed before.';
  const wrong = 'block: The transaction already carries a wrong signature';

  it('are mine by payment or stake key, or others’, and right or wrong', () => {
    expect(findings(signaturesPresent, carrying(sign(input.cbor)))).toEqual([mine, mine]);
    expect(findings(signaturesPresent, carrying(strangersSignature(input.cbor)))).toEqual([]);
    const other = '00'.repeat(32);
    expect(findings(signaturesPresent, carrying(strangersSignature(input.cbor), other))).toEqual([
      `${wrong}.`,
    ]);
    expect(findings(signaturesPresent, carrying(sign(input.cbor), other))).toEqual([
      `${wrong} in your name.`,
      `${wrong} in your name.`,
    ]);
  });
});

describe('F2, withdrawals', () => {
  const withdrawing = (account: string, quantity: bigint, trade = false): object => ({
    tx: { body: { keys: new Set([5]), withdrawals: [{ account, quantity }] } },
    context: { own },
    trade: trade ? {} : undefined,
  });
  const never = 'block: The transaction withdraws from a reward account, which a trade never needs.';

  it('are mine, a script’s that is run, or never needed', () => {
    expect(findings(withdrawals, { tx: { body: { keys: new Set() } } })).toEqual([]);
    expect(findings(withdrawals, { tx: { body: { keys: new Set([5]), withdrawals: [] } } })).toEqual([
      'block: The transaction holds an empty list of withdrawals.',
    ]);
    expect(findings(withdrawals, withdrawing(`e0${STAKE}`, 2_500_000n))).toEqual([
      'block: The transaction takes your staking rewards (2.5 ADA).',
    ]);
    const script = `f0${'5c'.repeat(28)}`;
    const runs = 'info: It runs a script through a withdrawal of zero.';
    expect(findings(withdrawals, withdrawing(script, 0n))).toEqual([runs]);
    expect(findings(withdrawals, withdrawing(script, 1n))).toEqual([never]);
    expect(findings(withdrawals, withdrawing(script, 0n, true))).toEqual([never]);
    expect(findings(withdrawals, withdrawing(`e0${'5f'.repeat(28)}`, 0n))).toEqual([never]);
  });
});

describe('F4, collateral', () => {
  const script = addressOf(0, { kind: 'script', hash: '5c'.repeat(28) }, undefined);
  const key = baseAddress(0, PAYMENT, STAKE);
  const holding = (lovelace: bigint, tokens = 0n): object => ({
    value: new Map(
      tokens > 0n
        ? [
            [ADA, lovelace],
            [BYSTANDER, tokens],
          ]
        : [[ADA, lovelace]],
    ),
  });
  const mine = (lovelace: bigint, tokens = 0n): object => ({
    ownHash: PAYMENT,
    address: key,
    resolved: holding(lovelace, tokens),
  });
  const others = { address: key, resolved: holding(5_000_000n) };
  const unknown = {};
  const returning = (lovelace: bigint, tokens = 0n, address = myAddress): object => ({
    addressBytes: bytesOf(address),
    ...holding(lovelace, tokens),
  });
  const facts = (
    inputs: readonly object[],
    collateralReturn?: object,
    totalCollateral?: bigint,
    { fee = 200_000n, missingInputs = 'ask' } = {},
  ): object => ({
    collateral: inputs,
    tx: { body: { collateralReturn, totalCollateral, fee } },
    context: { own, missingInputs },
  });
  const told = (...given: Parameters<typeof facts>): readonly string[] =>
    findings(collateral, facts(...given));

  it('that is not there is not returned either', () => {
    const nothing = ['block: The transaction returns collateral that it does not have.'];
    expect(told([])).toEqual([]);
    expect(told([], returning(1n))).toEqual(nothing);
    expect(told([], undefined, 1n)).toEqual(nothing);
  });

  it('is locked by no script, and somebody else’s is theirs', () => {
    const locked = ['block: The collateral is locked by a script, which no ledger accepts.'];
    expect(told([{ address: script }])).toEqual(locked);
    expect(told([others, { address: script }])).toEqual(locked);
    expect(told([others, others])).toEqual(['info: Someone else puts up the collateral.']);
  });

  it('whose owner cannot be seen is bounded as if it were mine, or all of it could be lost', () => {
    const unseen = [
      'warn: It cannot be seen who owns the collateral; if it is yours, all of it could be lost.',
    ];
    const bounded = ['info: If the collateral is yours, up to 5 ADA can be lost.'];
    for (const inputs of [[unknown], [others, unknown]]) {
      expect(told(inputs)).toEqual(unseen);
      expect(told(inputs, returning(1n))).toEqual(unseen);
      expect(told(inputs, returning(1n), 5_000_000n)).toEqual(bounded);
      expect(told(inputs, returning(1n), 5_000_001n)).toEqual(unseen);
      expect(told(inputs, returning(1n, 0n, strangerAddress), 5_000_000n)).toEqual(unseen);
      expect(told(inputs, undefined, 5_000_000n)).toEqual(unseen);
      expect(told(inputs, undefined, undefined, { missingInputs: 'block' })).toEqual([]);
    }
  });

  it('of mine comes back but for a bound: five ADA, or three times the fee', () => {
    const all = ['block: All of your collateral could be lost if a script fails.'];
    expect(told([mine(9_000_000n)])).toEqual(all);
    expect(told([mine(9_000_000n)], returning(4_000_000n))).toEqual(all);
    expect(told([mine(9_000_000n)], undefined, 5_000_000n)).toEqual(all);
    expect(told([mine(9_000_000n)], returning(4_000_000n), 5_000_000n)).toEqual([
      'info: Up to 5 ADA can be lost if the script fails.',
    ]);
    expect(told([others, mine(9_000_000n)], returning(4_000_000n), 5_000_000n)).toEqual([
      'info: Up to 5 ADA can be lost if the script fails.',
    ]);
    expect(told([mine(9_000_000n)], returning(3_999_999n), 5_000_001n)).toEqual([
      'block: Up to 5.000001 ADA could be lost if a script fails.',
    ]);
    expect(told([mine(9_000_000n)], returning(5_000_000n), 3_000_000n)).toEqual([
      'block: Up to 4 ADA could be lost if a script fails.',
    ]);
    const dear = { fee: 2_000_000n };
    expect(told([mine(9_000_000n)], returning(3_000_000n), 6_000_000n, dear)).toEqual([
      'info: Up to 6 ADA can be lost if the script fails.',
    ]);
    expect(told([mine(9_000_000n)], returning(2_999_999n), 6_000_001n, dear)).toHaveLength(1);
  });

  it('of mine goes to nobody else, with every token', () => {
    const elsewhere = 'block: The rest of your collateral would go to someone else.';
    const tokens = 'block: Tokens of your collateral would not come back if a script fails.';
    const broken = { ...returning(4_000_000n), addressBytes: new Uint8Array([0xff]) };
    expect(told([mine(9_000_000n)], returning(4_000_000n, 0n, strangerAddress), 5_000_000n)).toEqual([
      elsewhere,
    ]);
    expect(told([mine(9_000_000n)], broken, 5_000_000n)).toEqual([elsewhere]);
    expect(told([mine(9_000_000n, 7n)], returning(4_000_000n, 7n), 5_000_000n)).toHaveLength(1);
    expect(told([mine(9_000_000n, 7n)], returning(4_000_000n, 7n), 5_000_000n)[0]).toMatch(/^info/);
    expect(told([mine(9_000_000n, 7n)], returning(4_000_000n, 6n), 5_000_000n)).toEqual([tokens]);
    // Collateral that others put up beside mine is theirs to lose.
    const theirs = { ...others, resolved: holding(1n, 7n) };
    expect(told([theirs, mine(9_000_000n)], returning(4_000_000n), 5_000_000n)[0]).toMatch(/^info/);
    const unresolved = { ownHash: PAYMENT, address: key };
    expect(told([unresolved, mine(9_000_000n)], returning(4_000_000n), 5_000_000n)[0]).toMatch(/^info/);
  });
});

describe('F6, network', () => {
  const paying = (...addresses: readonly Uint8Array[]): object => ({
    tx: { body: { outputs: addresses.map((addressBytes) => ({ addressBytes })) } },
    context: { network: 'preprod' },
  });
  const elsewhere = hexBytes(baseAddress(1, PAYMENT, STAKE).hex);
  const pointer = hexBytes(`40${PAYMENT}010203`);

  it('is that of the transaction and of each address', () => {
    const body = { outputs: [], networkId: 1 };
    expect(findings(network, { tx: { body }, context: { network: 'mainnet' } })).toEqual([]);
    expect(findings(network, { tx: { body }, context: { network: 'preprod' } })).toEqual([
      'block: The transaction is made for another network.',
    ]);
    expect(findings(network, paying(bytesOf(myAddress)))).toEqual([]);
    const other = ['block: An address of the transaction is on another network.'];
    expect(findings(network, paying(bytesOf(myAddress), elsewhere))).toEqual(other);
    const returned = { outputs: [], collateralReturn: { addressBytes: elsewhere } };
    expect(findings(network, { tx: { body: returned }, context: { network: 'preprod' } })).toEqual(other);
    const both = {
      outputs: [{ addressBytes: elsewhere }],
      collateralReturn: { addressBytes: bytesOf(myAddress) },
    };
    expect(findings(network, { tx: { body: both }, context: { network: 'preprod' } })).toEqual(other);
  });

  it('is not hidden: no pointer, only payment addresses', () => {
    expect(parseAddressHex(Buffer.from(pointer).toString('hex')).ok).toBe(true);
    expect(findings(network, paying(pointer))).toEqual([
      'block: An address of the transaction hides its stake part behind a pointer.',
    ]);
    const [found = ''] = findings(network, paying(hexBytes(`e0${STAKE}`)));
    expect(found).toMatch(/^block: An address of the transaction is not a payment address: .+\.$/);
  });
});

describe('F7, the clock', () => {
  it('is not compared with a tip that is not known', () => {
    const context = { clockSlot: 1 };
    expect(findings(validity, { tx: { body: { validFrom: 10n, validUntil: 20n } }, context })).toEqual([]);
  });
});

describe('F10, attached data', () => {
  const attaching = (hex: string): object => ({
    tx: {
      auxiliaryHash: 'aa',
      bytes: hexBytes(hex),
      spans: { auxiliary: { start: 0, end: hex.length / 2 } },
    },
  });
  const cborText = (text: string): string => {
    const bytes = Buffer.from(text);
    return Buffer.from([0x60 + bytes.length]).toString('hex') + bytes.toString('hex');
  };
  const unusual = (text: string): string =>
    `warn: It carries a message that is not the usual one. The service wrote it, and it stays public for ever: "${text}".`;
  const other = (bytes: number): string =>
    `warn: ${bytes} bytes of other data are attached to it. The service wrote them, and they stay public for ever.`;
  const message = (text: string): string => `a1${cborText('msg')}${cborText(text)}`;

  it('is shown as a message, in bytes, or both', () => {
    expect(findings(metadata, { tx: { ...transaction(), auxiliaryHash: undefined } })).toEqual([]);
    expect(findings(metadata, attaching(`a11902a2${message('say "yes"')}`))).toEqual([unusual("say 'yes'")]);
    expect(findings(metadata, attaching('a10105'))).toEqual([other(3)]);
    const more = `a21902a2${message('hi')}01${`58${'20'}`}${'00'.repeat(32)}`;
    expect(findings(metadata, attaching(more))).toEqual([unusual('hi'), other(39)]);
  });

  const lines = (...texts: readonly string[]): string =>
    `a1${cborText('msg')}8${texts.length}${texts.map(cborText).join('')}`;
  const usual = ['Dexhunter Trade', 'Partner SomeParty'] as const;

  it('does not ask about the usual message, in any form of the data', () => {
    const alone = `a11902a2${lines(...usual)}`;
    for (const data of [alone, `82${alone}80`, `d90103a100${alone}`])
      expect(findings(metadata, attaching(data)), data).toEqual([
        'info: It carries a public message: "Dexhunter Trade Partner SomeParty".',
      ]);
    const others = [[], ['Partner Snek.fun'], ['Partner x-1'], ['Partner DCA CREATE'], ['cancel']];
    for (const second of others) {
      const texts = ['Dexhunter Trade', ...second];
      expect(findings(metadata, attaching(`a11902a2${lines(...texts)}`))).toEqual([
        `info: It carries a public message: "${texts.join(' ')}".`,
      ]);
    }
  });

  it('asks about every message that only resembles the usual one', () => {
    const strange = [
      ['Partner SomeParty'],
      ['Partner SomeParty', 'Dexhunter Trade'],
      ['Dexhunter Trade Partner'],
      ['dexhunter trade'],
      ['Dexhunter Trade', 'Partner '],
      ['Dexhunter Trade', 'Partner see.bad'],
      ['Dexhunter Trade', 'Partner www.see.bad'],
      ['Dexhunter Trade', 'Partner see.bad/now'],
      ['Dexhunter Trade', 'Partner .bad'],
      ['Dexhunter Trade', 'Partner a_b'],
      ['Dexhunter Trade', `Partner ${'a'.repeat(25)}`],
      ['Dexhunter Trade', `Partner ${'a'.repeat(20)}.${'b'.repeat(4)}`],
      ['Dexhunter Trade', 'Partner \u0410da'],
      ['Dexhunter Trade', 'Partner DCA PAY'],
      ['Dexhunter Trade', 'cancel all'],
      ['Dexhunter Trade', 'cancel', 'Partner Bob'],
      ['Dexhunter Trade cancel'],
      ['Dexhunter Trade', 'Partner I owe'],
      ['Dexhunter Trade', 'Partner a\u200bb'],
      ['Dexhunter\u200b Trade'],
      ['Dexhunter Trade', 'Partner Bob\n'],
      ['Dexhunter Trade', 'Partner Bob', ''],
      ['Dexhunter Trade', 'Partner Bob', 'pay'],
    ];
    for (const texts of strange)
      expect(findings(metadata, attaching(`a11902a2${lines(...texts)}`)).join(), texts.join()).toMatch(
        /^warn: /,
      );
  });

  const point = '41'.repeat(24) + '00'.repeat(8);
  /** The message beside a signature in two halves, of which one part is another. */
  const signed = ({
    label = '07',
    halves = [point, `${'00'.repeat(31)}10`],
    texts = usual,
  }: {
    readonly label?: string;
    readonly halves?: readonly string[];
    readonly texts?: readonly string[];
  } = {}): string => {
    const bytes = halves.map((half) => `58${(half.length / 2).toString(16).padStart(2, '0')}${half}`);
    return `a2${label}8${halves.length}${bytes.join('')}1902a2${lines(...texts)}`;
  };

  it('shows the aggregator’s signature beside its message, and asks about all that only resembles it', () => {
    expect(findings(metadata, attaching(signed()))).toEqual([
      'info: It carries a public message: "Dexhunter Trade Partner SomeParty".',
      other(74).replace('warn', 'info'),
    ]);
    const strange = [
      signed({ label: '08' }),
      signed({ texts: ['Dexhunter Trade', 'pay me'] }),
      signed({ halves: [point] }),
      signed({ halves: [point, point.slice(2)] }),
      signed({ halves: [point, `${'00'.repeat(31)}10`, '00'.repeat(32)] }),
      // Words, and a number that no signature can have.
      signed({ halves: ['41'.repeat(25) + '00'.repeat(7), `${'00'.repeat(31)}10`] }),
      signed({ halves: [point, `${'ff'.repeat(31)}10`] }),
      signed({ halves: [point, `${'00'.repeat(31)}20`] }),
      `82${signed()}8105`,
      signed().replace('a207', 'a307').concat('0105'),
    ];
    for (const data of strange) expect(findings(metadata, attaching(data)).join(), data).toMatch(/warn: /);
  });

  it('asks about whatever is beside the usual message, however little', () => {
    const beside = [
      `a21902a2${lines(...usual)}0105`,
      `a11902a2a2${lines(...usual).slice(2)}${cborText('a')}05`,
      `82a11902a2${lines(...usual)}8105`,
      `d90103a200a11902a2${lines(...usual)}0180`,
      `a11902a2a1${cborText('msg')}82${cborText('Dexhunter Trade')}05`,
    ];
    for (const data of beside)
      expect(findings(metadata, attaching(data)).join(), data).toMatch(/warn: \d+ bytes of other data/);
  });
});

describe('F11, what scripts are handed', () => {
  const key = { address: baseAddress(0, STRANGER, STRANGER) };
  const script = { address: addressOf(0, { kind: 'script', hash: '5c'.repeat(28) }, undefined) };
  const handing = (
    { redeemers = false, data = 0, bound = false, fields = [] as readonly number[] },
    ...inputs: readonly object[]
  ): object => ({
    tx: {
      witnesses: { hasRedeemers: redeemers, data: { size: data } },
      body: { scriptDataHash: bound ? 'aa' : undefined, keys: new Set(fields) },
    },
    inputs,
  });
  const needless = ['block: The transaction includes redeemers, but nothing in it runs a script.'];
  const unbound = ['block: What the transaction passes to scripts is not bound by what you sign.'];
  const absent = ['block: The transaction binds data for scripts that it does not include.'];

  it('is needed by something', () => {
    const redeemers = { redeemers: true, bound: true };
    expect(findings(scriptData, handing(redeemers, key))).toEqual(needless);
    expect(findings(scriptData, handing(redeemers))).toEqual(needless);
    expect(findings(scriptData, handing(redeemers, key, script))).toEqual([]);
    expect(findings(scriptData, handing(redeemers, key, { address: undefined }))).toEqual([]);
    for (const field of [4, 5, 9, 19, 20])
      expect(findings(scriptData, handing({ ...redeemers, fields: [0, field] }, key))).toEqual([]);
    expect(findings(scriptData, handing({ ...redeemers, fields: [0, 1, 2, 3] }, key))).toEqual(needless);
    expect(findings(scriptData, handing({ data: 1, bound: true }, key))).toEqual([]);
  });

  it('is bound by what is signed, and nothing else is', () => {
    expect(findings(scriptData, handing({}, key))).toEqual([]);
    expect(findings(scriptData, handing({ redeemers: true }, script))).toEqual(unbound);
    expect(findings(scriptData, handing({ data: 1 }, key))).toEqual(unbound);
    expect(findings(scriptData, handing({ bound: true }, key))).toEqual(absent);
  });
});
