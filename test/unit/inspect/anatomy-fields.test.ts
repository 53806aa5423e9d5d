import { describe, expect, it } from 'vitest';

import { epochMs } from '#domain/time.ts';
import { formatRewardAccount, rewardAccountOf } from '../../../src-main/cardano/address.ts';
import { fieldWords, type FieldWords } from '../../../src-main/inspect/anatomy-fields.ts';
import { intNode, treeOf } from '../../support/attack-kinds/cbor-tree.ts';
import { setField, type TransactionTree } from '../../support/attack-kinds/transaction-tree.ts';
import { factsOf } from '../../support/facts-of.ts';
import { GEM, goodTrade, PAYMENT, STAKE, STRANGER, TIP } from '../../support/good-trade.ts';

const { input } = goodTrade();
/** Bytes of the good trade. */
const SIZE = input.cbor.length / 2;

/** Every field as `name: text`, in the order of the window. */
function lines(edit?: (tx: TransactionTree) => void, ...times: readonly Times[]): readonly string[] {
  return fieldWords(factsOf(input, edit), times[0]).map(({ name, text }: FieldWords) => `${name}: ${text}`);
}

type Times = NonNullable<Parameters<typeof fieldWords>[1]>;

/** The lines of one name. */
function textsOf(name: string, edit: (tx: TransactionTree) => void, times?: Times): readonly string[] {
  return fieldWords(factsOf(input, edit), times)
    .filter((field) => field.name === name)
    .map(({ text }) => text);
}

/** The clock of the ledger, told in milliseconds. */
function clock(time: number): Times {
  return { slot: TIP, time: epochMs(time), words: (at) => `${at} ms` };
}

function lovelaceHex(lovelace: bigint): string {
  return intNode(lovelace).hex;
}

describe('the fields of a trade', () => {
  it('are listed one by one, those that are not there left out', () => {
    expect(lines()).toEqual([
      'Network fee: 0.23 ADA',
      'Valid from: slot 49,999,700',
      'Valid until: slot 50,003,300',
      `Required signer: your payment key ${PAYMENT}`,
      `Required signer: your stake key ${STAKE}`,
      'Signed here with: 2 of your keys',
      'Marked as: valid',
      `Size: ${SIZE} bytes`,
    ]);
  });
});

describe('the fields of a transaction that has everything', () => {
  const NEW_TOKEN = `${'7a'.repeat(28)}47454d`;

  it('are all listed, in the same order', () => {
    const odd = (tx: TransactionTree): void => {
      tx.set(3, undefined);
      tx.set(8, undefined);
      tx.set(14, `82581c${STAKE}581c${STRANGER}`);
      tx.set(15, '00');
      tx.set(18, `82825820${'0c'.repeat(32)}00825820${'0d'.repeat(32)}07`);
      tx.set(11, `5820${'77'.repeat(32)}`);
      tx.set(17, lovelaceHex(5_000_000n));
      tx.set(9, `a2581c${'7e'.repeat(28)}a14347454d391387581c${'7a'.repeat(28)}a14347454d01`);
      tx.set(5, `a2581de0${STAKE}1a004c4b404101${lovelaceHex(0n)}`);
      tx.set(22, lovelaceHex(1_500_000n));
      tx.set(21, '01');
      tx.set(20, '80');
      tx.set(19, 'a0');
      tx.set(6, '80');
      tx.set(4, '80');
      tx.set(7, `5820${'66'.repeat(32)}`);
      tx.setPart(3, `a21902a2a1636d736762686901${`5820${'00'.repeat(32)}`}`);
      tx.setPart(2, 'f4');
      setField(tx.witnesses, 0, treeOf(`82${`825820${'01'.repeat(32)}5840${'02'.repeat(64)}`.repeat(2)}`));
      setField(tx.witnesses, 1, treeOf(`818200581c${STRANGER}`));
      setField(tx.witnesses, 5, treeOf('8184000000821a000f42401a3b9aca00'));
    };
    const bare = 'present; their contents are not shown here';
    const account = formatRewardAccount(rewardAccountOf(0, STAKE));
    expect(lines(odd)).toEqual([
      'Network fee: 0.23 ADA',
      'Valid from: no lower limit: from now on',
      'Valid until: no limit: forever once it is signed',
      `Required signer: your stake key ${STAKE}`,
      `Required signer: somebody else's key ${STRANGER}`,
      'Signed here with: 2 of your keys',
      `Also signed by: somebody else, the key ${STRANGER}`,
      'Network: 0, a test network',
      `Read, not spent: ${'0c'.repeat(32)}#0`,
      `Read, not spent: ${'0d'.repeat(32)}#7`,
      `Hash of script data: ${'77'.repeat(32)}`,
      'Total collateral: 5 ADA',
      `Minted or burnt: 1 base units of ${NEW_TOKEN}`,
      `Minted or burnt: -5 GEM (${GEM})`,
      `Withdrawal of rewards: 5 ADA of ${account}`,
      'Withdrawal of rewards: 0 ADA of 01',
      'Donation to the treasury: 1.5 ADA',
      `Certificates: ${bare}`,
      `Protocol update: ${bare}`,
      `Votes: ${bare}`,
      `Proposals: ${bare}`,
      `Treasury value: ${bare}`,
      'Attached message: hi',
      'Attached data: 39 bytes of data',
      `Hash of attached data: ${'66'.repeat(32)}`,
      'Signatures in it already: 2',
      'Scripts: it brings scripts along',
      'Script calls: it spends from scripts',
      'Marked as: failing: the collateral is taken',
      expect.stringMatching(/^Size: 1,\d{3} bytes$/),
    ]);
  });

  it('name the network by its number', () => {
    const network = (hex: string): readonly string[] => textsOf('Network', (tx) => tx.set(15, hex));
    expect(network('00')).toEqual(['0, a test network']);
    expect(network('01')).toEqual(['1, mainnet']);
    expect(network('02')).toEqual(['2, unknown']);
  });

  it('say what is attached: a message, or how much else', () => {
    const THOUSAND = `a1015903e8${'00'.repeat(1_000)}`;
    const attached = (hex: string): readonly string[] =>
      lines((tx) => {
        tx.setPart(3, hex);
      }).filter((line) => line.startsWith('Attached'));
    expect(attached('a11902a2a1636d7367626869')).toEqual(['Attached message: hi']);
    // A map of one entry, which is a thousand bytes.
    expect(attached(THOUSAND)).toEqual(['Attached data: 1,005 bytes of data']);
    const large = (tx: TransactionTree): void => {
      tx.setPart(3, THOUSAND);
    };
    expect(textsOf('Size', large)).toEqual([`${(SIZE + 1_004).toLocaleString('en')} bytes`]);
  });

  it('say when nothing of it is signed here', () => {
    const own = { paymentKeyHashes: new Set<string>(), stakeKeyHashes: new Set<string>() };
    expect(fieldWords(factsOf({ ...input, own })).filter(({ name }) => /[Ss]igne/.test(name))).toEqual([
      { name: 'Required signer', text: `somebody else's key ${PAYMENT}` },
      { name: 'Required signer', text: `somebody else's key ${STAKE}` },
      { name: 'Signed here with', text: 'none of your keys' },
      { name: 'Also signed by', text: `somebody else, the key ${PAYMENT}` },
      { name: 'Also signed by', text: `somebody else, the key ${STAKE}` },
    ]);
  });
});

describe('the time of a slot', () => {
  const until = (slot: bigint, time: number): readonly string[] =>
    textsOf('Valid until', (tx) => tx.set(3, lovelaceHex(slot)), clock(time));

  it('is counted from the ledger’s clock, a second for each slot', () => {
    expect(lines(undefined, clock(1_800_000_000_000)).slice(1, 3)).toEqual([
      'Valid from: 1799999700000 ms (slot 49,999,700)',
      'Valid until: 1800003300000 ms (slot 50,003,300)',
    ]);
    const open = (tx: TransactionTree): void => {
      tx.set(3, undefined);
      tx.set(8, undefined);
    };
    expect(lines(open, clock(1_800_000_000_000)).slice(1, 3)).toEqual([
      'Valid from: no lower limit: from now on',
      'Valid until: no limit: forever once it is signed',
    ]);
  });

  it('has a date only from 1970 on, and up to the last one there is', () => {
    const none = 'no time that has a date';
    const tip = BigInt(TIP);
    expect(until(tip - 10n, 10_000)).toEqual(['0 ms (slot 49,999,990)']);
    expect(until(tip - 11n, 10_000)).toEqual([`slot 49,999,989, ${none}`]);
    const left = 8_640_000_000_000n;
    expect(until(tip + left, 0)).toEqual(['8640000000000000 ms (slot 8,640,050,000,000)']);
    expect(until(tip + left + 1n, 0)).toEqual([`slot 8,640,050,000,001, ${none}`]);
  });
});
