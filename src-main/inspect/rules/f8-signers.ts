import { info, type Rule, warn } from '../rule.ts';

export const signers: Rule = {
  id: 'F8',
  holds: 'Only your own keys have to sign.',
  leavesOut: 'What the signatures authorise (F1, F2).',
  judge: ({ tx, ownSigners, foreignSigners, given }) => {
    const others = foreignSigners.length;
    const foreign =
      others === 0
        ? []
        : [warn('F8', `${others} ${others === 1 ? 'key' : 'keys'} of someone else must sign too.`)];
    const stake = tx.body.requiredSigners.some((hash) => given.own.stakeKeyHashes.has(hash));
    return [
      ...foreign,
      ...(stake ? [info('F8', `Needs ${ownSigners.length} of your keys, the stake key among them.`)] : []),
    ];
  },
};
