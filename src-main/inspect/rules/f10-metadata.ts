import { attachedMessage } from '../../cardano/attached-data.ts';
import { info, type Rule } from '../rule.ts';

/** What is attached costs only its bytes, but it is public for ever and may say something in the user's name. */
export const metadata: Rule = {
  id: 'F10',
  holds: 'Nothing is attached to the transaction.',
  leavesOut: 'Whether what the attached data says is true.',
  judge: ({ tx }) => {
    if (tx.auxiliaryHash === undefined) return [];
    const { message, otherBytes } = attachedMessage(tx);
    return [
      ...(message === ''
        ? []
        : [info('F10', `It carries a public message: "${message.replace(/["“”„«»]/gu, "'")}".`)]),
      ...(otherBytes === 0 ? [] : [info('F10', `${otherBytes} bytes of other data are attached to it.`)]),
    ];
  },
};
