import type { AssetId } from '#domain/asset.ts';
import { bytesNode, treeOf } from './cbor-tree.ts';
import {
  asked,
  blocked,
  changeOf,
  placesOrders,
  runsScripts,
  STRANGER,
  strangerAddress,
  type AttackBase,
  type AttackKind,
  type Edit,
} from './attack-kind.ts';
import { fieldOf, listOf, setField, type TransactionTree } from './transaction-tree.ts';

const ONE_ADA = 1_000_000n;
const FIVE_ADA = 5_000_000n;

/** Fees beyond what such a transaction costs, taken from the change. */
const feeKinds: readonly AttackKind[] = [
  blocked('a fee of three ADA, six where scripts run', ['F5'], (tx, base) =>
    raiseFee(tx, base, (runsScripts(tx) ? 6n : 3n) * ONE_ADA),
  ),
  blocked('a fee of all that the change can spare', ['F5'], (tx, base) =>
    raiseFee(tx, base, changeOf(tx, base).coin - ONE_ADA),
  ),
  asked('a fee of 1.9 ADA, 4.9 where scripts run', ['F5'], 'F5 asks below two (five) ADA', (tx, base) =>
    raiseFee(tx, base, runsScripts(tx) ? 4_900_000n : 1_900_000n),
  ),
  asked(
    'a fee of over twice the least',
    ['F5'],
    'F5 asks beyond twice the computed least: no more than 0.7 ADA is lost',
    (tx, base) => (runsScripts(tx) ? false : raiseFee(tx, base, leastFee(tx, base) * 2n + 50_000n)),
  ),
  blocked('a fee that the sums do not hold', ['R3'], (tx) => {
    tx.fee += 1n;
    return true;
  }),
  blocked('a fee less than the sums hold', ['R3'], (tx) => {
    tx.fee -= 1n;
    return true;
  }),
];

const KEY = `8200581c${STRANGER}`;
const POOL = `581c${'44'.repeat(28)}`;
const MY_KEY = '@stake';

/** Certificates by their kind in the Conway CDDL; `@stake` stands for the owner's stake credential. */
const certificates: readonly (readonly [string, string])[] = [
  ['registers my stake key', `8200${MY_KEY}`],
  ['takes my stake key off the register', `8201${MY_KEY}`],
  ['delegates my stake to a pool', `8302${MY_KEY}${POOL}`],
  ['retires a pool', `8304${POOL}1901f4`],
  ['registers my stake key with a deposit', `8307${MY_KEY}1a001e8480`],
  ['takes my stake key off the register for its deposit', `8308${MY_KEY}1a001e8480`],
  ['delegates my vote to a stranger', `8309${MY_KEY}${KEY}`],
  ['delegates my vote to abstaining', `8309${MY_KEY}8102`],
  ['delegates my stake and my vote', `840a${MY_KEY}${POOL}8102`],
  ['registers, delegates stake and vote', `850d${MY_KEY}${POOL}81021a001e8480`],
  ['registers a representative', `8410${KEY}1a1dcd6500f6`],
  ['lets a key act for the committee', `830e${KEY}${KEY}`],
];

const certificateKinds: readonly AttackKind[] = certificates.map(([what, hex]) =>
  blocked(`a certificate that ${what}`, ['F1'], (tx, base) => {
    if (tx.has(4)) return false;
    tx.set(4, `81${hex.replaceAll(MY_KEY, `8200581c${base.stake}`)}`);
    return true;
  }),
);

const governanceKinds: readonly AttackKind[] = [
  blocked('a certificate in a tagged set', ['F1'], (tx, base) => {
    tx.set(4, `d9010281 8302 8200581c${base.stake} ${POOL}`);
    return true;
  }),
  blocked('a vote', ['F1'], (tx) => {
    tx.set(19, `a1 8202581c${STRANGER} a1 825820${'01'.repeat(32)}00 8201f6`);
    return true;
  }),
  blocked('a proposal', ['F1'], (tx, base) => {
    const deposit = '1b000000174876e800';
    tx.set(20, `81 84 ${deposit} 581d${reward(base, base.stake)} 8106 82 6178 5820${'00'.repeat(32)}`);
    return true;
  }),
  blocked('a treasury value', ['F1'], (tx) => {
    tx.set(21, '01');
    return true;
  }),
  blocked('a donation to the treasury', ['F1'], (tx, base) => {
    changeOf(tx, base).coin -= FIVE_ADA;
    tx.set(22, '1a004c4b40');
    return true;
  }),
  blocked('an update of protocol parameters', ['F1', 'D3'], (tx) => {
    tx.set(6, `82 a1 581c${STRANGER} a1 0000 1901f4`);
    return true;
  }),
];

const rewardKinds: readonly AttackKind[] = [
  blocked('my rewards to my change', ['F2'], (tx, base) => {
    if (tx.has(5)) return false;
    tx.set(5, `a1581d${reward(base, base.stake)}1a004c4b40`);
    changeOf(tx, base).coin += FIVE_ADA;
    return true;
  }),
  blocked('my rewards to a stranger', ['F2'], (tx, base) => {
    if (tx.has(5)) return false;
    tx.set(5, `a1581d${reward(base, base.stake)}1a004c4b40`);
    tx.addOutput(strangerAddress(base), FIVE_ADA);
    return true;
  }),
  blocked("a stranger's rewards", ['F2'], (tx, base) => {
    if (tx.has(5)) return false;
    tx.set(5, `a1581d${reward(base, STRANGER)}1a004c4b40`);
    changeOf(tx, base).coin += FIVE_ADA;
    return true;
  }),
  blocked('zero rewards of a script in a trade', ['F2'], (tx, base) => {
    if (!placesOrders(base)) return false;
    tx.set(5, `a1581df${base.network}${STRANGER}00`);
    return true;
  }),
  blocked('no withdrawals in a list of them', ['F2', 'D3'], (tx, base) => {
    if (!placesOrders(base)) return false;
    tx.set(5, 'a0');
    return true;
  }),
];

const MINTED = `581c${'7a'.repeat(28)}`;

const mintKinds: readonly AttackKind[] = [
  blocked('a mint of which nothing is seen', ['F3'], (tx) => {
    if (tx.has(9)) return false;
    tx.set(9, `a1${MINTED}a14347454d01`);
    return true;
  }),
  blocked('a mint into my change', ['F3'], (tx, base) => {
    tx.set(9, `a1${MINTED}a14347454d01`);
    changeOf(tx, base).setToken(`${'7a'.repeat(28)}47454d` as AssetId, 1n);
    return true;
  }),
  blocked('a burn of a token of mine', ['F3'], (tx, base) => {
    const change = changeOf(tx, base);
    const [token] = change.tokens.keys();
    if (token === undefined) return false;
    const name = token.slice(56);
    tx.set(9, `a1581c${token.slice(0, 56)}a1${bytesNode(name).hex}20`);
    change.add(token, -1n);
    return true;
  }),
  blocked('an empty mint', ['F3', 'D3'], (tx) => {
    tx.set(9, 'a0');
    return true;
  }),
];

const otherFieldKinds: readonly AttackKind[] = [
  blocked('the network id of the other network', ['F6'], (tx, base) => {
    tx.set(15, `0${1 - base.network}`);
    return true;
  }),
  blocked('a network id that does not exist', ['F6', 'D3'], (tx) => {
    tx.set(15, '02');
    return true;
  }),
  asked('a stranger must sign too', ['F8'], 'services co-sign cancellations: F8 asks', (tx) => {
    const signers = tx.has(14) ? tx.field(14) : undefined;
    if (signers) listOf(signers).children.push(treeOf(`581c${STRANGER}`));
    else tx.set(14, `81581c${STRANGER}`);
    return true;
  }),
  blocked('marked as failing', ['D5'], (tx) => {
    tx.setPart(2, 'f4');
    return true;
  }),
  blocked('attached data without a hash', ['D6'], (tx) => {
    if (tx.has(7)) tx.set(7, undefined);
    else tx.setPart(3, 'a11902a2a1636d7367816474657374');
    return true;
  }),
  blocked('a hash without attached data', ['D6'], (tx) => {
    if (tx.has(7)) tx.setPart(3, 'f6');
    else tx.set(7, `5820${'77'.repeat(32)}`);
    return true;
  }),
  blocked('other attached data', ['D6'], (tx) => {
    tx.setPart(3, 'a11902a2a1636d736781646576696c');
    return true;
  }),
  blocked('a hash of other attached data', ['D6'], (tx) => {
    tx.set(7, `5820${'77'.repeat(32)}`);
    return true;
  }),
  blocked(
    'a redeemer where nothing is locked by a script, to make a high fee look usual',
    ['F5', 'F11'],
    (tx, base) => {
      if (!placesOrders(base) || fieldOf(tx.witnesses, 5)) return false;
      setField(tx.witnesses, 5, treeOf('8184000000821a000f42401a3b9aca00'));
      if (!tx.has(11)) tx.set(11, `5820${'77'.repeat(32)}`);
      return raiseFee(tx, base, 1_900_000n);
    },
  ),
  blocked('a script data hash where no script runs', ['F11'], (tx) => {
    if (tx.has(11)) return false;
    tx.set(11, `5820${'77'.repeat(32)}`);
    return true;
  }),
  blocked('no script data hash beside datums or redeemers', ['F11'], (tx) => {
    const inWitnesses = fieldOf(tx.witnesses, 4) ?? fieldOf(tx.witnesses, 5);
    if (!tx.has(11) || !inWitnesses) return false;
    tx.set(11, undefined);
    return true;
  }),
];

/** Fields that a trade does not need, or needs otherwise. */
export const fieldKinds: readonly AttackKind[] = [
  ...feeKinds,
  ...certificateKinds,
  ...governanceKinds,
  ...rewardKinds,
  ...mintKinds,
  ...otherFieldKinds,
];

function raiseFee(tx: TransactionTree, base: AttackBase, fee: bigint): ReturnType<Edit> {
  const change = changeOf(tx, base);
  const more = fee - tx.fee;
  if (more <= 0n || change.coin <= more) return false;
  change.coin -= more;
  tx.fee = fee;
  return true;
}

/** About the least fee of the signed transaction: its size at the parameters' rate. */
function leastFee(tx: TransactionTree, { input, needed }: AttackBase): bigint {
  const size = tx.cbor.length / 2 + needed.length * 101 + 4;
  return input.parameters.minFeeA * BigInt(size) + input.parameters.minFeeB;
}

function reward({ network }: AttackBase, stake: string): string {
  return `e${network}${stake}`;
}
