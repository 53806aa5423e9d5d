import { describe, expect, it } from 'vitest';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { decodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { keyHash } from '../../../src-main/cardano/hash.ts';
import { openOfflineKeys } from '../../../src-main/offline/open-keys.ts';
import { scriptOf, statedKeys } from '../../../src-main/offline/bundle.ts';
import { judgeOffline } from '../../../src-main/offline/judge.ts';
import type { OwnKeys } from '../../../src-main/inspect/inspection-input.ts';
import { PAYMENT, STAKE, STRANGER, writeDraft } from '../../support/good-trade.ts';
import { goodBundle, offlineGrounds } from '../../support/offline-bundle.ts';
import { OTHERS, sharedTrade, takingAlong, twoOfThree, walletOf } from '../../support/shared-trade.ts';

const trade = sharedTrade();
const mine: OwnKeys = { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) };

function bundleOf(draft = trade.draft, address = trade.wallet.address) {
  const input = trade.input(draft);
  return goodBundle({ address }, { ...trade, input, sign: () => '' });
}

function judged(bundle = bundleOf(), own = mine) {
  const { verdict, findings, transactions } = judgeOffline(bundle, offlineGrounds({ own }));
  return {
    verdict,
    wallet: findings.filter(({ rule }) => rule === 'O1'),
    blocks: [...findings, ...transactions.flatMap(({ inspection }) => inspection.report.findings)]
      .filter(({ severity }) => severity === 'block')
      .map(({ rule }) => rule),
    signers: transactions.flatMap(({ inspection }) => inspection.report.effect.ownSigners),
  };
}

/** Words and key from the README of cardano-addresses. */
const PHRASE =
  'exercise club noble adult miracle awkward problem olympic puppy private goddess piano fatal fashion vacuum';
const SHARED_KEY = 'addr_shared_vk1a9h46rvjnqquxz02zyesh0ct29szh7vv9x7r2h87ttmnkgrfgguqhz0mtc';

describe('keys that sign with others (CIP-1854)', () => {
  const opened = openOfflineKeys({ kind: 'words', words: PHRASE, account: 0 }, 'preprod');
  if (!opened.ok) throw new Error(opened.failure.code);
  const { own, signersFor } = opened.value;
  const published = decodeBech32(SHARED_KEY);
  const hash = published.ok ? keyHash(published.value.bytes) : '';

  it('are those that others derive from the same words', () => {
    expect(own.sharedKeyHashes?.has(hash)).toBe(true);
    expect(own.paymentKeyHashes.has(hash)).toBe(false);
  });

  it('sign for a script that names them, beside those of the wallet', () => {
    const [first = ''] = own.paymentKeyHashes;
    const both = sharedTrade(
      walletOf({
        kind: 'all',
        scripts: [
          { kind: 'key', hash },
          { kind: 'key', hash: first },
        ],
      }),
    );
    const bundle = goodBundle(
      { address: both.wallet.address },
      { ...both, input: both.input(both.draft), sign: () => '' },
    );
    const { blocks, signers } = judged(bundle, own);
    expect(blocks).toEqual([]);
    expect(signers.toSorted()).toEqual([first, hash].toSorted());
    const found = signersFor({ signers });
    expect(found.ok && found.value.map((signer) => signer.keyHash).toSorted()).toEqual(
      [first, hash].toSorted(),
    );
    expect(signersFor({ signers: [...signers, OTHERS[0]] }).ok).toBe(false);
    expect(signersFor({ signers: [] }).ok).toBe(false);
  });

  it('are never the owner of anything by themselves', () => {
    const address = formatAddress(addressOf(0, { kind: 'key', hash }));
    expect(judged(bundleOf(trade.draft, address), own).blocks).toContain('O1');
  });
});

describe('a bundle for the wallet of a script', () => {
  it('is signed with the keys at hand, once its address was compared', () => {
    const { verdict, wallet, blocks, signers } = judged();
    expect(verdict).toBe('warn');
    expect(blocks).toEqual([]);
    expect(signers).toEqual([PAYMENT]);
    expect(wallet).toMatchObject([
      {
        severity: 'warn',
        message: expect.stringContaining('its script names 3 keys, 1 of them here, and takes 2 signatures'),
      },
    ]);
    expect(wallet[0]?.message).toContain(trade.wallet.address);
  });

  it('is refused where no key here is among them', () => {
    const own = { ...mine, paymentKeyHashes: new Set([STRANGER]) };
    expect(judged(bundleOf(), own)).toMatchObject({
      blocks: expect.arrayContaining(['O1']),
      wallet: [{ severity: 'block' }],
    });
  });

  it('is refused where the script is not that of its address', () => {
    const other = walletOf({ kind: 'key', hash: PAYMENT });
    const { wallet } = judged(bundleOf(trade.draft, other.address));
    expect(wallet).toMatchObject([{ severity: 'block', message: expect.stringContaining('does not bring') }]);
    const input = trade.input(trade.draft);
    const bare = goodBundle(
      { address: trade.wallet.address, transactions: [{ at: 0, cbor: writeDraft(trade.draft) }] },
      { ...trade, input, sign: () => '' },
    );
    expect(judged(bare).blocks).toContain('O1');
  });

  it('is refused where it takes along what a key here holds alone', () => {
    for (const name of trade.aside)
      expect(judged(bundleOf(takingAlong(trade.draft, name, trade.wallet.address))).blocks).toContain('F8');
  });

  it('names all who sign where there is no key to judge it by', () => {
    expect(statedKeys(bundleOf()).script?.signers).toEqual(new Set([PAYMENT, ...OTHERS]));
    expect(scriptOf(bundleOf(), new Set([PAYMENT]))).toMatchObject({
      script: twoOfThree,
      signers: new Set([PAYMENT]),
    });
  });
});
